/**
 * Proofs of payments that a site had this wallet make. For any other transaction, and for an address that it did not
 * pay, the error is that of a transaction that does not exist: a site must not find out by proofs what is the
 * person's.
 */
import { madeBySite } from '../../wallet/without-wallet.ts';

import { isFault } from '../../base/fault.ts';

import { errorOf } from '../errors.ts';
import { noTransaction } from '../messages/proof-errors.ts';
import { passOn, refuse } from './errors.ts';
import type { SiteParams } from './methods.ts';
import type { SiteResult } from './results.ts';
import type { SiteCall } from './types.ts';

/** Fault site_call_failed. */
export async function getTxProof(call: SiteCall, params: SiteParams<'get_tx_proof'>): Promise<SiteResult> {
  const { txid = '', address = '', message = '' } = params;
  const sent = call.context.wallet.state.tables.outgoing.get(txid);
  const paid = sent?.destinations.some((each) => each.address === address);
  if (!paid || !madeBySite(call.site, txid))
    throw refuse('site_call_failed', { error: { code: -8, message: 'Transaction not found.' } });
  try {
    return { signature: await (await call.context.wallet.proofs()).sentPayment({ txid, address, message }) };
  } catch (error) {
    if (!isFault(error)) throw error;
    throw refuse('site_call_failed', { error: passOn(errorOf(error, noTransaction)) });
  }
}
