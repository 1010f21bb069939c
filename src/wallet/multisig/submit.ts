/**
 * Relays the transactions of a set with enough signatures. The wallet that does it need not be among the signers.
 * Upstream: `on_submit_multisig` (src/wallet/wallet_rpc_server.cpp), `wallet2::commit_tx`.
 */
import type { TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { MultisigPending } from '../../protocol/multisig/tx-set.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { writeTransaction } from '../../protocol/tx/transaction.ts';
import { transactionWeight } from '../../protocol/tx/weight.ts';
import type { Examined } from '../cold/examine.ts';
import { fault } from '../faults.ts';
import { destinationsOf } from '../spend/destinations.ts';
import { stillToSend, type PendingTx } from '../spend/pending.ts';
import { put, type Ledger, type WalletState } from '../state/state.ts';
import { notesFor } from '../state/unsent.ts';
import type { Put } from '../state/types.ts';
import { flawOf } from './finish.ts';
import type { DeterministicTx } from './deterministic-tx.ts';
import { payeesOf } from './payees.ts';
import { readyMultisig } from './status.ts';
import { examineSet, idOfSet, openTxSet, rebuild, type SetReader } from './tx-set.ts';

export interface MultisigSubmitDeps {
  readonly ledger: Ledger;
  readonly indexOf: SetReader['indexOf'];
  readonly relay: (pending: PendingTx) => Promise<void>;
}

/**
 * Relays one transaction after the other; returns their ids. Faults of readyMultisig; bad_multisig_set,
 * threshold_not_reached and cannot_submit_multisig before anything is sent; those of relaying, after which some
 * transactions may have been sent.
 */
export async function submitMultisig(deps: MultisigSubmitDeps, bytes: Uint8Array): Promise<TxId[]> {
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
      const rebuilt = rebuild(state, pending, each.examined);
      const flaw = flawOf(rebuilt.inputs, pending.tx);
      if (flaw) throw fault('cannot_submit_multisig', { why: `the signatures do not hold: ${flaw}` });
      puts.push(...newImages(state, rebuilt), ...ringsOf(rebuilt));
      sending.push(pendingOf(state, pending, each.examined, rebuilt));
    }
  } catch (error) {
    if (!isFault(error) || error.code === 'cannot_submit_multisig') throw error;
    const { why } = error.data as { readonly why?: string };
    throw fault('cannot_submit_multisig', { why: why ?? error.code });
  }
  const txids = sending.map(({ txid }) => txid);
  await ledger.commit((now) => ({
    puts: [...puts, ...notesFor(now, now.tables.unsentPayments.get(idOfSet(set.txs)), txids)],
    deletes: [],
  }));
  for (const each of stillToSend(ledger.state, sending)) await deps.relay(each);
  return txids;
}

/** Key images that this wallet has not imported. The valid signatures prove them. */
const newImages = ({ outputs, byKey }: WalletState, { inputs }: DeterministicTx): Put[] =>
  inputs.flatMap(({ output: { key, keyImage } }) => {
    const outputIndex = byKey.get(toHex(key))!;
    const known = outputs[outputIndex]!;
    if (known.keyImage || !keyImage) return [];
    return [
      put('outputs', String(outputIndex), { ...known, keyImage }),
      put('keyImages', toHex(key), keyImage),
    ];
  });

/** Stores the rings, which are public from now on: these outputs must never appear in other rings. */
const ringsOf = ({ inputs }: DeterministicTx): Put[] =>
  inputs.map(({ output: { keyImage }, ring: { members } }) =>
    put('rings', toHex(keyImage!), { indices: members.map(({ index }) => index) }),
  );

const pendingOf = (
  state: WalletState,
  { tx, txKey, additionalKeys, construction }: MultisigPending,
  examined: Examined,
  { inputs }: DeterministicTx,
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
