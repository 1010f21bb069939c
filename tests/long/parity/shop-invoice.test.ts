/** docs/embedding.md: a shop with a wallet server learns from a real chain what became of its invoices. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readInvoice } from '../../../src/protocol/invoice/invoice.ts';
import { invoiceStatus, type InvoicePayment } from '../../../src/protocol/invoice/status.ts';
import { importFromDocument } from '../../support/doc-code.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { mineAll, openOwner, ourWallet, theirWallet, type TestWallet } from '../../parity/wallet-pair.ts';

interface Shop {
  readonly call: TestWallet['call'];
  readonly seen: Record<string, number>;
  readonly now: number;
}
type PaymentsTo = (
  address: { readonly account_index: number; readonly address_index: number },
  shop: Shop,
) => Promise<InvoicePayment[]>;

const AMOUNT = 1_000_000_000_000n;
let chain: Regtest;
beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
});
afterAll(() => chain.dispose());

test('a shop sees every state of invoices: paid in parts, too much, too little; late is after expiry', async () => {
  const paymentsTo = await importFromDocument<PaymentsTo>('docs/embedding.md', 'paymentsTo');
  const shop = ourWallet(chain);
  await shop.call('create_wallet', { filename: 'shop', language: 'English' });
  const payer = await theirWallet(chain);
  await openOwner(payer);

  /** An invoice with an address of its own, and its states. */
  const newInvoice = async (id: string) => {
    const { address, address_index } = await shop.call('create_address', { account_index: 0 });
    const invoice = readInvoice('mainnet', {
      ...{ id, address, amount: AMOUNT },
      ...{ created: 1_000, expires: 2_000, confirmations: 3 },
    });
    const seen: Record<string, number> = {};
    return {
      statusAt: async (now: number) => {
        await shop.call('refresh');
        const payments = await paymentsTo(
          { account_index: 0, address_index },
          { call: shop.call, seen, now },
        );
        return invoiceStatus(invoice, payments, now);
      },
      pay: async (amount: bigint): Promise<void> => {
        await payer.call('refresh');
        await payer.call('transfer', { destinations: [{ address, amount }] });
      },
    };
  };

  const { statusAt, pay } = await newInvoice('0f1e2d3c4b5a6978');
  const generous = await newInvoice('0f1e2d3c4b5a6979');
  const forgotten = await newInvoice('0f1e2d3c4b5a697a');

  expect(await statusAt(1_000)).toMatchObject({ state: 'open', received: 0n, missing: AMOUNT });
  await pay(AMOUNT - 1n);
  expect(await statusAt(1_500)).toMatchObject({ state: 'part_paid', missing: 1n });
  // Two other invoices at the same time: one gets too much, one too little.
  await mineAll(chain, 1);
  await generous.pay(AMOUNT + 5n);
  await forgotten.pay(3n);
  expect(await generous.statusAt(1_500)).toMatchObject({ state: 'seen', over: 5n });
  expect(await forgotten.statusAt(1_500)).toMatchObject({ state: 'part_paid', received: 3n });
  await mineAll(chain, 1);
  await pay(1n);
  expect(await statusAt(2_000)).toMatchObject({ state: 'seen', received: AMOUNT });
  await mineAll(chain, 1);
  expect(await statusAt(3_000)).toMatchObject({ state: 'paid', confirmations: 1 });
  await mineAll(chain, 2);
  expect(await statusAt(4_000)).toMatchObject({ state: 'confirmed', confirmations: 3, over: 0n });
  expect(await generous.statusAt(4_000)).toMatchObject({ state: 'over_paid', over: 5n, missing: 0n });
  expect(await forgotten.statusAt(2_000)).toMatchObject({ state: 'part_paid', received: 3n });
  expect(await forgotten.statusAt(2_001)).toMatchObject({ state: 'expired', received: 3n, late: 0n });
  await pay(7n);
  expect(await statusAt(5_000)).toMatchObject({ state: 'confirmed', received: AMOUNT, late: 7n });
});
