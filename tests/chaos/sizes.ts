/** Random numbers of the chaos tests, and the sizes of their long runs. */

/** Set by `npm run chaos` (scripts/tools/checks/chaos.ts): hours instead of the minutes of `npm run test:all`. */
const full = process.env['OSTRO_CHAOS'] === 'full';
const size = (middle: number, most: number): number => (full ? most : middle);

export const sizes = {
  /** SIGKILLs of the page, of the wallet server, and around multisig signatures. */
  pageKills: size(20, 200),
  serverKills: size(40, 200),
  multisigKills: size(30, 200),
  /** Answers of the node that the proxy changes. */
  lies: size(600, 5000),
  /** Rounds of reading and paying whose memory is printed. */
  soakRounds: size(150, 3000),
  /** Payments with an idempotency key, during SIGKILLs of the wallet server. */
  keyedPayments: size(24, 200),
  /** SIGKILLs of the wallet server while it sweeps keys on paper. */
  paperKills: size(15, 100),
  /** Payments of parallel senders, and the outputs that they spend. */
  sends: size(60, 200),
  senderCoins: size(150, 500),
  /** Random steps of two wallets of one seed. */
  playSteps: size(120, 300),
  /** Steps of hostile sites, and the addresses that they name. */
  siteSteps: size(150, 6000),
  sitePayees: size(256, 1280),
};

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
