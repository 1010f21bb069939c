/**
 * A secret that is held while a wallet is open. It is a `Uint8Array`, so that signing and scanning need no copy. It
 * can be wiped, and shows `[secret]` in logs, texts and JSON. `slice` and similar methods return secrets as well.
 */
const SHOWN = '[secret]';

export class Secret extends Uint8Array<ArrayBufferLike> {
  /** A secret on the same memory, with the same type name: wiping one of the two wipes both. */
  static over<T extends Uint8Array>(bytes: T): T & Secret;
  static over(bytes: Uint8Array): Secret {
    return bytes instanceof Secret ? bytes : new Secret(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  /** Overwrites it with zeros. */
  wipe(): void {
    this.fill(0);
  }
  override toString(): string {
    return SHOWN;
  }
  override toLocaleString(): string {
    return SHOWN;
  }
  toJSON(): string {
    return SHOWN;
  }
  /** The form that Node.js prints. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return SHOWN;
  }
}
