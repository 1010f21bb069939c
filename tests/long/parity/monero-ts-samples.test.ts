/**
 * Programs after the samples in monero-ts's README and developer guide, with the full wallet of `ostro/monero-ts`: only the
 * import, `bindMoneroTs` and `regtest` are other.
 */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS, SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { needMoneroTs, moneroTsFolder } from '../../bench/monero-ts.ts';
import { installPackage, type InstalledPackage } from '../../support/library-package.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { known } from '../../support/rpc/fixture.ts';

let chain: Regtest;
let installed: InstalledPackage;
beforeAll(async () => {
  await needMoneroTs();
  [chain, installed] = await Promise.all([startRegtest({ funded: true }), installPackage()]);
  symlinkSync(join(moneroTsFolder, 'node_modules/monero-ts'), join(installed.dir, 'node_modules/monero-ts'));
});
afterAll(async () => {
  installed.remove();
  await chain.dispose();
});

const HEAD = `
import moneroTs from 'monero-ts';
import { bindMoneroTs } from 'ostro/monero-ts';
const { createWalletFull, createWalletKeys } = bindMoneroTs(moneroTs);
const print = (value) => console.log('ANSWER ' + JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v)));
`;
const run = async (name: string, code: string): Promise<unknown> => {
  const values = {
    NODE: chain.url,
    FIRST: FIRST_OWNER.seed,
    SECOND: SECOND_OWNER.seed,
    PAYEE: FOREIGN_ADDRESS,
    MAIN: FIRST_OWNER.address,
    VIEW_KEY: known.viewSecret,
  };
  const text = Object.entries(values).reduce((all, [from, to]) => all.replaceAll(`<${from}>`, to), code);
  const said = await installed.runModule(name, HEAD + text);
  return JSON.parse(/^ANSWER (.*)$/m.exec(said)![1]!);
};

const README = `
const common = { password: 'pw', networkType: moneroTs.MoneroNetworkType.MAINNET, server: { uri: '<NODE>' }, regtest: true };
const payee = await createWalletFull({ ...common, path: 'payee', seed: '<SECOND>', restoreHeight: 0 });
const progress = [];
await payee.sync(new class extends moneroTs.MoneroWalletListener {
  async onSyncProgress(height, start, end, percentDone) { progress.push(percentDone); }
});
const address = await payee.getAddress(1, 0);
await payee.startSyncing(1000);
const received = new Promise((resolve) => payee.addListener(new class extends moneroTs.MoneroWalletListener {
  async onOutputReceived(output) { resolve(output.getAmount()); }
}));
const payer = await createWalletFull({ ...common, path: 'payer', seed: '<FIRST>', restoreHeight: 0 });
await payer.sync();
const tx = await payer.createTx({ accountIndex: 0, address, amount: 250000000000n, relay: false });
await payer.relayTx(tx);
print({ address, progress, received: await received, beyond: await payee.getAddress(1000, 5) });
await payee.close(true);
await payer.close(true);
await moneroTs.shutdown();
`;

const VIEW_ONLY = `
const common = { password: 'pw', networkType: moneroTs.MoneroNetworkType.MAINNET, regtest: true };
const hot = await createWalletFull({ ...common, path: 'hot', primaryAddress: '<MAIN>', privateViewKey: '<VIEW_KEY>', restoreHeight: 0, server: { uri: '<NODE>' } });
await hot.sync();
const cold = await createWalletFull({ ...common, path: 'cold', seed: '<FIRST>' });
await cold.importOutputs(await hot.exportOutputs());
const exported = await cold.exportKeyImages();
await hot.importKeyImages(exported.getKeyImages(), exported.getOffset());
const unsigned = await hot.createTx({ accountIndex: 0, address: '<PAYEE>', amount: 250000000000n });
const described = await cold.describeTxSet(unsigned.getTxSet());
const signed = await cold.signTxs(unsigned.getTxSet().getUnsignedTxHex());
const ids = await hot.submitTxs(signed.getSignedTxHex());
print({ fee: described.getTxs()[0].getFee(), ids });
await hot.close(true);
await cold.close(true);
await moneroTs.shutdown();
`;

const KEYS = `
const wallet = await createWalletKeys({ networkType: moneroTs.MoneroNetworkType.STAGENET, language: 'English' });
const restored = await createWalletKeys({ networkType: moneroTs.MoneroNetworkType.MAINNET, seed: '<FIRST>' });
print({
  words: (await wallet.getSeed()).split(' ').length,
  address: await wallet.getAddress(0, 0),
  beyond: await wallet.getAddress(3, 7),
  spend: (await wallet.getPrivateSpendKey()).length,
  main: await restored.getAddress(0, 0),
  view: await restored.getPrivateViewKey(),
});
await wallet.close();
await restored.close();
await moneroTs.shutdown();
`;

describe('samples of monero-ts', () => {
  it('of its README: an address of an account that was not made, and progress from 0 to 1', async () => {
    const seen = (await run('readme.mjs', README)) as Record<string, unknown>;
    const progress = seen.progress as readonly number[];
    expect(seen.received).toBe('250000000000');
    expect(seen.address).toMatch(/^8/);
    expect(seen.beyond).toMatch(/^8/);
    expect(Math.min(...progress)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...progress)).toBe(1);
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
  });
  it('of view-only and offline wallets: a node of this computer needs no word of trust', async () => {
    await chain.mine(1, FOREIGN_ADDRESS);
    expect(await run('view-only.mjs', VIEW_ONLY)).toMatchObject({
      fee: expect.stringMatching(/^\d+$/) as string,
      ids: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    });
  });
  it('of wallets that are keys alone', async () => {
    expect(await run('keys.mjs', KEYS)).toEqual({
      words: 25,
      address: expect.stringMatching(/^5/) as string,
      beyond: expect.stringMatching(/^7/) as string,
      spend: 64,
      main: FIRST_OWNER.address,
      view: known.viewSecret,
    });
  });
});
