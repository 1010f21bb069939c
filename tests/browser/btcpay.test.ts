/**
 * BTCPay Server with the wallet server in the place of monero-wallet-rpc: its command line, and the calls of its Monero plugin
 * in their order (tests/support/btcpay.ts). Three invoices; with OSTRO_LONG=1 two hundred.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/tools/app/app.mjs';
import {
  blockNotify,
  startBtcPay,
  walletFlags,
  writeNotifier,
  type BtcPay,
  type Invoice,
} from '../support/btcpay.ts';
import { FOREIGN_ADDRESS } from '../parity/wallet-pair.ts';
import { startRegtest, type Regtest, type WalletRpc } from '../support/regtest.ts';
import { known } from '../support/rpc/fixture.ts';
import { emptyFolder, pause, startServer, type WalletServer } from './wallet-server.ts';

const LONG = process.env['OSTRO_LONG'] !== undefined;
const INVOICES = LONG ? 200 : 3;
/** Invoices of one block. */
const AT_ONCE = 20;
const AMOUNT = 1_000_000_000n;
/** Milliseconds from the transaction in the pool, or from its block, until the plugin knows it; `npm test` keeps the machine busy. */
const SOON = LONG ? 3000 : 20_000;

let wallets: ReturnType<typeof emptyFolder>;
let folder: ReturnType<typeof emptyFolder>;
let chain: Regtest;
let payer: WalletRpc;
let server: WalletServer;
let btcpay: BtcPay;

const startWallet = (): Promise<WalletServer> =>
  startServer(
    walletFlags({
      daemon: chain.url.replace('http://', ''),
      walletDir: wallets.dir,
      callback: btcpay.callback,
    }),
    { cwd: folder.dir },
  );

beforeAll(async () => {
  await ensureBuilt();
  wallets = emptyFolder();
  folder = emptyFolder();
  writeNotifier(folder.dir);
  btcpay = await startBtcPay({ walletPort: () => server.port, daemonUrl: () => chain.url });
  chain = await startRegtest({ daemonArgs: [blockNotify(folder.dir, btcpay.callback)] });
  server = await startWallet();
  payer = await chain.walletRpc();
  await payer.call('create_wallet', { filename: 'payer', language: 'English' });
  const { address } = await payer.call('get_address');
  // monero-wallet-rpc spends two outputs in a payment, where one would do, and its change stays locked for ten blocks.
  await chain.mine(2 * INVOICES + 15, address as string);
  await chain.mine(65, FOREIGN_ADDRESS);
  await payer.call('refresh');
}, 15 * 60_000);
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await btcpay[Symbol.asyncDispose]();
  await chain.dispose();
  wallets.remove();
  folder.remove();
});

const until = async (done: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await done()) && Date.now() < end) await pause(20);
};
const most = (values: readonly number[]): number => Math.max(...values);
const spread = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)]!;
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${most(values)} ms`;
};

it('a shop with BTCPay gets a watching wallet from address and view key, by one call', async () => {
  expect(await btcpay.loadUp()).toBe(false);
  expect(await btcpay.available().catch(() => false)).toBe(false);
  await btcpay.setWallet(known.addresses[0]!.address, known.viewSecret);
  await server.call('refresh');
  expect(await btcpay.available()).toBe(true);
  await expect(server.call('query_key', { key_type: 'spend_key' })).rejects.toThrow('watch-only');
});

it(
  'each of its invoices is seen soon after the payment and settled at the next block',
  async () => {
    const pooled = new Map<Invoice, number>();
    const mined = new Map<Invoice, number>();
    for (let first = 0; first < INVOICES; first += AT_ONCE) {
      const group: Invoice[] = [];
      for (let n = first; n < Math.min(INVOICES, first + AT_ONCE); n++) {
        const invoice = await btcpay.newInvoice(`${n}`);
        await payer.call('transfer', {
          destinations: [{ address: invoice.address, amount: AMOUNT + BigInt(n) }],
        });
        pooled.set(invoice, Date.now());
        group.push(invoice);
      }
      await until(() => group.every(({ payment }) => payment));
      await chain.mine(1, FOREIGN_ADDRESS);
      for (const invoice of group) mined.set(invoice, Date.now());
      await until(() => group.every(({ payment }) => payment?.settledAt));
      await payer.call('refresh');
    }
    const { invoices, errors } = btcpay;
    expect(invoices).toHaveLength(INVOICES);
    expect(errors).toEqual([]);
    // Each has its own payment of the right amount.
    expect(invoices.map(({ payment }) => payment?.amount)).toEqual(
      invoices.map(({ id }) => AMOUNT + BigInt(id)),
    );
    const seen = invoices.map((invoice) => invoice.payment!.seenAt - pooled.get(invoice)!);
    const settled = invoices.map((invoice) => invoice.payment!.settledAt! - mined.get(invoice)!);
    console.log(`${INVOICES} invoices: seen after ${spread(seen)}; settled after ${spread(settled)}`);
    expect(most(seen)).toBeLessThan(SOON);
    expect(most(settled)).toBeLessThan(SOON);
  },
  20 * 60_000,
);

it('after another start the plugin opens its wallet and knows the payments', async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  server = await startWallet();
  expect(await btcpay.loadUp()).toBe(true);
  const found = await server.call('get_transfers', { in: true, account_index: 0 });
  expect(found['in']).toHaveLength(INVOICES);
});
