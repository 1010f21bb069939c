import { createMemoryBrowser, createMemoryWalletFiles } from '../../src/store/memory.ts';
import { createMemoryMarker } from '../../src/store/persist.ts';
import { passkeyContract } from './passkey.contract.ts';
import { QUICK_KDF, walletFilesContract, type TestBrowser } from './wallet-files.contract.ts';

const open = (): Promise<TestBrowser> => {
  const browser = createMemoryBrowser();
  const { disk } = browser;
  const marker = createMemoryMarker();
  const stored = (name: string) => {
    const found = [...disk.wallets].find(([, { header }]) => header.name === name);
    if (!found) throw new Error(`no wallet ${name}`);
    return found;
  };
  return Promise.resolve({
    tab: () => createMemoryWalletFiles({ browser, kdf: QUICK_KDF, marker }),
    peek: (name) => Promise.resolve(structuredClone(stored(name)[1])),
    poke: (wallet) => Promise.resolve(void disk.wallets.set(wallet.header.place, structuredClone(wallet))),
    erase: (name) => Promise.resolve(void disk.wallets.delete(stored(name)[0])),
    full: (is) => (disk.capacity = is ? 0 : Infinity),
    close: () => Promise.resolve(),
  });
};
walletFilesContract('in memory', open);
passkeyContract('in memory', open);
