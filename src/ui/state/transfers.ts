/** From wire records to the list of transfers that a person reads. Pure; tests/unit/ui/transfers.test.ts. */
import { SETTLED, type Transfer, type TransferState, type Upcoming } from './model.ts';

type Whole = bigint | number;
/** The fields of a get_transfers entry that the page reads. Amounts of little worth may arrive as number. */
export interface WireTransfer {
  readonly type: string;
  readonly txid: string;
  readonly amount: Whole;
  readonly fee?: Whole | undefined;
  readonly height: number;
  /** Seconds. */
  readonly timestamp: number;
  readonly unlock_time?: Whole | undefined;
  readonly locked?: boolean | undefined;
  readonly address?: string | undefined;
  readonly subaddr_index: { readonly major: number; readonly minor: number };
  readonly destinations?: readonly { readonly address: string; readonly amount: Whole }[] | undefined;
  readonly note?: string | undefined;
  readonly payment_id?: string | undefined;
  readonly double_spend_seen?: boolean | undefined;
}
/** The fields of an incoming_transfers entry that the page reads. */
export interface WireCoin {
  readonly amount: Whole;
  readonly spent: boolean;
  readonly unlocked: boolean;
  readonly frozen?: boolean | undefined;
  readonly block_height: number;
  readonly tx_hash: string;
}

const MINED_LOCK = 60;
/** Unlock times below this are heights, above it seconds (the protocol's own border). */
const HEIGHT_BORDER = 500_000_000n;
const INCOMING = new Set(['in', 'pool', 'block']);

/** Newest first. Halves of a move between own accounts stay two entries; `withoutArrivals` keeps one of them. */
export const toTransfers = (entries: readonly WireTransfer[], chainHeight: number): Transfer[] => {
  const outs = new Map<string, WireTransfer>();
  const ins = new Map<string, WireTransfer[]>();
  for (const entry of entries) {
    if (INCOMING.has(entry.type)) ins.set(entry.txid, [...(ins.get(entry.txid) ?? []), entry]);
    else outs.set(entry.txid, entry);
  }
  return entries
    .map((entry) => toTransfer(entry, chainHeight, outs.get(entry.txid), ins.get(entry.txid) ?? []))
    .sort((a, b) => waitsFirst(a, b) || b.time - a.time || b.height - a.height || b.key.localeCompare(a.key));
};
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
  const confirmations = unmined ? 0 : Math.max(0, chainHeight - entry.height);
  const remaining = unmined ? SETTLED : blocksToGo(entry, confirmations, chainHeight);
  const state: TransferState =
    entry.type === 'failed' ? 'failed' : unmined ? 'waiting' : remaining > 0 ? 'settling' : 'done';
  const { major, minor } = entry.subaddr_index;
  return {
    key: `${entry.txid}/${entry.type}/${major}/${minor}`,
    txid: entry.txid,
    kind: moved || within ? 'move' : entry.type === 'block' ? 'mined' : incoming ? 'in' : 'out',
    incoming,
    state,
    blocks: state === 'done' ? SETTLED : Math.min(SETTLED - 1, Math.max(0, SETTLED - remaining)),
    confirmations,
    remaining: state === 'done' ? 0 : remaining,
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

const blocksToGo = (entry: WireTransfer, confirmations: number, chainHeight: number): number => {
  const settling = SETTLED - confirmations;
  const mined = entry.type === 'block' ? MINED_LOCK - confirmations : 0;
  const until = BigInt(entry.unlock_time ?? 0);
  const locked = until > 0n && until < HEIGHT_BORDER ? Number(until) - chainHeight : 0;
  return Math.max(0, settling, mined, locked);
};

/** One line for each move: the half that left. */
export const withoutArrivals = (transfers: readonly Transfer[]): Transfer[] =>
  transfers.filter(({ kind, incoming }) => kind !== 'move' || !incoming);

/**
 * The next money to come: locked coins that are free soonest, then change that waits for its block.
 * `locked` is balance minus spendable; what the coins do not explain is still on its way.
 */
export const nextToCome = (
  coins: readonly WireCoin[],
  transfers: readonly Transfer[],
  locked: bigint,
  chainHeight: number,
): Upcoming | undefined => {
  const byTx = new Map(transfers.map((transfer) => [transfer.txid, transfer]));
  const groups = new Map<number, bigint>();
  let mined = 0n;
  for (const { amount, spent, unlocked, frozen, block_height, tx_hash } of coins) {
    if (spent || unlocked || frozen === true) continue;
    const settling = SETTLED - Math.max(0, chainHeight - block_height);
    const remaining = Math.max(1, settling, byTx.get(tx_hash)?.remaining ?? 0);
    groups.set(remaining, (groups.get(remaining) ?? 0n) + BigInt(amount));
    mined += BigInt(amount);
  }
  const soonest = [...groups.keys()].sort((a, b) => a - b)[0];
  const unmined = locked > mined ? locked - mined : 0n;
  if (soonest === undefined)
    return unmined > 0n
      ? { amount: unmined, blocks: 0, remaining: SETTLED, waiting: true, more: 0n }
      : undefined;
  const amount = groups.get(soonest) ?? 0n;
  return {
    amount,
    blocks: Math.min(SETTLED - 1, Math.max(0, SETTLED - soonest)),
    remaining: soonest,
    waiting: false,
    more: mined - amount + unmined,
  };
};
