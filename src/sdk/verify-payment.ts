import { siteError } from '../embed/errors.ts';
import { ProviderError } from './provider-error.ts';
import type { PaymentCheck, PaymentToVerify } from './types.ts';

/** Confirmations for an invoice that names none, as in the wallet. */
const USUAL_CONFIRMATIONS = 10;

interface Checked {
  readonly good: boolean;
  readonly received: bigint;
  readonly confirmations: number;
  readonly in_pool: boolean;
}

/**
 * Checks the payment of an invoice by its proof, whose message is the invoice's id. One transaction can be proven for each
 * invoice with the same address: give each invoice its own address, or refuse a transaction that has paid another one.
 * `ask` calls check_tx_proof and answers with bigint. Throws ProviderError when there is no proof.
 */
export async function verifyPayment(
  ask: (params: object) => Promise<unknown>,
  { invoice, tx_hash, proof, node }: PaymentToVerify,
): Promise<PaymentCheck<'bigint'>> {
  const { id, address, amount, confirmations: wanted = USUAL_CONFIRMATIONS } = invoice;
  if (proof === undefined) throw new ProviderError(siteError('invalid_params', { reason: 'proof' }));
  const params = { txid: tx_hash, address, message: id, signature: proof, ...(node && { node }) };
  const { good, received, confirmations, in_pool } = (await ask(params)) as Checked;
  const paid = good && BigInt(amount) > 0n && received >= BigInt(amount);
  return { paid, confirmed: paid && confirmations >= wanted, received, confirmations, in_pool };
}
