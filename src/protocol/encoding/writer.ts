/** A growing byte buffer; the counterpart of `Reader`. */
export class Writer {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  /** `room`: bytes that are written before the buffer grows for the first time. */
  constructor(room = 256) {
    this.#bytes = new Uint8Array(room);
  }
  get length(): number {
    return this.#length;
  }
  u8(value: number): this {
    this.#room(1);
    this.#bytes[this.#length++] = value;
    return this;
  }
  u32(value: number): this {
    return this.u8(value & 255)
      .u8((value >>> 8) & 255)
      .u8((value >>> 16) & 255)
      .u8((value >>> 24) & 255);
  }
  u64(value: bigint): this {
    return this.u32(Number(value & 0xffffffffn)).u32(Number((value >> 32n) & 0xffffffffn));
  }
  bytes(value: Uint8Array): this {
    this.#room(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
    return this;
  }
  /** A key, hash or scalar. Throws Error unless it has 32 bytes. */
  key(value: Uint8Array): this {
    if (value.length !== 32) throw new Error(`a key of ${value.length} bytes`);
    return this.bytes(value);
  }
  /** Keys without a count before them. */
  keys(values: readonly Uint8Array[]): this {
    for (const value of values) this.key(value);
    return this;
  }
  varint(value: bigint | number): this {
    // Numbers are several times as fast as bigints.
    let low = Number(value);
    if (!Number.isSafeInteger(low) || low < 0) return this.#longVarint(BigInt(value));
    while (low >= 128) {
      this.u8((low % 128) | 128);
      low = Math.floor(low / 128);
    }
    return this.u8(low);
  }
  list<T>(items: readonly T[], item: (writer: this, value: T) => void): this {
    this.varint(items.length);
    for (const value of items) item(this, value);
    return this;
  }
  /** A copy of the written bytes. */
  done(): Uint8Array {
    return this.written().slice();
  }
  /** The written bytes themselves, which may be in another buffer after the next write. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #longVarint(value: bigint): this {
    if (value < 0n || value >> 64n !== 0n) throw new Error(`not a u64: ${value}`);
    let rest = value;
    while (rest >= 128n) {
      this.u8(Number(rest & 127n) | 128);
      rest >>= 7n;
    }
    return this.u8(Number(rest));
  }
  #room(n: number): void {
    if (this.#length + n <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + n));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
