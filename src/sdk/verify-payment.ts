import type { PaymentCheck, PaymentToVerify } from './types.ts';

interface Checked {
  readonly good: boolean;
  readonly received: bigint;
  readonly confirmations: number;
  readonly in_pool: boolean;
}

/**
 * What a proof says about the payment of an invoice. The proof counts for this invoice only: the id is its message.
 * `ask` calls check_tx_proof and answers with bigint.
 */
export async function verifyPayment(
  ask: (params: object) => Promise<unknown>,
  { invoice, tx_hash, proof, node }: PaymentToVerify,
): Promise<PaymentCheck<'bigint'>> {
  const { id, address, amount, confirmations: wanted = 1 } = invoice;
  const params = { txid: tx_hash, address, message: id, signature: proof, ...(node && { node }) };
  const { good, received, confirmations, in_pool } = (await ask(params)) as Checked;
  const paid = good && BigInt(amount) > 0n && received >= BigInt(amount);
  return { paid, confirmed: paid && confirmations >= wanted, received, confirmations, in_pool };
}
