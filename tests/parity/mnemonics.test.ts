/**
 * Seed phrases in two languages, read by monero-wallet-rpc and here. All languages: tests/long/parity/mnemonics.test.ts, and
 * tests/unit/protocol/mnemonic by vectors.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kernel } from '../../src/kernel/kernel.ts';
import { formatAddress } from '../../src/protocol/address/address.ts';
import { accountFromSeed } from '../../src/protocol/keys/account.ts';
import { LANGUAGES, languageFacts } from '../../src/protocol/mnemonic/languages.ts';
import { readMnemonic, writeMnemonic } from '../../src/protocol/mnemonic/mnemonic.ts';
import { startOfflineWallet, type OfflineWallet } from '../support/offline-wallet.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';

let wallet: OfflineWallet;
beforeAll(async () => {
  await useWasmKernel();
  wallet = await startOfflineWallet();
});
afterAll(() => wallet.stop());

it('both programs have the same languages, in the same order', async () => {
  expect(await wallet.call('get_languages')).toEqual({
    languages: LANGUAGES,
    languages_local: LANGUAGES.map((language) => languageFacts[language].localName),
  });
});

it.each(['German', 'Japanese'] as const)(
  'both programs read words in %s of which only the beginning is given',
  async (language) => {
    const key = kernel.scalarReduce(kernel.keccak256(new TextEncoder().encode(language)));
    const seed = await writeMnemonic(language, key);
    const short = seed
      .split(' ')
      .map((word) => Array.from(word).slice(0, languageFacts[language].prefixLength).join(''))
      .join(' ');
    const options = { filename: '', password: '', autosave_current: false, seed: short };
    const address = formatAddress({ network: 'mainnet', kind: 'standard', ...accountFromSeed(key) });
    expect(await wallet.call('restore_deterministic_wallet', options)).toMatchObject({ address, seed });
    expect((await readMnemonic(short)).key).toEqual(key);
  },
);
