/**
 * Bytes of a secret that is kept while a wallet is open. It is passed on as the bytes that it is, so that signing and
 * scanning copy nothing; it can be wiped, and a log, a text or JSON that it gets into says `[secret]`. Copies that
 * `slice` and its like make are secrets, too.
 */
const SHOWN = '[secret]';

export class Secret extends Uint8Array<ArrayBufferLike> {
  /** The same memory, no copy: wiping one wipes the other. */
  static over(bytes: Uint8Array): Secret {
    return bytes instanceof Secret ? bytes : new Secret(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  /** Zeros. The secret is of no use afterwards. */
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
  /** What Node's console prints. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return SHOWN;
  }
}
