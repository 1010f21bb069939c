/** Parts of the provider that need no window: amounts as text, verification of a payment. */
import { describe, expect, it } from 'vitest';
import { withTexts } from '../../../src/sdk/numbers.ts';
import { verifyPayment } from '../../../src/sdk/verify-payment.ts';

const invoice = { id: '0f1e2d3c4b5a6978', address: '4…', amount: 100n, confirmations: 2 };
const seen = { good: true, received: 100n, confirmations: 2, in_pool: false };
const verify = (answer: object, changes: object = {}) =>
  verifyPayment(() => Promise.resolve({ ...seen, ...answer }), {
    invoice: { ...invoice, ...changes },
    tx_hash: 'aa',
    proof: 'OutProofV2…',
  });

describe('verifyPayment', () => {
  it('asks for the proof of this invoice at its address, with the node that is given', async () => {
    const asked: object[] = [];
    const ask = (params: object) => {
      asked.push(params);
      return Promise.resolve(seen);
    };
    await verifyPayment(ask, { invoice, tx_hash: 'aa', proof: 'bb', node: 'https://node.example' });
    expect(asked).toEqual([
      { txid: 'aa', address: '4…', message: invoice.id, signature: 'bb', node: 'https://node.example' },
    ]);
  });
  it('says confirmed at the number of confirmations that the invoice requires', async () => {
    expect(await verify({})).toMatchObject({ paid: true, confirmed: true });
    expect(await verify({ confirmations: 1 })).toMatchObject({ paid: true, confirmed: false });
    expect(await verify({ confirmations: 0, in_pool: true })).toMatchObject({ paid: true, confirmed: false });
  });
  it('says not paid for a wrong proof, for less than the amount, and for an invoice of nothing', async () => {
    expect(await verify({ good: false })).toMatchObject({ paid: false, confirmed: false });
    expect(await verify({ received: 99n })).toMatchObject({ paid: false, confirmed: false });
    expect(await verify({ received: 0n }, { amount: 0n })).toMatchObject({ paid: false, confirmed: false });
  });
  it('requires ten confirmations for an invoice that names none', async () => {
    const { confirmations: _, ...without } = invoice;
    const check = (confirmations: number) =>
      verifyPayment(() => Promise.resolve({ ...seen, confirmations }), {
        invoice: without,
        tx_hash: 'aa',
        proof: 'bb',
      });
    expect(await check(9)).toMatchObject({ paid: true, confirmed: false });
    expect(await check(10)).toMatchObject({ paid: true, confirmed: true });
  });
  it('rejects a receipt without a proof', async () => {
    const ask = () => expect.unreachable();
    await expect(verifyPayment(ask, { invoice, tx_hash: 'aa' })).rejects.toMatchObject({ code: -32602 });
  });
  it('takes the amount as text, too', async () => {
    expect(await verify({}, { amount: '100' })).toMatchObject({ paid: true });
    expect(await verify({}, { amount: '101' })).toMatchObject({ paid: false });
  });
});

describe('withTexts', () => {
  it('writes every bigint as decimal text and leaves the rest', () => {
    const result = { balance: 2n ** 64n - 1n, list: [{ fee: 0n }, null, 5], text: 'x', ok: true };
    expect(withTexts(result)).toEqual({
      balance: '18446744073709551615',
      list: [{ fee: '0' }, null, 5],
      text: 'x',
      ok: true,
    });
  });
});
