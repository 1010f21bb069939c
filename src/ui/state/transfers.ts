/** From wire records to the list of transfers that a person reads. Pure; tests/unit/ui/transfers.test.ts. */
import { SETTLED, type Transfer, type Upcoming } from './model.ts';

type Whole = bigint | number;
/** An x_history entry. Amounts of little worth may arrive as number. */
export interface WireTransfer {
  readonly type: string;
  readonly txid: string;
  readonly amount: Whole;
  readonly fee?: Whole | undefined;
  readonly height: number;
  /** Seconds. */
  readonly timestamp: number;
  readonly unlock_time?: Whole | undefined;
  readonly address?: string | undefined;
  readonly subaddr_index: { readonly major: number; readonly minor: number };
  readonly destinations?: readonly { readonly address: string; readonly amount: Whole }[] | undefined;
  readonly note?: string | undefined;
  readonly payment_id?: string | undefined;
  readonly double_spend_seen?: boolean | undefined;
}
/** Money that waits for the same number of blocks: an entry of `locked` in x_overview. */
export interface WireLocked {
  readonly blocks: number;
  readonly amount: Whole;
}

const MINED_LOCK = 60;
/** Unlock times below this are heights, above it seconds (the protocol's own border). */
const HEIGHT_BORDER = 500_000_000n;
const INCOMING = new Set(['in', 'pool', 'block']);

/** In the order of `inOrder`. Halves of a move between own accounts stay two entries; `withoutArrivals` keeps one of them. */
export function toTransfers(entries: readonly WireTransfer[], chainHeight: number): Transfer[] {
  const outs = new Map<string, WireTransfer>();
  const ins = new Map<string, WireTransfer[]>();
  for (const entry of entries) {
    if (INCOMING.has(entry.type)) ins.set(entry.txid, [...(ins.get(entry.txid) ?? []), entry]);
    else outs.set(entry.txid, entry);
  }
  return inOrder(
    entries.map((entry) => toTransfer(entry, chainHeight, outs.get(entry.txid), ins.get(entry.txid) ?? [])),
  );
}
/** Newest first. */
export function inOrder(transfers: readonly Transfer[]): Transfer[] {
  return transfers.toSorted(
    (a, b) => waitsFirst(a, b) || b.time - a.time || b.height - a.height || (a.key < b.key ? 1 : -1),
  );
}
/** What waits comes first, whatever its clock says. */
const waitsFirst = (a: Transfer, b: Transfer): number =>
  Number(b.state === 'waiting') - Number(a.state === 'waiting');

const toTransfer = (
  entry: WireTransfer,
  chainHeight: number,
  out: WireTransfer | undefined,
  ins: readonly WireTransfer[],
): Transfer => {
  const incoming = INCOMING.has(entry.type);
  const arrived = ins.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const sent = (entry.destinations ?? []).reduce((sum, to) => sum + BigInt(to.amount), 0n);
  // What went from an account to itself counts as nothing sent: only the fee left.
  const within = entry.type === 'out' && BigInt(entry.amount) === 0n;
  // All that was sent came in again: both ends are ours.
  const moved = out !== undefined && out.type !== 'failed' && ins.length > 0 && arrived >= BigInt(out.amount);
  const unmined = entry.type === 'pool' || entry.type === 'pending' || entry.height === 0;
  const freeAt = unmined ? 0 : freeHeight(entry);
  const { major, minor } = entry.subaddr_index;
  return {
    key: `${entry.txid}/${entry.type}/${major}/${minor}`,
    txid: entry.txid,
    kind: moved || within ? 'move' : entry.type === 'block' ? 'mined' : incoming ? 'in' : 'out',
    incoming,
    freeAt,
    ...(entry.type === 'failed' ? FAILED : unmined ? WAITING : settled(freeAt, chainHeight)),
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
  };
};

const freeHeight = ({ type, height, unlock_time }: WireTransfer): number => {
  const until = BigInt(unlock_time ?? 0);
  return Math.max(
    height + (type === 'block' ? MINED_LOCK : SETTLED),
    until < HEIGHT_BORDER ? Number(until) : 0,
  );
};
type Settling = Pick<Transfer, 'state' | 'blocks' | 'remaining'>;
const WAITING: Settling = { state: 'waiting', blocks: 0, remaining: SETTLED };
const FAILED: Settling = { state: 'failed', blocks: 0, remaining: SETTLED };
const settled = (freeAt: number, chainHeight: number): Settling => {
  const remaining = Math.max(0, freeAt - chainHeight);
  return remaining === 0
    ? { state: 'done', blocks: SETTLED, remaining: 0 }
    : { state: 'settling', blocks: Math.min(SETTLED - 1, Math.max(0, SETTLED - remaining)), remaining };
};
/** What is in a block, as it is at another height of the chain. */
export function atHeight(transfer: Transfer, chainHeight: number): Transfer {
  return transfer.freeAt === 0 || (transfer.state === 'done' && transfer.freeAt <= chainHeight)
    ? transfer
    : { ...transfer, ...settled(transfer.freeAt, chainHeight) };
}

/** One line for each move: the half that left. */
export function withoutArrivals(transfers: readonly Transfer[]): Transfer[] {
  return transfers.filter(({ kind, incoming }) => kind !== 'move' || !incoming);
}

/**
 * The next money to come: what is free soonest, then change that waits for its block. `locked` is balance minus
 * spendable; what does not wait in blocks (`groups`, soonest first) is still on its way to one.
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
