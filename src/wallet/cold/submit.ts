/**
 * The watching half takes the signed transactions and hands them to a node.
 * Upstream: `wallet2::parse_tx_from_str`, `commit_tx`, `on_submit_transfer`.
 */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { isFault } from '../../base/fault.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import { formatAddress, type Address, type Network } from '../../protocol/address/address.ts';
import { decode } from '../../protocol/archive/coder.ts';
import type { DestinationEntry } from '../../protocol/archive/construction.ts';
import { openEnvelope } from '../../protocol/archive/envelope.ts';
import { signedSet, type PendingRecord, type SignedSet } from '../../protocol/archive/sets.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { writeTransaction } from '../../protocol/tx/transaction.ts';
import { fault } from '../faults.ts';
import type { PendingTx } from '../spend/pending.ts';
import { put, type Ledger, type WalletState } from '../state/state.ts';
import type { Destination, OwnedOutput } from '../state/types.ts';
import { settleSpends, type ToldImages } from './spent.ts';

export interface SubmitDeps {
  readonly ledger: Ledger;
  readonly pool: ScanPool;
  /** Where one of our addresses stands. */
  readonly indexOf: (
    address: Address,
  ) => Promise<{ readonly major: number; readonly minor: number } | undefined>;
  readonly relay: (pending: PendingTx) => Promise<void>;
  /** The pool knows our keys. */
  readonly prepared: () => Promise<void>;
}

const refuse = (why: string) => fault('bad_signed_set', { why });

/**
 * Takes the key images that came along, then relays one transaction after the other; answers their ids. Faults
 * bad_signed_set and old_format before anything is kept; those of relaying, where what went out stays out.
 */
export const submitTransfers = async (deps: SubmitDeps, bytes: Uint8Array): Promise<Uint8Array[]> => {
  const { ledger } = deps;
  const set = readSignedSet(ledger.state, bytes);
  const told = imagesOf(ledger.state, set);
  const spending = set.txs.map((record) => spendingOf(ledger.state, told, record));
  await deps.prepared();
  await ledger.commit((state) => {
    const { puts, deletes } = settleSpends(state, told, { status: new Map(), txs: [] });
    const later = set.ownOutputs
      .map(([key, keyImage]) => put('keyImages', toHex(key), keyImage))
      .filter(({ key }) => !state.tables.keyImages.has(key));
    return { puts: [...puts, ...later], deletes };
  });
  const txids: Uint8Array[] = [];
  for (const [i, record] of set.txs.entries()) {
    const pending = await pendingOf(deps, record, spending[i]!);
    await deps.relay(pending);
    txids.push(pending.txid);
  }
  return txids;
};

const readSignedSet = ({ account }: WalletState, bytes: Uint8Array): SignedSet => {
  try {
    return decode(signedSet, openEnvelope('signed', account.viewSecret, bytes));
  } catch (error) {
    if (!isFault(error) || error.code === 'old_format') throw error;
    throw refuse(error.code);
  }
};

/** By one-time key. They come unsigned, so none replaces an image that is known. */
const imagesOf = ({ outputs }: WalletState, { keyImages, ownOutputs }: SignedSet): ToldImages => {
  if (keyImages.length > outputs.length) throw refuse('it tells of outputs that are not known here');
  const told = new Map<string, Uint8Array>();
  for (const [seat, image] of keyImages.entries()) {
    if (image.every((byte) => byte === 0)) continue;
    const { key, keyImage: known } = outputs[seat]!;
    if (known && !equalBytes(known, image)) throw refuse('a key image differs from the one that is known');
    told.set(toHex(key), image);
  }
  const all = [...told.values(), ...ownOutputs.map(([, image]) => image)];
  if (!all.every((image) => kernel.isInPrimeSubgroup(image))) throw refuse('a key image is none');
  return told;
};

/** Our outputs that a transaction spends: it may have no other inputs. */
const spendingOf = (state: WalletState, told: ToldImages, { tx }: PendingRecord): OwnedOutput[] => {
  const byImage = new Map([...told].map(([key, image]) => [toHex(image), state.byKey.get(key)]));
  const inputs = keyInputs(tx.prefix);
  if (inputs.length === 0 || inputs.length < tx.prefix.inputs.length) throw refuse('it spends nothing');
  return inputs.map(({ keyImage }) => {
    const id = toHex(keyImage);
    const seat = byImage.get(id) ?? state.byKeyImage.get(id);
    if (seat === undefined) throw refuse('it spends what is not ours');
    return state.outputs[seat]!;
  });
};

/** Fee from the transaction, change from what it pays back to us; whom it pays only as far as the sum bears it out. */
const pendingOf = async (
  deps: SubmitDeps,
  { tx, change, destinations }: PendingRecord,
  spending: readonly OwnedOutput[],
): Promise<PendingTx> => {
  const { network } = deps.ledger.state.account;
  const blob = writeTransaction(tx);
  const fee = tx.rct?.fee ?? 0n;
  const amountIn = spending.reduce((sum, { amount }) => sum + amount, 0n);
  const account = spending[0]!.subaddress.major;
  const { prunable: _proofs, ...pruned } = tx;
  const scanned = await deps.pool.scanTx(writeTransaction(pruned));
  const back = (scanned?.found ?? [])
    .filter(({ subaddress }) => subaddress.major === account)
    .reduce((sum, { amount }) => sum + amount, 0n);
  const paid = destinations.reduce((sum, { amount }) => sum + amount, 0n);
  const believable = paid + change.amount + fee === amountIn && change.amount <= back;
  const known: Destination[] = [];
  if (believable)
    for (const entry of destinations) known.push(await destinationOf(deps, network, account, entry));
  return {
    blob,
    txid: txHash(tx),
    fee,
    weight: 0,
    account,
    keyImages: keyInputs(tx.prefix).map(({ keyImage }) => keyImage),
    destinations: known,
    change: believable ? change.amount : back,
    amountIn,
  };
};

const destinationOf = async (
  { indexOf }: SubmitDeps,
  network: Network,
  account: number,
  { original, amount, spendPublic, viewPublic, subaddress }: DestinationEntry,
): Promise<Destination> => {
  const address: Address = {
    network,
    kind: subaddress ? 'subaddress' : 'standard',
    spendPublic,
    viewPublic,
  };
  const own = await indexOf(address);
  return {
    address: original || formatAddress(address),
    amount,
    ...(own?.major === account && { minor: own.minor }),
  };
};
