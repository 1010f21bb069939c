/**
 * The size of a run. `npm test` takes few tries of what is random, from a fixed seed: the same change always gets the same
 * answer. `npm run test:all` takes many, from a random seed that it prints; OSTRO_SEED repeats its choices.
 */
const whole = process.env['OSTRO_TESTS'] === 'all';

/** Seeds every property and every chaos run. */
export const seed = Number(process.env['OSTRO_SEED'] ?? 20_261_125);

/** The value for the run that goes on: `short` in `npm test`, `long` in `npm run test:all`. */
export function inTier<T>({ short, long }: { readonly short: T; readonly long: T }): T {
  return whole ? long : short;
}

/** Time limits detect tests that hang, nothing else. A slow machine multiplies all of them with OSTRO_SLOW. */
const SLOWNESS = Number(process.env['OSTRO_SLOW'] ?? 1);
export function limit(minutes: number): number {
  return minutes * 60_000 * SLOWNESS;
}
