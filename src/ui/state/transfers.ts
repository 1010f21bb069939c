/** Converts wire records to the list of transfers. Pure; tests/unit/ui/transfers.test.ts. */
import type { Result } from '../../client/client.ts';
import { SPENDABLE_AGE } from '../../base/chain.ts';
import { millis } from '../format/time.ts';
import type { Transfer, Upcoming } from './model.ts';

export type WireTransfer = NonNullable<Result<'x_history'>['entries']>[number];
/** Money that is unlocked after the same number of blocks. */
export type WireLocked = NonNullable<Result<'x_overview'>['locked']>[number];

/** In the order of `inOrder`. A move between own accounts has two entries; `isArrival` names one of them. */
export function toTransfers(
  entries: readonly WireTransfer[],
  chainHeight: number,
  now = Date.now(),
): Transfer[] {
  return inOrder(entries.map((entry) => toTransfer(entry, { height: chainHeight, now })));
}
/** Newest first. */
export function inOrder(transfers: readonly Transfer[]): Transfer[] {
  return transfers.toSorted(order);
}
const order = (a: Transfer, b: Transfer): number =>
  waitsFirst(a, b) || b.time - a.time || b.height - a.height || (a.key < b.key ? 1 : -1);

/** `inOrder` of two lists that are in order, quickly when few of the second one belong before the end of the first one. */
export function joined(newer: readonly Transfer[], older: readonly Transfer[]): readonly Transfer[] {
  const [last, first] = [newer.at(-1), older[0]];
  if (last === undefined || first === undefined) return newer.concat(older);
  const from = newer.findLastIndex((each) => order(each, first) < 0) + 1;
  const before = older.findIndex((each) => order(each, last) > 0);
  const to = before < 0 ? older.length : before;
  return newer.slice(0, from).concat(inOrder([...newer.slice(from), ...older.slice(0, to)]), older.slice(to));
}
/** Waiting transfers come first, whatever their time. */
const waitsFirst = (a: Transfer, b: Transfer): number =>
  Number(b.state === 'waiting') - Number(a.state === 'waiting');

const INCOMING = ['in', 'pool', 'block'];

const toTransfer = (entry: WireTransfer, at: Moment): Transfer => {
  const { type, txid, height, freeAt = 0, lockedUntil = 0, paymentId = '', relay = '' } = entry;
  const { major, minor } = entry.subaddrIndex;
  const free = { freeAt, lockedUntil: lockedUntil * 1000 };
  return {
    key: `${txid}/${type}/${major}/${minor}`,
    txid,
    urlId: entry.urlId,
    kind: entry.kind,
    incoming: INCOMING.includes(type),
    ...free,
    ...(type === 'failed' ? FAILED : freeAt === 0 ? WAITING : settled(free, at)),
    amount: entry.amount,
    fee: entry.fee,
    net: entry.net,
    walletNet: entry.walletNet,
    height,
    time: millis(entry.timestamp),
    note: entry.note ?? '',
    account: major,
    addressIndex: minor,
    address: entry.address,
    destinations: entry.destinations ?? [],
    otherAccount: entry.otherAccount,
    paymentId: /^0*$/.test(paymentId) ? '' : paymentId,
    doubleSpend: entry.doubleSpendSeen ?? false,
    missing: entry.missing ?? 0,
    canResend: relay !== '',
  };
};

type Settling = Pick<Transfer, 'state' | 'blocks' | 'remaining'>;
const WAITING: Settling = { state: 'waiting', blocks: 0, remaining: SPENDABLE_AGE };
const FAILED: Settling = { state: 'failed', blocks: 0, remaining: SPENDABLE_AGE };
interface Moment {
  /** Height of the chain. */
  readonly height: number;
  /** In milliseconds. */
  readonly now: number;
}
const settled = ({ freeAt, lockedUntil }: Pick<Transfer, 'freeAt' | 'lockedUntil'>, at: Moment): Settling => {
  const remaining = Math.max(0, freeAt - at.height);
  return remaining === 0
    ? { state: lockedUntil > at.now ? 'settling' : 'done', blocks: SPENDABLE_AGE, remaining: 0 }
    : {
        state: 'settling',
        blocks: Math.min(SPENDABLE_AGE - 1, Math.max(0, SPENDABLE_AGE - remaining)),
        remaining,
      };
};
/** A transfer in a block, as it is when the chain has another height. */
export function atHeight(transfer: Transfer, chainHeight: number, now = Date.now()): Transfer {
  return transfer.freeAt === 0 || (transfer.state === 'done' && transfer.freeAt <= chainHeight)
    ? transfer
    : { ...transfer, ...settled(transfer, { height: chainHeight, now }) };
}

/** The receiving entry of a move. */
export function isArrival({ kind, incoming }: Transfer): boolean {
  return kind === 'move' && incoming;
}

/**
 * The next money that will be unlocked: locked money in blocks, soonest first (`groups`), then change that is not in
 * a block yet. `locked` is balance minus spendable amount; what is not in `groups` is unconfirmed.
 */
export function nextToCome(groups: readonly WireLocked[], locked: bigint): Upcoming | undefined {
  const mined = groups.reduce((sum, { amount }) => sum + amount, 0n);
  const unmined = locked > mined ? locked - mined : 0n;
  const [soonest] = groups;
  if (soonest === undefined)
    return unmined > 0n
      ? { amount: unmined, blocks: 0, remaining: SPENDABLE_AGE, waiting: true, more: 0n }
      : undefined;
  const { amount } = soonest;
  return {
    amount,
    blocks: Math.min(SPENDABLE_AGE - 1, Math.max(0, SPENDABLE_AGE - soonest.blocks)),
    remaining: soonest.blocks,
    waiting: false,
    more: mined - amount + unmined,
  };
}
