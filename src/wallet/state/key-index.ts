/**
 * Finds the output with a 32-byte key or key image. A hash table of positions alone, since texts of the keys, as in a
 * Map, would take more memory than the keys. The keys are as good as random, so their first bytes are the hash.
 */
import { equalBytes } from '../../base/bytes.ts';
import { fromHex, toHex } from '../../base/hex.ts';

/** Iterates over keys in hex and positions, in no order. */
export interface KeyIndex extends Iterable<readonly [string, number]> {
  /** `hex`: the key. */
  get(hex: string): number | undefined;
  find(key: Uint8Array): number | undefined;
}

/**
 * Tables, each of which grows at another number of keys: one table would hold the thread for a twentieth of a second when a
 * hundred thousand keys move.
 */
const TABLES = 64;
/** A power of 2. */
const FIRST_SIZE = 8;

type KeyAt = (position: number) => Uint8Array | undefined;

export class MutableKeyIndex implements KeyIndex {
  readonly #tables: readonly KeyTable[];

  /** `keyAt`: the key of a position that is in the index; undefined when the position is not used any more. */
  constructor(keyAt: KeyAt) {
    this.#tables = Array.from({ length: TABLES }, (_, i) => new KeyTable(keyAt, (1 + i / TABLES) / 4));
  }

  /** Makes room for so many keys at once. */
  reserve(count: number): void {
    for (const table of this.#tables) table.reserve(count / TABLES);
  }
  *[Symbol.iterator](): Generator<readonly [string, number]> {
    for (const table of this.#tables) yield* table;
  }
  get(hex: string): number | undefined {
    return hex.length === 64 ? this.find(fromHex(hex)) : undefined;
  }
  find(key: Uint8Array): number | undefined {
    return this.#tableOf(key).find(key);
  }
  /** Replaces the position that the key has. `keyAt` must know the key already. */
  set(key: Uint8Array, position: number): void {
    this.#tableOf(key).set(key, position);
  }
  /** Call it while `keyAt` still knows the key. */
  delete(key: Uint8Array): void {
    this.#tableOf(key).delete(key);
  }

  /** By a byte that `hashOf` does not read. */
  #tableOf(key: Uint8Array): KeyTable {
    return this.#tables[key[4]! % TABLES]!;
  }
}

class KeyTable {
  /** Position + 1, or 0. Its length is a power of 2. */
  #slots = new Int32Array(FIRST_SIZE);
  #count = 0;
  readonly #keyAt: KeyAt;
  /** Share of the places that may be taken: at most a half. */
  readonly #full: number;

  constructor(keyAt: KeyAt, full: number) {
    this.#keyAt = keyAt;
    this.#full = full;
  }

  reserve(count: number): void {
    let size = this.#slots.length;
    while (count > this.#full * size) size *= 2;
    if (size > this.#slots.length) this.#resize(size);
  }

  *[Symbol.iterator](): Generator<readonly [string, number]> {
    for (const position of this.#slots)
      if (position !== 0) yield [toHex(this.#keyAt(position - 1)!), position - 1];
  }

  find(key: Uint8Array): number | undefined {
    const place = this.#slotOf(key);
    const position = this.#slots[place]! - 1;
    return position < 0 ? undefined : position;
  }

  set(key: Uint8Array, position: number): void {
    const place = this.#slotOf(key);
    if (this.#slots[place] === 0) this.#count += 1;
    this.#slots[place] = position + 1;
    if (this.#count > this.#full * this.#slots.length) this.#resize(2 * this.#slots.length);
  }

  delete(key: Uint8Array): void {
    const slots = this.#slots;
    let hole = this.#slotOf(key);
    if (slots[hole] === 0) return;
    slots[hole] = 0;
    this.#count -= 1;
    // Fills the hole with what comes behind it and would not be found any more.
    for (let at = this.#next(hole); slots[at] !== 0; at = this.#next(at)) {
      const home = hashOf(this.#keyAt(slots[at]! - 1)!) & (slots.length - 1);
      const isBehindHole = hole <= at ? home > hole && home <= at : home > hole || home <= at;
      if (isBehindHole) continue;
      slots[hole] = slots[at]!;
      slots[at] = 0;
      hole = at;
    }
  }

  /** The place that has the key, or the free one for it. */
  #slotOf(key: Uint8Array): number {
    let slot = hashOf(key) & (this.#slots.length - 1);
    for (;;) {
      const position = this.#slots[slot]! - 1;
      if (position < 0) return slot;
      const known = this.#keyAt(position);
      if (known && equalBytes(known, key)) return slot;
      slot = this.#next(slot);
    }
  }
  #next(place: number): number {
    return (place + 1) & (this.#slots.length - 1);
  }
  #resize(size: number): void {
    const old = this.#slots;
    this.#slots = new Int32Array(size);
    for (const position of old) {
      const key = position === 0 ? undefined : this.#keyAt(position - 1);
      if (key) this.#slots[this.#slotOf(key)] = position;
    }
  }
}

const hashOf = (key: Uint8Array): number =>
  (key[0]! | (key[1]! << 8) | (key[2]! << 16) | (key[3]! << 24)) & 0x7fffffff;
