/**
 * BTCPay Server with the wallet server in the place of monero-wallet-rpc: its command line, and the calls of its Monero plugin
 * in their order (tests/support/btcpay.ts).
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  blockNotify,
  startBtcPay,
  walletFlags,
  writeNotifier,
  type BtcPay,
  type Invoice,
} from '../../support/btcpay.ts';
import { FOREIGN_ADDRESS } from '../../parity/wallet-pair.ts';
import { startRegtest, type Regtest, type WalletRpc } from '../../support/regtest.ts';
import { known } from '../../support/rpc/fixture.ts';
import { emptyFolder, startServer, type WalletServer } from '../../browser/wallet-server.ts';

const INVOICES = 40;
/** Invoices of one block. */
const AT_ONCE = 20;
const AMOUNT = 1_000_000_000n;

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

it('a shop with BTCPay gets a watching wallet from address and view key, by one call', async () => {
  expect(await btcpay.loadUp()).toBe(false);
  expect(await btcpay.available().catch(() => false)).toBe(false);
  await btcpay.setWallet(known.addresses[0]!.address, known.viewSecret);
  await server.call('refresh');
  expect(await btcpay.available()).toBe(true);
  await expect(server.call('query_key', { key_type: 'spend_key' })).rejects.toThrow('watch-only');
});

it('each of its invoices is seen after the payment and settled at the next block', async () => {
  for (let first = 0; first < INVOICES; first += AT_ONCE) {
    const group: Invoice[] = [];
    for (let n = first; n < Math.min(INVOICES, first + AT_ONCE); n++) {
      const invoice = await btcpay.newInvoice(`${n}`);
      await payer.call('transfer', {
        destinations: [{ address: invoice.address, amount: AMOUNT + BigInt(n) }],
      });
      group.push(invoice);
    }
    await expect.poll(() => group.every(({ payment }) => payment)).toBe(true);
    await chain.mine(1, FOREIGN_ADDRESS);
    await expect.poll(() => group.every(({ payment }) => payment?.settled)).toBe(true);
    await payer.call('refresh');
  }
  const { invoices, errors } = btcpay;
  expect(invoices).toHaveLength(INVOICES);
  expect(errors).toEqual([]);
  // Each has its own payment of the right amount.
  expect(invoices.map(({ payment }) => payment?.amount)).toEqual(
    invoices.map(({ id }) => AMOUNT + BigInt(id)),
  );
});

it('after another start the plugin opens its wallet and knows the payments', async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  server = await startWallet();
  expect(await btcpay.loadUp()).toBe(true);
  const found = await server.call('get_transfers', { in: true, account_index: 0 });
  expect(found['in']).toHaveLength(INVOICES);
});
