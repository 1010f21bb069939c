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

const FIRST_SIZE = 64;

export class MutableKeyIndex implements KeyIndex {
  /** Position + 1, or 0. At most half of the places are taken. Its length is a power of 2. */
  #places = new Int32Array(FIRST_SIZE);
  #count = 0;
  readonly #keyAt: (position: number) => Uint8Array | undefined;

  /** `keyAt`: the key of a position that is in the index; undefined when the position is not used any more. */
  constructor(keyAt: (position: number) => Uint8Array | undefined) {
    this.#keyAt = keyAt;
  }

  *[Symbol.iterator](): Generator<readonly [string, number]> {
    for (const taken of this.#places) if (taken !== 0) yield [toHex(this.#keyAt(taken - 1)!), taken - 1];
  }

  get(hex: string): number | undefined {
    return hex.length === 64 ? this.find(fromHex(hex)) : undefined;
  }

  find(key: Uint8Array): number | undefined {
    const place = this.#placeOf(key);
    const position = this.#places[place]! - 1;
    return position < 0 ? undefined : position;
  }

  /** Replaces the position that the key has. `keyAt` must know the key already. */
  set(key: Uint8Array, position: number): void {
    const place = this.#placeOf(key);
    if (this.#places[place] === 0) this.#count += 1;
    this.#places[place] = position + 1;
    if (2 * this.#count > this.#places.length) this.#grow();
  }

  /** Call it while `keyAt` still knows the key. */
  delete(key: Uint8Array): void {
    const places = this.#places;
    let hole = this.#placeOf(key);
    if (places[hole] === 0) return;
    places[hole] = 0;
    this.#count -= 1;
    // Fills the hole with what comes behind it and would not be found any more.
    for (let at = this.#next(hole); places[at] !== 0; at = this.#next(at)) {
      const home = hashOf(this.#keyAt(places[at]! - 1)!) & (places.length - 1);
      const isBehindHole = hole <= at ? home > hole && home <= at : home > hole || home <= at;
      if (isBehindHole) continue;
      places[hole] = places[at]!;
      places[at] = 0;
      hole = at;
    }
  }

  /** The place that has the key, or the free one for it. */
  #placeOf(key: Uint8Array): number {
    let place = hashOf(key) & (this.#places.length - 1);
    for (;;) {
      const position = this.#places[place]! - 1;
      if (position < 0) return place;
      const known = this.#keyAt(position);
      if (known && equalBytes(known, key)) return place;
      place = this.#next(place);
    }
  }
  #next(place: number): number {
    return (place + 1) & (this.#places.length - 1);
  }
  #grow(): void {
    const old = this.#places;
    this.#places = new Int32Array(2 * old.length);
    for (const taken of old) {
      const key = taken === 0 ? undefined : this.#keyAt(taken - 1);
      if (key) this.#places[this.#placeOf(key)] = taken;
    }
  }
}

const hashOf = (key: Uint8Array): number =>
  (key[0]! | (key[1]! << 8) | (key[2]! << 16) | (key[3]! << 24)) & 0x7fffffff;
