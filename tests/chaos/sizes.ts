/**
 * How long each chaos run is. `npm test` uses the small numbers, `npm run chaos` (scripts/tools/checks/chaos.mjs) sets
 * `OSTRO_CHAOS=long`. `OSTRO_CHAOS_SEED` repeats the random choices of an earlier run. `OSTRO_CHAOS_MINUTES` is how long
 * hostile sites play.
 */
const long = process.env['OSTRO_CHAOS'] === 'long';

export const sizes = {
  /** SIGKILLs of the page, of the wallet server, and around multisig signatures. */
  pageKills: long ? 200 : 4,
  serverKills: long ? 200 : 4,
  multisigKills: long ? 200 : 3,
  /** Answers of the node that the proxy changes. */
  lies: long ? 5000 : 150,
  soakMinutes: long ? 20 : 0,
  /** Payments with an idempotency key, during SIGKILLs of the wallet server. */
  keyedPayments: long ? 200 : 6,
  /** SIGKILLs of the wallet server while it sweeps keys on paper. */
  paperKills: long ? 100 : 3,
  /** Payments of parallel senders, and the outputs that they spend. */
  sends: long ? 200 : 24,
  senderCoins: long ? 500 : 72,
  /** Random steps of two wallets of one seed. */
  playSteps: long ? 300 : 40,
  /** Minutes of requests of hostile sites, and the addresses that they name. */
  siteMinutes: Number(process.env['OSTRO_CHAOS_MINUTES'] ?? (long ? 60 : 1 / 3)),
  sitePayees: long ? 1280 : 256,
  /** The time limit in milliseconds of a run with this many kills or lies. */
  timeout: long ? 5_400_000 : 300_000,
};

export const chaosSeed = Number(process.env['OSTRO_CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Numbers in [0, 1) from a seed: mulberry32, enough for choosing steps and delays. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}
