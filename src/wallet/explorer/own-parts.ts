/** Finds this wallet's parts of blocks and transactions in its own records: no node is asked. */
import type { TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { writeTransaction } from '../../protocol/tx/transaction.ts';
import type { Transaction } from '../../protocol/tx/types.ts';
import { gapsOf } from '../ledger/gaps.ts';
import type { WalletState } from '../state/state.ts';

/** The parts of the open wallet that are needed. */
export interface Owner {
  readonly state: WalletState;
  /** `prepared` resolves when the scan workers have the wallet's keys. */
  readonly sync: { prepared(): Promise<void> };
}
export interface OwnOutputPart {
  readonly index: number;
  readonly amount: bigint;
  readonly subaddress: SubaddressIndex;
}
export interface OwnParts {
  readonly outputs: readonly OwnOutputPart[];
  /** Amounts of inputs that spend ours, by key image in hex. */
  readonly inputs: ReadonlyMap<string, bigint>;
}

/** The wallet has scanned the block at this height: it is neither below the birthday nor in a gap. */
export function hasRead(state: WalletState, height: number): boolean {
  const left = gapsOf(state).some(({ from, to }) => height >= from && height < to);
  return height >= state.account.restoreHeight && height < state.height && !left;
}

/**
 * Reads the parts from the wallet's records if it has scanned the block of the transaction; else scans the
 * transaction here.
 */
export async function ownParts(
  wallet: Owner,
  pool: ScanPool,
  {
    txid,
    tx,
    height,
  }: { readonly txid: TxId; readonly tx: Transaction; readonly height?: number | undefined },
): Promise<OwnParts> {
  const { state } = wallet;
  const scanned = height !== undefined && hasRead(state, height);
  return {
    outputs: scanned ? recordedOutputs(state, txid) : await scannedOutputs(wallet, pool, tx),
    inputs: ownInputs(state, tx),
  };
}

const recordedOutputs = ({ outputs }: WalletState, txid: TxId): readonly OwnOutputPart[] => {
  const id = toHex(txid);
  return outputs
    .filter((output) => toHex(output.txid) === id)
    .map(({ outputIndex, amount, subaddress }) => ({ index: outputIndex, amount, subaddress }));
};

const scannedOutputs = async (
  wallet: Owner,
  pool: ScanPool,
  { prefix, rct }: Transaction,
): Promise<readonly OwnOutputPart[]> => {
  await wallet.sync.prepared();
  const pruned = { prefix, signatures: [], ...(rct && { rct }) };
  const found = (await pool.scanTx(writeTransaction(pruned)))?.found ?? [];
  return found.map(({ outputIndex, amount, subaddress }) => ({ index: outputIndex, amount, subaddress }));
};

const ownInputs = ({ outputs }: WalletState, { prefix }: Transaction): ReadonlyMap<string, bigint> => {
  const images = new Set(keyInputs(prefix).map(({ keyImage }) => toHex(keyImage)));
  const ours = new Map<string, bigint>();
  for (const { keyImage, amount } of outputs) {
    const image = keyImage && toHex(keyImage);
    if (image !== undefined && images.has(image)) ours.set(image, amount);
  }
  return ours;
};

export interface OwnInTransaction {
  readonly txid: TxId;
  readonly received: bigint;
  readonly spent: bigint;
}

/** Finds the transactions of `txids`, in their order, that pay this wallet or spend its money. */
export function ownAmong({ outputs }: WalletState, txids: readonly TxId[]): readonly OwnInTransaction[] {
  const sums = new Map<string, { received: bigint; spent: bigint }>();
  const sumOf = (txid: TxId): { received: bigint; spent: bigint } => {
    const id = toHex(txid);
    const sum = sums.get(id) ?? { received: 0n, spent: 0n };
    sums.set(id, sum);
    return sum;
  };
  for (const { txid, amount, spent } of outputs) {
    sumOf(txid).received += amount;
    if (spent) sumOf(spent.txid).spent += amount;
  }
  return txids.flatMap((txid) => {
    const sum = sums.get(toHex(txid));
    return sum ? [{ txid, ...sum }] : [];
  });
}
