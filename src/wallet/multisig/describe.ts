/**
 * Describes a multisig set to the user who is asked to sign it: recomputes what its transactions do, and checks that
 * they match their plans. Upstream: `on_describe_transfer` (src/wallet/wallet_rpc_server.cpp).
 */
import { fault } from '../faults.ts';
import { summed, type Described } from '../cold/describe.ts';
import { examineSet, openTxSet, rebuild, type SetReader } from './tx-set.ts';

/**
 * Changes nothing. Faults watch_only, bad_multisig_set, bad_unsigned_set {why}.
 */
export async function describeMultisig(reader: SetReader, bytes: Uint8Array): Promise<Described> {
  const { multisig, spendSecret } = reader.state.account;
  if (!multisig) throw spendSecret ? fault('bad_multisig_set', { why: 'not_multisig' }) : fault('watch_only');
  const set = openTxSet(reader.state, bytes);
  const txs = await examineSet(reader, set);
  for (const [i, { examined }] of txs.entries()) rebuild(reader.state, set.txs[i]!, examined);
  return summed(txs);
}
