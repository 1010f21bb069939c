/** Random numbers that follow from a seed alone, the same on every machine: SHA-256 of the seed and a counter. */
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
  let counter = 0;
  let block: Buffer = Buffer.alloc(0);
  let at = 0;
  const take = (n: number): Buffer => {
    if (at + n > block.length) {
      block = createHash('sha512').update(`${seed} ${counter++}`).digest();
      at = 0;
    }
    at += n;
    return block.subarray(at - n, at);
  };
  const next = (): number => take(6).readUIntBE(0, 6) / 2 ** 48;
  const dice: Dice = {
    next,
    below: (n) => Math.floor(next() * n),
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    bytes: (n) => {
      const bytes = new Uint8Array(n);
      for (let i = 0; i < n; i += 32) bytes.set(take(32).subarray(0, n - i), i);
      return bytes;
    },
    wait: (mean) => -Math.log(1 - next()) * mean,
  };
  return dice;
}
