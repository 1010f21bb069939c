/**
 * monero_payInvoice: pays an invoice and proves it at once, with the invoice's id as the message of the proof. So a
 * shop checks the payment in its own page, and a proof counts for one invoice only.
 */
import { isFault } from '../../base/fault.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { readInvoice } from '../../protocol/invoice/invoice.ts';
import type { SiteParams } from './methods.ts';
import { pay, refuseExpired } from './payments.ts';
import { checked, paymentTo } from './spending.ts';
import type { InvoiceAsk, AnswerOrAsk, SiteCall } from './types.ts';

export function payInvoice(call: SiteCall, params: SiteParams<'monero_payInvoice'>): Promise<AnswerOrAsk> {
  const { wallet } = call.context;
  const { id, address, amount, expires, ...given } = checked(() =>
    readInvoice(wallet.state.account.network, params.invoice),
  );
  refuseExpired({ expires }, wallet);
  const { note, message = '', created, currency_note } = given;
  const invoice: InvoiceAsk = {
    id,
    note,
    message,
    created,
    expires,
    ...(currency_note !== undefined && { currency_note }),
  };
  return pay({
    ...paymentTo(call, [{ address, amount }], {}),
    invoice,
    learns: ['payment', 'proof'],
    answer: async ({ txids, fee }) => {
      const txid = txids[0] ?? '';
      const proof = await proofOf(call, { txid, address, message: id });
      return { tx_hash: txid, amount, fee, ...(proof !== undefined && { proof }) };
    },
  });
}

/** Undefined when it cannot be made now: the money was sent nevertheless, and get_tx_proof gives it later. */
const proofOf = async (
  call: SiteCall,
  claim: Parameters<Awaited<ReturnType<Wallet['proofs']>>['sentPayment']>[0],
): Promise<string | undefined> => {
  try {
    return await (await call.context.wallet.proofs()).sentPayment(claim);
  } catch (error) {
    if (!isFault(error)) throw error;
    return undefined;
  }
};
