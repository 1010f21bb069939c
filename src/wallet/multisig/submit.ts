/**
 * Reads the transactions of a multisig set that enough signers have signed, to send them. This wallet need not be one of them.
 * Upstream: `on_submit_multisig` (src/wallet/wallet_rpc_server.cpp), `wallet2::commit_tx`.
 */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { MultisigPending } from '../../protocol/multisig/tx-set.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { writeTransaction } from '../../protocol/tx/transaction.ts';
import { transactionWeight } from '../../protocol/tx/weight.ts';
import type { Examined } from '../cold/examine.ts';
import { fault } from '../faults.ts';
import { destinationsOf } from '../spend/destinations.ts';
import { stillToSend, type PendingTx, type Submission } from '../spend/pending.ts';
import { change, put, type Ledger, type WalletState } from '../state/state.ts';
import { notesFor } from '../state/unsent.ts';
import type { Put } from '../state/tables.ts';
import { flawOf } from './finish.ts';
import type { DeterministicTx } from './deterministic-tx.ts';
import { payeesOf } from './payees.ts';
import { readyMultisig } from './status.ts';
import { examineSet, idOfSet, openTxSet, rebuild, type SetReader } from './tx-set.ts';

export interface MultisigSubmitDeps {
  readonly ledger: Ledger;
  readonly indexOf: SetReader['indexOf'];
}

/**
 * Checks all transactions, and stores their rings and key images. Own faults: bad_multisig_set,
 * threshold_not_reached, cannot_submit_multisig.
 */
export async function readMultisig(deps: MultisigSubmitDeps, bytes: Uint8Array): Promise<Submission> {
  const { ledger } = deps;
  const { state } = ledger;
  const { threshold } = readyMultisig(state);
  const set = openTxSet(state, bytes);
  if (new Set(set.signers.map(toHex)).size < threshold) throw fault('threshold_not_reached');
  const sending: PendingTx[] = [];
  const rebuilts: DeterministicTx[] = [];
  try {
    const examined = await examineSet({ state, indexOf: deps.indexOf }, set);
    for (const [i, each] of examined.entries()) {
      const pending = set.txs[i]!;
      const rebuilt = rebuild(state, pending, each.examined);
      const flaw = flawOf(rebuilt.inputs, pending.tx);
      if (flaw) throw fault('cannot_submit_multisig', { why: `the signatures do not hold: ${flaw}` });
      rebuilts.push(rebuilt);
      sending.push(pendingTxOf(state, pending, each.examined, rebuilt));
    }
  } catch (error) {
    if (!isFault(error) || error.code === 'cannot_submit_multisig') throw error;
    const { why } = error.data as { readonly why?: string };
    throw fault('cannot_submit_multisig', { why: why ?? error.code });
  }
  const txids = sending.map(({ txid }) => txid);
  await ledger.commit((current) =>
    change([
      ...rebuilts.flatMap((rebuilt) => [...newImages(current, rebuilt), ...ringsOf(rebuilt)]),
      ...notesFor(current, current.tables.unsentPayments.get(idOfSet(set.txs)), txids),
    ]),
  );
  return { txids, sending: stillToSend(ledger.state, sending) };
}

/**
 * Stores key images that this wallet does not know yet. The set's signatures with these key images are valid. `outputs`: as they
 * are now, since a reorg may have removed or moved some while the set was read.
 */
const newImages = ({ outputs, byKey }: WalletState, { inputs }: DeterministicTx): Put[] =>
  inputs.flatMap(({ output: { key, keyImage } }) => {
    const outputIndex = byKey.get(toHex(key)) ?? -1;
    const known = outputs[outputIndex];
    if (!known || known.keyImage || !keyImage) return [];
    return [
      put('outputs', String(outputIndex), { ...known, keyImage }),
      put('keyImages', toHex(key), keyImage),
    ];
  });

/**
 * Stores the ring of each spent output. Another transaction that spends the output must use the same ring: the output
 * would be the only member that two different rings have in common.
 */
const ringsOf = ({ inputs }: DeterministicTx): Put[] =>
  inputs.map(({ output: { keyImage }, ring: { members } }) =>
    put('rings', toHex(keyImage!), { indices: members.map(({ index }) => index) }),
  );

const pendingTxOf = (
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
