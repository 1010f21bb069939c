/** A wallet file that exists in memory only and keeps nothing: for keys that are used once. */
import type { WalletFile } from '../../ports/wallet-files.ts';
import { writeChange } from '../state/codec.ts';
import type { Change } from '../state/tables.ts';

/** A file with these first records. What is appended to it is overwritten at once, and `close` overwrites the rest. */
export function createMemoryFile(first: Change): WalletFile {
  const bytes = writeChange(first);
  return {
    name: '',
    copy: '',
    load: () => Promise.resolve({ entries: [bytes] }),
    append: (entry) => {
      entry.fill(0);
      return Promise.resolve();
    },
    compact: (snapshot) => {
      snapshot.fill(0);
      return Promise.resolve();
    },
    close: () => {
      bytes.fill(0);
      return Promise.resolve();
    },
    onLost: () => undefined,
    changePassword: none,
    checkPassword: none,
    checkPasskey: none,
    addPasskey: none,
    removePasskey: none,
    encryptSecret: none,
    decryptSecret: none,
  };
}

/** No method reaches these. */
const none = (): Promise<never> => Promise.reject(new Error('keys in memory have no password'));
