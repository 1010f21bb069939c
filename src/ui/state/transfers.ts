/** Converts wire records to the list of transfers. Pure; tests/unit/ui/transfers.test.ts. */
import { SETTLED, type Transfer, type Upcoming } from './model.ts';

type Whole = bigint | number;
/** An entry of x_history. Small amounts may arrive as number. */
export interface WireTransfer {
  readonly type: string;
  readonly txid: string;
  readonly place?: string | undefined;
  readonly amount: Whole;
  readonly fee?: Whole | undefined;
  readonly height: number;
  /** In seconds. */
  readonly timestamp: number;
  readonly unlock_time?: Whole | undefined;
  readonly address?: string | undefined;
  readonly subaddr_index: { readonly major: number; readonly minor: number };
  readonly destinations?: readonly { readonly address: string; readonly amount: Whole }[] | undefined;
  readonly note?: string | undefined;
  readonly payment_id?: string | undefined;
  readonly double_spend_seen?: boolean | undefined;
  readonly missing?: number | undefined;
  readonly relay?: string | undefined;
}
/** Money that is unlocked after the same number of blocks: an entry of `locked` in x_overview. */
export interface WireLocked {
  readonly blocks: number;
  readonly amount: Whole;
}

const MINED_LOCK = 60;
/** Smaller unlock times are heights, larger ones seconds (the protocol's limit). */
const HEIGHT_BORDER = 500_000_000n;
/** Nodes accept a time so many seconds before it comes, and so does the wallet (wallet/ledger/balance.ts). */
const LEEWAY = 120n;
const INCOMING = new Set(['in', 'pool', 'block']);

/** In the order of `inOrder`. A move between own accounts has two entries; `withoutArrivals` removes one of them. */
export function toTransfers(
  entries: readonly WireTransfer[],
  chainHeight: number,
  now = Date.now(),
): Transfer[] {
  const outs = new Map<string, WireTransfer>();
  const ins = new Map<string, WireTransfer[]>();
  for (const entry of entries) {
    if (INCOMING.has(entry.type)) ins.set(entry.txid, [...(ins.get(entry.txid) ?? []), entry]);
    else outs.set(entry.txid, entry);
  }
  return inOrder(
    entries.map((entry) =>
      toTransfer(entry, { height: chainHeight, now }, outs.get(entry.txid), ins.get(entry.txid) ?? []),
    ),
  );
}
/** Newest first. */
export function inOrder(transfers: readonly Transfer[]): Transfer[] {
  return transfers.toSorted(
    (a, b) => waitsFirst(a, b) || b.time - a.time || b.height - a.height || (a.key < b.key ? 1 : -1),
  );
}
/** Waiting transfers come first, whatever their time. */
const waitsFirst = (a: Transfer, b: Transfer): number =>
  Number(b.state === 'waiting') - Number(a.state === 'waiting');

const toTransfer = (
  entry: WireTransfer,
  at: Moment,
  out: WireTransfer | undefined,
  ins: readonly WireTransfer[],
): Transfer => {
  const incoming = INCOMING.has(entry.type);
  const arrived = ins.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const sent = (entry.destinations ?? []).reduce((sum, to) => sum + BigInt(to.amount), 0n);
  // An account that pays itself has sent nothing but the fee.
  const within = entry.type === 'out' && BigInt(entry.amount) === 0n;
  // Everything that was sent arrived in this wallet: a move between own accounts.
  const moved = out !== undefined && out.type !== 'failed' && ins.length > 0 && arrived >= BigInt(out.amount);
  const unmined = entry.type === 'pool' || entry.type === 'pending' || entry.height === 0;
  const free = { freeAt: unmined ? 0 : freeHeight(entry), lockedUntil: unmined ? 0 : lockTime(entry) };
  const { major, minor } = entry.subaddr_index;
  return {
    key: `${entry.txid}/${entry.type}/${major}/${minor}`,
    txid: entry.txid,
    place: entry.place ?? '',
    kind: moved || within ? 'move' : entry.type === 'block' ? 'mined' : incoming ? 'in' : 'out',
    incoming,
    ...free,
    ...(entry.type === 'failed' ? FAILED : unmined ? WAITING : settled(free, at)),
    amount: within ? sent : BigInt(entry.amount),
    fee: BigInt(entry.fee ?? 0),
    height: entry.height,
    time: entry.timestamp * 1000,
    note: entry.note ?? '',
    account: major,
    addressIndex: minor,
    address: entry.address ?? '',
    destinations: (entry.destinations ?? []).map(({ address, amount }) => ({
      address,
      amount: BigInt(amount),
    })),
    otherAccount: moved
      ? incoming
        ? out.subaddr_index.major
        : ins[0]!.subaddr_index.major
      : within
        ? major
        : undefined,
    paymentId: /^0*$/.test(entry.payment_id ?? '') ? '' : (entry.payment_id ?? ''),
    doubleSpend: entry.double_spend_seen ?? false,
    missing: entry.missing ?? 0,
    canResend: (entry.relay ?? '') !== '',
  };
};

