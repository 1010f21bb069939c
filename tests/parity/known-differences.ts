/**
 * Where our answers differ from those of monero-wallet-rpc 0.18.4.0, each with its reason. A comparison takes exactly
 * these out of both answers and nothing else; a difference that is not here is a bug of ours. Those without `level` are
 * differences of conduct: tests that meet them name them (`conduct`) where they say what ours does instead.
 */

interface KnownDifference {
  /** What is compared, as the tests name it. */
  readonly where: 'transfers' | 'balance' | 'conduct';
  readonly what: string;
  readonly reason: string;
  /** Takes the difference out of an entry: theirs and ours go through it alike. */
  readonly level?: (entry: object) => object;
}

const without =
  (...names: readonly string[]) =>
  (entry: object): object =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));

const KNOWN_DIFFERENCES = [
  {
    where: 'transfers',
    what: 'change_amount of what was sent',
    reason: 'newer versions of the reference tell it; 0.18.4.0 does not know the field',
    level: without('change_amount'),
  },
  {
    where: 'conduct',
    what: 'a node with fewer blocks than the wallet',
    reason:
      'refresh says node_not_synchronised (-3) and nothing is taken back; theirs reports success and that nothing came',
  },
  {
    where: 'conduct',
    what: 'payments of ours in blocks that a reorg took',
    reason:
      'they wait for a block again and count as failed only when the pool does not show them for 21 looks; theirs ' +
      'forgets them at once, which invites paying twice',
  },
  {
    where: 'conduct',
    what: 'spending by a copy of the wallet that is in the pool',
    reason:
      'it is shown as pending and its money is taken; theirs sees it only in a block and would spend it again',
  },
  {
    where: 'conduct',
    what: 'a transaction that the node refused',
    reason: 'it stays in the history as failed; theirs leaves no trace',
  },
] as const satisfies readonly KnownDifference[];

/** One entry without what is known to differ. */
export const level = (where: 'transfers' | 'balance', entry: object): object =>
  KNOWN_DIFFERENCES.reduce<object>(
    (left, each) => (each.where === where && 'level' in each ? each.level(left) : left),
    entry,
  );

type Conduct = Extract<(typeof KNOWN_DIFFERENCES)[number], { where: 'conduct' }>['what'];

/** Says in a test which known difference it is about to show; the types keep the names honest. */
export const conduct = (what: Conduct): Conduct => what;
