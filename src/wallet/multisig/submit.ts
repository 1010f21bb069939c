/**
 * A set that enough have signed goes to the network. It need not be one of the signers who hands it over.
 * Upstream: `on_submit_multisig` (src/wallet/wallet_rpc_server.cpp), `wallet2::commit_tx`.
 */
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { formatAddress, type Network } from '../../protocol/address/address.ts';
import type { ConstructionData } from '../../protocol/archive/construction.ts';
import type { MultisigPending } from '../../protocol/multisig/tx-set.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { writeTransaction } from '../../protocol/tx/transaction.ts';
import { transactionWeight } from '../../protocol/tx/weight.ts';
import type { Examined } from '../cold/examine.ts';
import { fault } from '../faults.ts';
import { destinationsOf } from '../spend/destinations.ts';
import { payeeOf } from '../spend/metadata.ts';
import type { PendingTx } from '../spend/pending.ts';
import type { Payee } from '../spend/plan.ts';
import { put, type Ledger, type WalletState } from '../state/state.ts';
import type { Put } from '../state/types.ts';
import { flawOf } from './finish.ts';
import type { Frame } from './frame.ts';
import { readyMultisig } from './status.ts';
import { examineSet, openTxSet, rebuild, type SetReader } from './tx-set.ts';

export interface MultisigSubmitDeps {
  readonly ledger: Ledger;
  readonly indexOf: SetReader['indexOf'];
  readonly relay: (pending: PendingTx) => Promise<void>;
}

/**
 * One transaction after the other; answers their ids. Faults of readyMultisig; bad_multisig_set, threshold_not_reached
 * and cannot_submit_multisig before anything is sent; those of relaying, where what went out stays out.
 */
export const submitMultisig = async (deps: MultisigSubmitDeps, bytes: Uint8Array): Promise<Uint8Array[]> => {
  const { ledger } = deps;
  const { state } = ledger;
  const { threshold } = readyMultisig(state);
  const set = openTxSet(state, bytes);
  if (new Set(set.signers.map(toHex)).size < threshold) throw fault('threshold_not_reached');
  const sending: PendingTx[] = [];
  const puts: Put[] = [];
  try {
    const examined = await examineSet({ state, indexOf: deps.indexOf }, set);
    for (const [i, each] of examined.entries()) {
      const pending = set.txs[i]!;
      const frame = rebuild(state, pending, each.examined);
      const flaw = flawOf(frame.inputs, pending.tx);
      if (flaw) throw fault('cannot_submit_multisig', { why: `the signatures do not hold: ${flaw}` });
      puts.push(...newImages(state, frame), ...ringsOf(frame));
      sending.push(pendingOf(state, pending, each.examined, frame));
    }
  } catch (error) {
    if (!isFault(error) || error.code === 'cannot_submit_multisig') throw error;
    const { why } = error.data as { readonly why?: string };
    throw fault('cannot_submit_multisig', { why: why ?? error.code });
  }
  await ledger.commit({ puts, deletes: [] });
  for (const each of sending) await deps.relay(each);
  return sending.map(({ txid }) => txid);
};

/** Who did not import what the others told learns the key images now: the signatures over them hold. */
const newImages = ({ outputs, byKey }: WalletState, { inputs }: Frame): Put[] =>
  inputs.flatMap(({ output: { key, keyImage } }) => {
    const seat = byKey.get(toHex(key))!;
    const known = outputs[seat]!;
    if (known.keyImage || !keyImage) return [];
    return [put('outputs', String(seat), { ...known, keyImage }), put('keyImages', toHex(key), keyImage)];
  });

/** From now on others see them: whatever comes, these outputs show no other ring. */
const ringsOf = ({ inputs }: Frame): Put[] =>
  inputs.map(({ output: { keyImage }, ring: { members } }) =>
    put('rings', toHex(keyImage!), { indices: members.map(({ index }) => index) }),
  );

const pendingOf = (
  state: WalletState,
  { tx, txKey, additionalKeys, construction }: MultisigPending,
  examined: Examined,
  { inputs }: Frame,
): PendingTx => {
  const { account } = construction;
  const payees = payeesOf(state.account.network, construction, examined);
  const { paymentId } = examined;
  return {
    blob: writeTransaction(tx),
    txid: txHash(tx),
    fee: examined.fee,
    weight: transactionWeight(tx),
    keys: { key: txKey, additional: additionalKeys },
    account,
    keyImages: inputs.map(({ output }) => output.keyImage!),
    destinations: destinationsOf(state, payees, account),
    change: examined.change,
    amountIn: examined.amountIn,
    ...(paymentId && { paymentId }),
  };
};

/** As they were typed, if that is what is paid; else what is paid. */
const payeesOf = (
  network: Network,
  { destinations }: ConstructionData,
  { outputs, recipients }: Examined,
): Payee[] => {
  const paid = outputs.filter(({ amount }) => amount > 0n);
  const told = destinations.every((entry) => {
    const seat = paid.findIndex(
      ({ address, amount }) =>
        amount === entry.amount &&
        equalBytes(address.spendPublic, entry.spendPublic) &&
        equalBytes(address.viewPublic, entry.viewPublic),
    );
    if (seat >= 0) paid.splice(seat, 1);
    return seat >= 0;
  });
  // What is left may only be the change.
  if (told && paid.every(({ change }) => change)) return destinations.map((entry) => payeeOf(network, entry));
  return recipients.map(({ address, amount }) => ({ address, text: formatAddress(address), amount }));
};
