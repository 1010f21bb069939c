/**
 * Proofs of payments that a site had this wallet make. For any other transaction, and for an address that it did not
 * pay, the error is that of a transaction that does not exist: a site must not find out by proofs what is the
 * person's.
 */
import { asTxId, type TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { fromHex } from '../../base/hex.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import { parseAddressFor } from '../../protocol/address/address.ts';
import { provePayment } from '../../wallet/proofs/payment.ts';
import { madeBySite } from '../../wallet/sites/log.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { errorOf } from '../errors.ts';
import { noTransaction } from '../wire/proof-errors.ts';
import { passOn, refuse } from './errors.ts';
import type { SiteParams } from './parameters.ts';
import type { Result } from './results.ts';
import type { SiteCall } from './types.ts';

interface Claim {
  /** In hex. */
  readonly txid: string;
  readonly address: string;
  readonly message: string;
}

/** Fault site_call_failed. */
export async function getTxProof(call: SiteCall, params: SiteParams<'get_tx_proof'>): Promise<Result> {
  const { txid = '', address = '', message = '' } = params;
  const sent = call.context.wallet.state.tables.outgoing.get(txid);
  const paid = sent?.destinations.some((each) => each.address === address);
  if (!paid || !madeBySite(call.site, txid))
    throw refuse('site_call_failed', { error: { code: -8, message: 'Transaction not found.' } });
  try {
    return { signature: await proveSent(call, { txid, address, message }) };
  } catch (error) {
    if (!isFault(error)) throw error;
    throw refuse('site_call_failed', { error: passOn(errorOf(error, noTransaction)) });
  }
}

/** Faults of provePayment. The proof needs no node while the wallet still has the whole transaction. */
export async function proveSent({ context }: Pick<SiteCall, 'context'>, claim: Claim): Promise<string> {
  const { wallet, session } = context;
  const { state } = wallet;
  const txid = asTxId(fromHex(claim.txid));
  const address = parseAddressFor(state.account.network, claim.address);
  const blocks = pendingTx(wallet, claim.txid, txid) ?? session.nodes.chosenNode();
  const { random } = session.world;
  const deps = { blocks, random, state, indexOf: () => Promise.resolve(undefined) };
  return provePayment(deps, { txid, address, message: claim.message });
}

const pendingTx = (
  { state }: Wallet,
  id: string,
  txid: TxId,
): Pick<BlockSource, 'transactions'> | undefined => {
  const blob = state.tables.outgoing.get(id)?.blob;
  const found = { txid, pruned: false, inPool: true, outputIndices: [], doubleSpendSeen: false };
  return blob && { transactions: () => Promise.resolve([{ ...found, blob }]) };
};
