/**
 * Where our answers differ from those of monero-wallet-rpc 0.18.4.0, each with its reason. A comparison takes exactly
 * these out of both answers and nothing else; a difference that is not here is a bug of ours.
 */

export interface KnownDifference {
  /** What is compared, as the tests name it. */
  readonly where: 'transfers' | 'balance';
  readonly what: string;
  readonly reason: string;
  /** Takes the difference out of an entry: theirs and ours go through it alike. */
  readonly level: (entry: object) => object;
}

const without =
  (...names: readonly string[]): KnownDifference['level'] =>
  (entry) =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    where: 'transfers',
    what: 'change_amount of what was sent',
    reason: 'newer versions of the reference tell it; 0.18.4.0 does not know the field',
    level: without('change_amount'),
  },
];

/** One entry without what is known to differ. */
export const level = (where: KnownDifference['where'], entry: object): object =>
  KNOWN_DIFFERENCES.filter((each) => each.where === where).reduce((left, each) => each.level(left), entry);