const freeHeight = ({ type, height, unlock_time }: WireTransfer): number => {
  const until = BigInt(unlock_time ?? 0);
  return Math.max(
    height + (type === 'block' ? MINED_LOCK : SETTLED),
    until < HEIGHT_BORDER ? Number(until) : 0,
  );
};
/** In milliseconds; 0 unless the lock is a time. */
const lockTime = ({ unlock_time }: WireTransfer): number => {
  const until = BigInt(unlock_time ?? 0);
  return until < HEIGHT_BORDER ? 0 : Number(until - LEEWAY) * 1000;
};
type Settling = Pick<Transfer, 'state' | 'blocks' | 'remaining'>;
const WAITING: Settling = { state: 'waiting', blocks: 0, remaining: SETTLED };
const FAILED: Settling = { state: 'failed', blocks: 0, remaining: SETTLED };
interface Moment {
  /** Of the chain. */
  readonly height: number;
  /** In milliseconds. */
  readonly now: number;
}
const settled = ({ freeAt, lockedUntil }: Pick<Transfer, 'freeAt' | 'lockedUntil'>, at: Moment): Settling => {
  const remaining = Math.max(0, freeAt - at.height);
  return remaining === 0
    ? { state: lockedUntil > at.now ? 'settling' : 'done', blocks: SETTLED, remaining: 0 }
    : { state: 'settling', blocks: Math.min(SETTLED - 1, Math.max(0, SETTLED - remaining)), remaining };
};
/** A transfer in a block, as it is when the chain has another height. */
export function atHeight(transfer: Transfer, chainHeight: number, now = Date.now()): Transfer {
  return transfer.freeAt === 0 || (transfer.state === 'done' && transfer.freeAt <= chainHeight)
    ? transfer
    : { ...transfer, ...settled(transfer, { height: chainHeight, now }) };
}

/** Removes the receiving entry of each move. */
export function withoutArrivals(transfers: readonly Transfer[]): Transfer[] {
  return transfers.filter(({ kind, incoming }) => kind !== 'move' || !incoming);
}

/**
 * The next money that will be unlocked: locked money in blocks, soonest first (`groups`), then change that is not in
 * a block yet. `locked` is balance minus spendable amount; what is not in `groups` is unconfirmed.
 */
export function nextToCome(groups: readonly WireLocked[], locked: bigint): Upcoming | undefined {
  const mined = groups.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const unmined = locked > mined ? locked - mined : 0n;
  const [soonest] = groups;
  if (soonest === undefined)
    return unmined > 0n
      ? { amount: unmined, blocks: 0, remaining: SETTLED, waiting: true, more: 0n }
      : undefined;
  const amount = BigInt(soonest.amount);
  return {
    amount,
    blocks: Math.min(SETTLED - 1, Math.max(0, SETTLED - soonest.blocks)),
    remaining: soonest.blocks,
    waiting: false,
    more: mined - amount + unmined,
  };
}
