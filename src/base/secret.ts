/**
 * Secrets are a type: they print as `[secret]`, arrive empty through a structured clone, and end with their scope
 * (`using key = …`). Honest limit: copies that the garbage collector or a bigint made cannot be wiped.
 */
export class Secret implements Disposable {
  readonly #bytes: Uint8Array;
  /** Takes the bytes over: the caller keeps no other copy. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  use<R>(read: (bytes: Uint8Array) => R): R {
    return read(this.#bytes);
  }
  toJSON(): string {
    return '[secret]';
  }
  toString(): string {
    return '[secret]';
  }
  [Symbol.dispose](): void {
    this.#bytes.fill(0);
  }
}
