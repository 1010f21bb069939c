/**
 * What the sending methods share: their parameters' checks, and built transactions in wire form.
 * Upstream: `fill_response` in src/wallet/wallet_rpc_server.cpp.
 */
import { compareBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { keepUnsigned, proposalOf, writeUnsignedSet, type Proposal } from '../../wallet/cold/propose.ts';
import { proposeMultisig } from '../../wallet/multisig/propose.ts';
import { checkMultisigEnabled } from '../../wallet/multisig/status.ts';
import { writeMetadata } from '../../wallet/spend/metadata.ts';
import { amountOf, type PendingTx } from '../../wallet/spend/pending.ts';
import type { Prepared } from '../../wallet/spend/prepared.ts';
import type { Keep } from '../../wallet/spend/unsent-payment.ts';
import { signAll, signPrepared } from '../../wallet/spend/spend.ts';
import type { Priority } from '../../wallet/spend/fees.ts';
import type { TxKeys } from '../../wallet/state/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Errors } from '../errors.ts';
import { fault } from '../faults.ts';
import type { RpcContext } from '../method.ts';
import { bool, count, def, listOf, obj, opt, str, u32, u64, type Infer } from '../schema.ts';

/** Parameters of every sending method. */
export const sendingParams = {
  priority: u32,
  // One ring size for all since 2022: read, and without effect.
  ring_size: def(count, 0),
  unlock_time: u64,
  payment_id: str,
  do_not_relay: def(bool, false),
  get_tx_hex: def(bool, false),
  get_tx_metadata: def(bool, false),
  /** Ours: what others are to sign is stored with this note, and its inputs are bound, before the set is answered. */
  x_keep: def(bool, false),
  x_note: str,
};

/** A wrong address is told with its text. */
export const addressErrors = {
  bad_address: [-2, (data) => wrongAddress(data)],
  wrong_network: [-2, (data) => wrongAddress(data)],
} satisfies Errors<unknown>;
/** What has no code of its own is a transfer error (-4). */
export const sendingErrors = { ...addressErrors, '*': -4 } satisfies Errors<unknown>;
const wrongAddress = (data: object): string =>
  `WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: ${(data as { readonly text?: string }).text ?? ''}`;

const amountsList = obj({ amounts: listOf(u64) });
const keyImageList = obj({ key_images: listOf(str) });

export const singleResult = {
  tx_hash: str,
  tx_key: str,
  amount: u64,
  amounts_by_dest: amountsList,
  fee: u64,
  weight: count,
  tx_blob: str,
  tx_metadata: str,
  multisig_txset: str,
  unsigned_txset: str,
  spent_key_images: keyImageList,
  /** Ours, with get_tx_metadata: the coins that pay, and what comes back. */
  x_inputs: listOf(u64),
  x_change: opt(u64),
  /** Ours, with x_keep: the key of the payment that waits for signatures. */
  x_unsent: opt(str),
};

export const splitResult = {
  tx_hash_list: listOf(str),
  tx_key_list: listOf(str),
  amount_list: listOf(u64),
  amounts_by_dest_list: listOf(amountsList),
  fee_list: listOf(u64),
  weight_list: listOf(count),
  tx_blob_list: listOf(str),
  tx_metadata_list: listOf(str),
  multisig_txset: str,
  unsigned_txset: str,
  spent_key_images_list: listOf(keyImageList),
  x_inputs: listOf(u64),
  x_change: opt(u64),
  x_unsent: opt(str),
};

/** Faults: multisig_disabled, nonzero_unlock_time, bad_priority. */
export function checkSending(
  { state }: Wallet,
  given: { readonly unlock_time: bigint; readonly priority: number },
): Priority {
  checkMultisigEnabled(state);
  if (given.unlock_time !== 0n) throw fault('nonzero_unlock_time');
  if (given.priority > 4) throw fault('bad_priority', { priority: given.priority });
  return given.priority as Priority;
}

export interface Wanted {
  readonly keys: boolean;
  readonly do_not_relay: boolean;
  readonly get_tx_hex: boolean;
  readonly get_tx_metadata: boolean;
  readonly x_keep?: boolean;
  readonly x_note?: string;
}

type Single = Infer<typeof singleResult>;
type Split = Infer<typeof splitResult>;

/**
 * Signs and relays it unless told not to; without the spend key it is written down for who has it, or for those who have
 * it together. Faults: tx_rejected, relay_unknown, output_not_spendable, multisig_import_needed.
 */
export async function sendOne(context: RpcContext, prepared: Prepared, wanted: Wanted): Promise<Single> {
  const { wallet } = context;
  if (wallet.state.account.multisig) {
    const { sent, ...set } = await forSigners(context, [prepared], wanted);
    return { ...sent[0]!, ...set };
  }
  if (!wallet.state.account.spendSecret)
    return { ...proposedOne(prepared, wanted), ...(await forSigner(context, [prepared], wanted)) };
  return sendSigned(wallet, await signPrepared(wallet.spending, prepared), wanted);
}

/** One after the other; the first that fails ends it, and what was sent stays sent. */
export async function sendAll(
  context: RpcContext,
  prepared: readonly Prepared[],
  wanted: Wanted,
): Promise<Split> {
  const { wallet } = context;
  if (wallet.state.account.multisig) {
    const { sent, ...set } = await forSigners(context, prepared, wanted);
    return { ...toSplit(sent, wanted), tx_hash_list: [], ...set };
  }
  if (!wallet.state.account.spendSecret) {
    const proposed = prepared.map((each) => proposedOne(each, wanted));
    return { ...toSplit(proposed, wanted), ...(await forSigner(context, prepared, wanted)) };
  }
  const pending = await signAll(wallet.spending, prepared);
  const sent: Single[] = [];
  for (const each of pending) sent.push(await sendSigned(wallet, each, wanted));
  return toSplit(sent, wanted);
}

/** Undefined: nobody asked that it be stored. */
const keepOf = ({ wallet }: RpcContext, { x_keep = false, x_note = '' }: Wanted): Keep | undefined =>
  x_keep ? { now: wallet.now(), note: x_note } : undefined;

const forSigner = async (
  context: RpcContext,
  prepared: readonly Prepared[],
  wanted: Wanted,
): Promise<{ readonly unsigned_txset: string; readonly x_unsent?: string }> => {
  const { wallet, session } = context;
  const set = writeUnsignedSet({ random: session.world.random, state: wallet.state }, prepared);
  const unsigned_txset = toHex(set);
  const keep = prepared.length > 0 ? keepOf(context, wanted) : undefined;
  if (!keep) return { unsigned_txset };
  const x_unsent = await keepUnsigned(wallet.ledger, prepared, set, keep);
  session.touchChanged();
  return { unsigned_txset, x_unsent };
};

/** Signed by us, for the others to sign: there is no id, blob or metadata before the last of them. */
const forSigners = async (
  context: RpcContext,
  prepared: readonly Prepared[],
  wanted: Wanted,
): Promise<{
  readonly sent: readonly Single[];
  readonly multisig_txset: string;
  readonly x_unsent?: string;
}> => {
  const { wallet, session } = context;
  const { set, proposals, id } = await proposeMultisig(
    { ledger: wallet.ledger, random: session.world.random },
    prepared,
    keepOf(context, wanted),
  );
  if (id !== undefined) session.touchChanged();
  return {
    ...(id !== undefined && { x_unsent: id }),
    sent: proposals.map((each) => ({
      ...unsent(each, wanted),
      tx_key: wanted.keys ? keyText(each.keys) : '',
    })),
    multisig_txset: toHex(set),
  };
};

/** There is no key, blob or metadata yet, and the id will be another. */
const proposedOne = (prepared: Prepared, wanted: Wanted): Single => {
  const proposal = proposalOf(prepared);
  return { ...unsent(proposal, wanted), tx_hash: toHex(proposal.id) };
};

const unsent = (
  { fee, weight, amounts, change, keyImages, inputs }: Omit<Proposal, 'id'>,
  wanted: Wanted,
): Single => ({
  tx_hash: '',
  tx_key: '',
  amount: amounts.reduce((sum, amount) => sum + amount, 0n),
  amounts_by_dest: { amounts },
  fee,
  weight,
  tx_blob: '',
  tx_metadata: '',
  multisig_txset: '',
  unsigned_txset: '',
  spent_key_images: { key_images: descending(keyImages) },
  x_inputs: wanted.get_tx_metadata ? inputs : [],
  ...(wanted.get_tx_metadata && { x_change: change }),
});

const sendSigned = async (wallet: Wallet, pending: PendingTx, wanted: Wanted): Promise<Single> => {
  if (!wanted.do_not_relay) await wallet.relay(pending);
  return {
    tx_hash: toHex(pending.txid),
    tx_key: wanted.keys && pending.keys ? keyText(pending.keys) : '',
    amount: amountOf(pending),
    amounts_by_dest: { amounts: pending.destinations.map(({ amount }) => amount) },
    fee: pending.fee,
    weight: pending.weight,
    tx_blob: wanted.get_tx_hex ? toHex(pending.blob) : '',
    tx_metadata: wanted.get_tx_metadata ? writeMetadata(pending) : '',
    multisig_txset: '',
    unsigned_txset: '',
    spent_key_images: { key_images: descending(pending.keyImages) },
    x_inputs: wanted.get_tx_metadata ? inputsOf(wallet, pending) : [],
    ...(wanted.get_tx_metadata && { x_change: pending.change }),
  };
};

const toSplit = (sent: readonly Single[], wanted: Wanted): Split => ({
  tx_hash_list: sent.map(({ tx_hash }) => tx_hash),
  tx_key_list: sent.flatMap(({ tx_key }) => (tx_key === '' ? [] : [tx_key])),
  amount_list: sent.map(({ amount }) => amount),
  amounts_by_dest_list: sent.map(({ amounts_by_dest }) => amounts_by_dest),
  fee_list: sent.map(({ fee }) => fee),
  weight_list: sent.map(({ weight }) => weight),
  tx_blob_list: sent.flatMap(({ tx_blob }) => (tx_blob === '' ? [] : [tx_blob])),
  tx_metadata_list: sent.flatMap(({ tx_metadata }) => (tx_metadata === '' ? [] : [tx_metadata])),
  multisig_txset: '',
  unsigned_txset: '',
  spent_key_images_list: sent.map(({ spent_key_images }) => spent_key_images),
  x_inputs: sent.flatMap(({ x_inputs }) => x_inputs),
  ...(wanted.get_tx_metadata && {
    x_change: sent.reduce((sum, { x_change = 0n }) => sum + x_change, 0n),
  }),
});

/** The main key, then one per output where there are such. */
export function keyText({ key, additional }: TxKeys): string {
  return [key, ...additional].map(toHex).join('');
}

/** As in the transaction. */
const descending = (keyImages: readonly Uint8Array[]): string[] =>
  [...keyImages].sort((a, b) => compareBytes(b, a)).map(toHex);

const inputsOf = ({ state }: Wallet, { keyImages }: PendingTx): bigint[] =>
  keyImages.flatMap((image) => {
    const outputIndex = state.byKeyImage.get(toHex(image));
    return outputIndex === undefined ? [] : [state.outputs[outputIndex]!.amount];
  });
