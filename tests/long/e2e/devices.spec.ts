/**
 * A journey with each signing device on a chain: pairing, exchange of coins and key images, a payment that is mined. The
 * page's codes are read by an independent reader, a stand-in answers, and its codes come back as films for the page's
 * camera. In Cupcake, ANONERO and the rest, the stand-in signs with monero-wallet-rpc.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { asSecretKey } from '../../../src/base/brands.ts';
import { fromHex } from '../../../src/base/hex.ts';
import { DEVICE_IDS, SIGNING_DEVICES } from '../../../src/base/signing-devices.ts';
import { parseAddress } from '../../../src/protocol/address/address.ts';
import { coldWallet } from '../../parity/cold-pair.ts';
import type { TestWallet } from '../../parity/wallet-pair.ts';
import { expect, test } from '../../support/app.ts';
import { openCameraDevice, watchCode } from '../../support/camera.ts';
import { codePng } from '../../support/code-png.ts';
import { startRegtest } from '../../support/regtest.ts';
import { standInFor } from '../../support/signing-stand-in.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { PASSWORD, review, spendable, visit } from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const XMR = 1_000_000_000_000n;

for (const id of DEVICE_IDS)
  test(`a payment signed by ${SIGNING_DEVICES[id].name} is paired, asked for, read and mined`, async ({
    devnet,
    appUrl,
  }, info) => {
    await useWasmKernel();
    mkdirSync(info.outputDir, { recursive: true });
    // Offline wallets need no chain; the helper starts and ends their programs.
    await using programs = await startRegtest();
    const by = SIGNING_DEVICES[id].keepsOutputs ? 'theirs' : 'ours';
    const first = await coldWallet(programs, by);
    await first.call('create_wallet', { filename: 'cold', password: '', language: 'English' });
    const { address } = await first.call('get_address');
    const { key: viewKey } = await first.call('query_key', { key_type: 'view_key' });
    const { key: seed } = await first.call('query_key', { key_type: 'mnemonic' });
    const afresh = async (): Promise<TestWallet> => {
      const wallet = await coldWallet(programs, by);
      await wallet.call('restore_deterministic_wallet', { filename: 'cold', password: '', seed });
      return wallet;
    };
    const { spendPublic, viewPublic } = parseAddress(address);
    const keys = { address, spendPublic, viewPublic, viewSecret: asSecretKey(fromHex(viewKey)) };
    const device = standInFor(id, keys, afresh);

    const watch = await openCameraDevice(join(info.outputDir, 'watch.y4m'), appUrl);
    const { page } = watch;
    try {
      await page.goto('/');
      await page.getByText('Watch a wallet').click();
      watch.see([device.pairing]);
      await page.getByRole('button', { name: 'Scan a code' }).click();
      await expect(page.getByLabel('First address of the wallet')).toHaveValue(address);
      if (id === 'keystone') {
        await page.getByText('A block', { exact: true }).click();
        await page.getByLabel('Start from block').fill('0');
      }
      await page.getByLabel('Name of the wallet').fill('Watched');
      await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Watch this wallet' }).click();
      await expect(page.getByText('Spendable now')).toBeVisible();
      await devnet.faucet(address, 3n * XMR);
      await devnet.faucet(address, 2n * XMR);
      await devnet.mine(10);
      await expect(page.getByText('Received; spends unknown')).toBeVisible();

      await page.getByRole('link', { name: 'Signing device' }).click();
      if (id !== 'keystone' && id !== 'other') {
        await page.getByRole('button', { name: 'Which device signs?' }).click();
        await page.getByRole('button', { name: SIGNING_DEVICES[id].name }).click();
        await expect(page.getByRole('dialog')).toBeHidden();
      }
      if (id !== 'other')
        await expect(page.getByText(`Signs: ${SIGNING_DEVICES[id].name}`, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: /^Show \d+ coins$/ }).click();
      // One camera shows what it sees as a mirror does.
      watch.see(await device.answer(await watchCode(page)), { mirrored: id === 'cupcake' });
      await page.getByRole('button', { name: 'Read from the signing device' }).click();
      await expect(page.getByText(/^Both devices know \d+ coins/)).toBeVisible({ timeout: 120_000 });

      await review(page, PAYEE, '1.25');
      await expect(page.getByText('Next: read the signed payment.')).toBeVisible();
      const signed = await device.answer(await watchCode(page));
      // The camera of the device that gets a picture sees a code that is of no use here.
      watch.see(id === 'other' ? [device.pairing] : signed);
      await page.getByRole('button', { name: 'Read from the signing device' }).click();
      // One device's codes come as a picture that moves, the others' by the camera.
      if (id === 'other')
        await page.getByLabel('Use a file').setInputFiles({
          name: 'signed.png',
          mimeType: 'image/png',
          buffer: Buffer.from(codePng(signed)),
        });
      await page.getByRole('button', { name: 'Send 1.25 XMR' }).click({ timeout: 180_000 });
      await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
      await devnet.mine(10);
      await expect.poll(() => spendable(page)).toMatch(/^3\.7/);
      // The change needs no exchange: the balance is right.
      await visit(page, 'signing');
      await expect(page.getByText('Next: make a payment.')).toBeVisible();
    } finally {
      await watch.browser.close();
    }
  });
