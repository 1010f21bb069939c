/**
 * The result of a sending method: the transactions were signed and relayed, or a set was written for others to sign.
 * Upstream: `fill_response` in src/wallet/wallet_rpc_server.cpp.
 */
import type { Finished, PendingTx, AnyPrepared, Proposal, SendAs, TxKeys } from '../../wallet/types.ts';
import { amountOf, writeMetadata } from '../../wallet/without-wallet.ts';
import type { KeyImage } from '../../base/brands.ts';
import { compareBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { MAY_PROVE } from '../../protocol/block/known-rules.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Infer } from '../../base/shape.ts';
import { fault } from '../faults.ts';
import type { singleResult, splitResult } from './sending.ts';

const NO_SET: SetTexts = { multisig_txset: '', unsigned_txset: '' };

/** Options of the caller besides the payment. */
export interface SendOptions {
  readonly keys: boolean;
  readonly do_not_relay: boolean;
  readonly get_tx_hex: boolean;
  readonly get_tx_metadata: boolean;
}

type Single = Infer<typeof singleResult>;
type Split = Infer<typeof splitResult>;
/** The set for others to sign, in hex. One of the two texts is empty, or both. */
type SetTexts = Pick<Single, 'multisig_txset' | 'unsigned_txset'>;

/**
 * Signs a transaction and relays it (unless `do_not_relay` is set), or writes its set. Faults: tx_rejected,
 * relay_unknown, output_not_spendable, multisig_import_needed; carrot_undefined for the metadata of one without rings.
 */
export async function sendOne(
  wallet: Wallet,
  prepared: AnyPrepared,
  wanted: SendOptions,
  send: SendAs<Single>,
): Promise<Single> {
  const { txs, entries, set } = await finish(wallet, [prepared], wanted);
  return send(txs, { ...entries[0]!, ...set });
}

/** Sends several transactions in order, until one fails; those already sent stay sent. */
export async function sendAll(
  wallet: Wallet,
  prepared: readonly AnyPrepared[],
  wanted: SendOptions,
  send: SendAs<Split>,
): Promise<Split> {
  const { txs, entries, set } = await finish(wallet, prepared, wanted);
  return send(txs, { ...toSplit(entries), ...set });
}

/** `txs`: the transactions to send. `entries`: one for each transaction, sent or not. */
const finish = async (
  wallet: Wallet,
  prepared: readonly AnyPrepared[],
  wanted: SendOptions,
): Promise<{
  readonly txs: readonly PendingTx[];
  readonly entries: readonly Single[];
  readonly set: SetTexts;
}> => {
  if (MAY_PROVE && wanted.get_tx_metadata && prepared.some((each) => 'proposals' in each))
    throw fault('carrot_undefined', { reason: 'tx_key' });
  const finished = await wallet.payments.finish(prepared);
  if (finished.kind !== 'signed')
    return {
      txs: [],
      entries: finished.proposals.map((each) => proposed(each, wanted)),
      set: setTexts(finished),
    };
  return {
    txs: wanted.do_not_relay ? [] : finished.txs,
    entries: await Promise.all(finished.txs.map((each) => signed(each, wanted))),
    set: NO_SET,
  };
};

const setTexts = ({ kind, set }: Exclude<Finished, { kind: 'signed' }>): SetTexts => ({
  ...NO_SET,
  [kind === 'multisig' ? 'multisig_txset' : 'unsigned_txset']: toHex(set),
});

/** A proposal has no blob and no metadata before the last signature. */
const proposed = ({ id, keys, fee, weight, amounts, keyImages }: Proposal, wanted: SendOptions): Single => ({
  ...NO_SET,
  tx_hash: id ? toHex(id) : '',
  tx_key: wanted.keys && keys ? keyText(keys) : '',
  amount: amounts.reduce((sum, amount) => sum + amount, 0n),
  amounts_by_dest: { amounts },
  fee,
  weight,
  tx_blob: '',
  tx_metadata: '',
  spent_key_images: { key_images: descending(keyImages) },
});

const signed = async (pending: PendingTx, wanted: SendOptions): Promise<Single> => ({
  ...NO_SET,
  tx_hash: toHex(pending.txid),
  tx_key: wanted.keys && pending.keys ? keyText(pending.keys) : '',
  amount: amountOf(pending),
  amounts_by_dest: { amounts: pending.destinations.map(({ amount }) => amount) },
  fee: pending.fee,
  weight: pending.weight,
  tx_blob: wanted.get_tx_hex ? toHex(pending.blob) : '',
  tx_metadata: wanted.get_tx_metadata ? await writeMetadata(pending) : '',
  spent_key_images: { key_images: descending(pending.keyImages) },
});

/** The results of several transactions; of none, empty lists. */
export function toSplit(sent: readonly Single[]): Split {
  return {
    ...NO_SET,
    tx_hash_list: texts(sent.map(({ tx_hash }) => tx_hash)),
    tx_key_list: texts(sent.map(({ tx_key }) => tx_key)),
    amount_list: sent.map(({ amount }) => amount),
    amounts_by_dest_list: sent.map(({ amounts_by_dest }) => amounts_by_dest),
    fee_list: sent.map(({ fee }) => fee),
    weight_list: sent.map(({ weight }) => weight),
    tx_blob_list: texts(sent.map(({ tx_blob }) => tx_blob)),
    tx_metadata_list: texts(sent.map(({ tx_metadata }) => tx_metadata)),
    spent_key_images_list: sent.map(({ spent_key_images }) => spent_key_images),
  };
}

const texts = (all: readonly string[]): string[] => all.filter((text) => text !== '');

/** The main key, then one per output if there are additional keys. */
export function keyText({ key, additional }: TxKeys): string {
  return [key, ...additional].map(toHex).join('');
}

/** Sorted as in the transaction. */
const descending = (keyImages: readonly KeyImage[]): string[] =>
  [...keyImages].sort((a, b) => compareBytes(b, a)).map(toHex);
