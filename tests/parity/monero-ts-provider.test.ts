/**
 * docs/embedding.md: monero-ts's client of monero-wallet-rpc reads a wallet through the provider of a site. The wallet
 * decides as for every site; only the window between them is missing. The package comes from the bench's cache.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installMoneroTs, moneroTsFolder } from '../../scripts/bench/monero-ts-site.mjs';
import { importFromDocument } from '../support/doc-code.ts';
import type { MoneroTsWallet } from '../support/monero-ts.ts';
import { openSiteDesk, type SiteDesk } from '../support/rpc/site.ts';

interface Provider {
  readonly request: (call: { readonly method: string; readonly params: object }) => Promise<object>;
}
type WalletThrough = (provider: Provider, moneroTs: unknown) => MoneroTsWallet;

/** What createProvider gives to a page: results, and errors with a code. */
const providerOf = (desk: SiteDesk): Provider => ({
  request: async ({ method, params }) => {
    const { done } = await desk.request(method, params as Readonly<Record<string, unknown>>);
    if (done?.error) throw Object.assign(new Error(done.error.message), { code: done.error.code });
    return done?.result ?? {};
  },
});

const missing = await installMoneroTs();

describe.skipIf(missing !== undefined)(`monero-ts through the provider ${missing ?? ''}`, () => {
  it('reads what the site was granted, and gets the code for what no site may call', async () => {
    const desk = await openSiteDesk();
    const walletThrough = await importFromDocument<WalletThrough>('docs/embedding.md', 'walletThrough');
    const moneroTs: unknown = createRequire(join(moneroTsFolder, 'package.json'))('monero-ts');
    const wallet = walletThrough(providerOf(desk), moneroTs);

    await expect(wallet.getBalance()).rejects.toMatchObject({ code: 4100 });
    await desk.connect({ identity: true, read: true });
    const { address } = (await desk.result('get_address')) as { readonly address: string };
    expect(await wallet.getPrimaryAddress()).toBe(address);
    expect(await wallet.getBalance()).toBe(0n);
    expect(await wallet.getUnlockedBalance()).toBe(0n);
    await expect(wallet.getSeed()).rejects.toMatchObject({ code: expect.any(Number) as number });
  });
});
