/**
 * docs/embedding.md: monero-ts's client of monero-wallet-rpc reads and pays through the provider of a site. The wallet
 * decides as for every site; only the window between them is missing. The package comes from the bench's cache.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { needMoneroTs, moneroTsFolder } from '../../bench/monero-ts.ts';
import { importFromDocument } from '../../support/doc-code.ts';
import type { MoneroTsWallet } from '../../support/monero-ts.ts';
import { PAYEE, txid, XMR } from '../../support/rpc/fixture.ts';
import { openSiteFixture, SHOP, type SiteFixture } from '../../support/rpc/site.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';

interface Provider {
  readonly request: (call: { readonly method: string; readonly params: object }) => Promise<object>;
}
type WalletThrough = (provider: Provider, moneroTs: unknown) => MoneroTsWallet;

/** What createProvider gives to a page: results, and errors with a code. The person agrees to every question. */
const providerOf = (fixture: SiteFixture): Provider => ({
  request: async ({ method, params }) => {
    const { done, ask } = await fixture.request(method, params as Readonly<Record<string, unknown>>);
    const { result, error } = ask
      ? await fixture.call('x_site_answer', { id: ask.id, approve: true })
      : (done ?? {});
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result ?? {};
  },
});

describe('monero-ts through the provider', () => {
  beforeAll(async () => {
    await needMoneroTs();
    await useWasmKernel();
  });
  const open = async () => {
    const fixture = await openSiteFixture();
    fixture.node.answer();
    const walletThrough = await importFromDocument<WalletThrough>('docs/embedding.md', 'walletThrough');
    const moneroTs: unknown = createRequire(join(moneroTsFolder, 'package.json'))('monero-ts');
    return { fixture, wallet: walletThrough(providerOf(fixture), moneroTs) };
  };
  const codeOf = (code: number) => ({ code });

  it('reads what the site was granted, and gets the code for what no site may call', async () => {
    const { fixture, wallet } = await open();
    await expect(wallet.getBalance()).rejects.toMatchObject(codeOf(4100));
    await expect(wallet.getTxs()).rejects.toMatchObject(codeOf(4100));
    await fixture.connect({ identity: true, read: true });
    const { address } = (await fixture.result('get_address')) as { readonly address: string };
    expect(await wallet.getPrimaryAddress()).toBe(address);
    expect(await wallet.getBalance()).toBe(0n);
    expect(await wallet.getUnlockedBalance()).toBe(0n);
    expect(await wallet.getTxs()).toEqual([]);
    // The person grants account 1, which got 7 XMR: the site sees this account and no other.
    await fixture.call('x_set_site', { origin: SHOP, read: [1, 2] });
    expect(await wallet.getBalance()).toBe(7n * XMR);
    const txs = await wallet.getTxs();
    expect(txs.map((tx) => tx.getHash())).toEqual([txid('seven')]);
    for (const refused of [wallet.getSeed(), wallet.getTxKey(txid('seven'))])
      await expect(refused).rejects.toMatchObject(codeOf(4200));
  });
  it('pays what the person agrees to, and cannot make a transaction that is not sent', async () => {
    const { fixture, wallet } = await open();
    await fixture.connect(
      { read: true, spend: true },
      { read: true, accounts: [0], spend: true, pay_from: 0 },
    );
    const payment = { accountIndex: 0, address: PAYEE, amount: XMR };
    for (const refused of [
      wallet.createTx({ ...payment }),
      wallet.createTx({ ...payment, relay: true, subtractFeeFrom: [0], canSplit: false }),
      wallet.createTx({ ...payment, relay: true, subaddressIndices: [1] }),
    ])
      await expect(refused).rejects.toMatchObject(codeOf(-32602));
    expect(fixture.node.relayed).toEqual([]);
    const paid = await wallet.createTx({ ...payment, relay: true });
    expect(fixture.node.relayed).toHaveLength(1);
    const { pending = [] } = await fixture.call('get_transfers', { pending: true });
    expect([paid.getHash(), paid.getFee()]).toEqual([pending[0]!.txid, pending[0]!.fee]);
    expect((await wallet.getTxs()).map((tx) => tx.getHash())).toContain(paid.getHash());
  });
});
