/**
 * Encodes a built transaction as `tx_metadata`, in the reference's format `pending_tx`: each wallet can relay what
 * the other one built.
 * Upstream: `ptx_to_string`, `on_relay_tx` in src/wallet/wallet_rpc_server.cpp; `wallet2::commit_tx`.
 */
import { haveSameKeys } from '../../protocol/keys/subaddress.ts';
import { sumAmounts } from '../../base/amount.ts';
import type { KeyImage } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { fromHex, toHex } from '../../base/hex.ts';
import { isFault } from '../../base/fault.ts';
import { kernel } from '../../kernel/kernel.ts';
import {
  formatAddress,
  parseAddressFor,
  type Address,
  type Network,
} from '../../protocol/address/address.ts';
import { decode, encode } from '../../protocol/archive/coder.ts';
import {
  expectRealSources,
  type ConstructionData,
  type DestinationEntry,
} from '../../protocol/archive/construction.ts';
import { pendingTx, plannedPending, type PendingRecord } from '../../protocol/archive/sets.ts';
import { generateDerivation } from '../../protocol/keys/derivation.ts';
import { decryptPaymentId } from '../../protocol/keys/payment-id.ts';
import { extraPaymentId } from '../../protocol/tx/extra.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readTransaction, writeTransaction } from '../../protocol/tx/transaction.ts';
import { transactionWeight } from '../../protocol/tx/weight.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { destinationsOf } from './destinations.ts';
import { checkSpendable, type PendingTx } from './pending.ts';
import type { Payee } from './plan.ts';

/** Only for a transaction that this wallet built: it has keys and construction data. Throws Error for any other. */
export function writeMetadata({ blob, fee, keys, construction }: PendingTx): string {
  if (!keys || !construction) throw new Error('metadata of a transaction that was not built here');
  return toHex(
    encode(pendingTx, {
      ...plannedPending(readTransaction(blob), fee, construction),
      txKey: keys.key,
      additionalKeys: keys.additional,
      multisig: [],
      multisigEntropy: new Uint8Array(32),
    }),
  );
}

/**
 * Accepts only what this wallet can have built: the transaction spends our outputs, and its amounts add up. Faults:
 * bad_tx_metadata, output_not_spendable.
 */
export function readMetadata(state: WalletState, hex: string): PendingTx {
  let record: PendingRecord;
  try {
    record = decode(pendingTx, fromHex(hex));
    expectRealSources(record.construction);
  } catch (error) {
    throw isFault(error) ? fault('bad_tx_metadata') : error;
  }
  const { tx, txKey, additionalKeys, construction, change } = record;
  const keyImages = keyInputs(tx.prefix).map(({ keyImage }) => keyImage);
  const txid = txHash(tx);
  checkSpendable(state, { keyImages, sent: txid });
  const spending = keyImages.map((image) => state.outputs[state.byKeyImage.get(toHex(image))!]!);
  const amountIn = sumAmounts(spending);
  const paid = sumAmounts(record.destinations);
  const fee = tx.rct?.fee ?? 0n;
  const major = spending[0]?.subaddress.major;
  if (major === undefined || !tx.prunable || paid + change.amount + fee !== amountIn)
    throw fault('bad_tx_metadata');
  const payees = record.destinations.map((entry) => payeeOf(state.account.network, entry));
  const paymentId = paymentIdOf(record);
  return {
    blob: writeTransaction(tx),
    txid,
    fee,
    weight: transactionWeight(tx),
    keys: { key: txKey, additional: additionalKeys },
    construction,
    account: major,
    keyImages: inOrder(construction, spending),
    destinations: destinationsOf(state, payees, major),
    change: change.amount,
    amountIn,
    ...(paymentId && { paymentId }),
  };
}

/** In the order in which the inputs were chosen; the transaction contains them sorted. */
const inOrder = ({ sources }: ConstructionData, spending: readonly OwnedOutput[]): KeyImage[] => {
  const chosen = sources.flatMap(({ ring, realIndex }) => {
    const output = spending.find(({ key }) => equalBytes(key, ring[realIndex]!.key));
    return output ? [output.keyImage!] : [];
  });
  if (chosen.length !== spending.length) throw fault('bad_tx_metadata');
  return chosen;
};

/** The payee with the address as the user typed it, if that address has these keys. */
export function payeeOf(network: Network, entry: DestinationEntry): Payee {
  const { original, amount, spendPublic, viewPublic, subaddress } = entry;
  const kind = subaddress ? 'subaddress' : 'standard';
  const address: Address = { network, kind, spendPublic, viewPublic };
  try {
    const typed = parseAddressFor(network, original);
    if (haveSameKeys(typed, entry)) return { address: typed, text: original, amount };
  } catch (error) {
    if (!isFault(error)) throw error;
  }
  return { address, text: formatAddress(address), amount };
}

/** Decrypts the payment id in the extra field with the transaction key; undefined when it is all zero. */
const paymentIdOf = ({ tx, txKey, destinations }: PendingRecord): Uint8Array | undefined => {
  const masked = extraPaymentId(tx.prefix.extra);
  const [first] = destinations;
  if (masked?.kind !== 'encrypted' || !first || !kernel.isOnCurve(first.viewPublic)) return undefined;
  if (!kernel.isReducedScalar(txKey)) throw fault('bad_tx_metadata');
  const id = decryptPaymentId(masked.bytes, generateDerivation(first.viewPublic, txKey));
  return first.integrated && id.some((byte) => byte !== 0) ? id : undefined;
};
