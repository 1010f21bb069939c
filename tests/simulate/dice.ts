/**
 * Random numbers that follow from a seed alone, the same on every machine: sfc32 (Chris Doty-Humphrey, PractRand), which begins with
 * the SHA-256 of the seed.
 */
import { createHash } from 'node:crypto';

export interface Dice {
  /** From 0 up to, and without, 1. */
  next(): number;
  /** An integer from 0 up to, and without, `n`. */
  below(n: number): number;
  between(least: number, most: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(n: number): Uint8Array;
  /** Milliseconds until an event that happens once in `mean`. */
  wait(mean: number): number;
}

export function createDice(seed: string): Dice {
  const hash = createHash('sha256').update(seed).digest();
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => hash.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  /** An unsigned number of 32 bits. */
  const word = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  const next = (): number => (word() * 2 ** 16 + (word() >>> 16)) / 2 ** 48;
  const dice: Dice = {
    next,
    below: (n) => Math.floor(next() * n),
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    bytes: (n) => {
      const words = new Uint32Array(Math.ceil(n / 4));
      for (let i = 0; i < words.length; i++) words[i] = word();
      return new Uint8Array(words.buffer, 0, n);
    },
    wait: (mean) => -Math.log(1 - next()) * mean,
  };
  return dice;
}
