/**
 * Draws the ages of decoys like those of real spends: gamma distributed in log time. Upstream: `gamma_picker` in
 * src/wallet/wallet2.cpp (paper: Möser et al., "An Empirical Analysis of Traceability in the Monero Blockchain",
 * 2018). tests/unit/wallet/decoys checks it with a Kolmogorov-Smirnov test.
 */
import { SPENDABLE_AGE } from '../../base/chain.ts';
import type { Random } from '../../ports/random.ts';
import type { OutputDistribution } from '../../ports/output-source.ts';
import { fault } from '../faults.ts';

const SHAPE = 19.28;
const SCALE = 1 / 1.61;
/** Seconds before an output can be spent: 10 blocks of 120 s. */
const UNLOCK_SECONDS = 1200;
/** Younger ages are distributed evenly over the newest 15 blocks. */
const RECENT_SECONDS = 1800;
const BLOCK_SECONDS = 120;
const BLOCKS_IN_A_YEAR = 262_800;

export interface GammaPicker {
  /** A global output index; undefined: call again. */
  pick(): number | undefined;
  /** Indices below this are of outputs old enough to be picked. */
  readonly usable: number;
}

/** Fault not_enough_outputs when the chain is too young. */
export function createGammaPicker(source: Random, { cumulative }: OutputDistribution): GammaPicker {
  const random = inBulk(source);
  if (cumulative.length < SPENDABLE_AGE)
    throw fault('not_enough_outputs', { available: cumulative.at(-1) ?? 0, needed: 1 });
  const considered = Math.min(cumulative.length, BLOCKS_IN_A_YEAR);
  const before = considered < cumulative.length ? cumulative[cumulative.length - considered - 1]! : 0;
  const outputs = cumulative.at(-1)! - before;
  const end = cumulative.length - (SPENDABLE_AGE - 1);
  const usable = cumulative[end - 1]!;
  if (usable === 0 || outputs === 0) throw fault('not_enough_outputs', { available: 0, needed: 1 });
  const secondsPerOutput = (BLOCK_SECONDS * considered) / outputs;
  return {
    usable,
    pick: () => {
      const age = Math.exp(gamma(random, SHAPE) * SCALE);
      const seconds = age > UNLOCK_SECONDS ? age - UNLOCK_SECONDS : below(random, RECENT_SECONDS);
      const outputsBelowTop = Math.floor(seconds / secondsPerOutput);
      if (outputsBelowTop >= usable) return undefined;
      const block = lowerBound(cumulative, end, usable - 1 - outputsBelowTop);
      const first = block === 0 ? 0 : cumulative[block - 1]!;
      const count = cumulative[block]! - first;
      return count === 0 ? undefined : first + below(random, count);
    },
  };
}

const BULK = 4096;

/** Gives the bytes of `random` with fewer calls: a pick needs about thirty bytes, and a sweep some ten thousand picks. */
const inBulk = (random: Random): Random => {
  let bulk: Uint8Array = new Uint8Array(0);
  let at = 0;
  return {
    bytes: (n) => {
      if (at + n > bulk.length) {
        bulk = random.bytes(BULK);
        at = 0;
      }
      at += n;
      return bulk.subarray(at - n, at);
    },
  };
};

/** The first index whose value is at least `wanted`. */
const lowerBound = (values: readonly number[], end: number, wanted: number): number => {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Uniform in [0, 1) with 53 random bits. */
const uniform = (random: Random): number => {
  const bytes = random.bytes(7);
  let value = bytes[0]! & 31;
  for (let i = 1; i < 7; i++) value = value * 256 + bytes[i]!;
  return value / 2 ** 53;
};

/** Uniform integer in [0, n), n up to 2^48, without modulo bias. */
export function below(random: Random, n: number): number {
  const limit = 2 ** 48 - (2 ** 48 % n);
  for (;;) {
    let value = 0;
    for (const byte of random.bytes(6)) value = value * 256 + byte;
    if (value < limit) return value % n;
  }
}

/** A random order (Fisher-Yates). */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = below(random, i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}

/** Gamma(shape, 1) for shape >= 1: Marsaglia and Tsang, "A simple method for generating gamma variables", 2000. */
const gamma = (random: Random, shape: number): number => {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v <= 0) continue;
    const u = 1 - uniform(random);
    if (Math.log(u) < 0.5 * x * x + d * (1 - v + Math.log(v))) return d * v;
  }
};

/** Standard normal: Box and Muller. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
