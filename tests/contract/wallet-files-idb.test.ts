import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { createIdbWalletFiles } from '../../src/store/idb.ts';
import type { StoredRecord, WalletHeader } from '../../src/store/header.ts';
import { createLockHub } from '../../src/store/in-process-locks.ts';
import { createMemoryMarker } from '../../src/store/persist.ts';
import { failWrites } from '../unit/store/fail-writes.ts';
import { passkeyContract } from './passkey.contract.ts';
import { QUICK_KDF, walletFilesContract, type TestBrowser } from './wallet-files.contract.ts';

let databases = 0;

const open = async (): Promise<TestBrowser> => {
  const databaseName = `contract ${++databases}`;
  const hub = createLockHub();
  const marker = createMemoryMarker();
  const tabs: { close(): void }[] = [];
  const tab = () => {
    const { host, takeoverChannel } = hub.tab();
    const files = createIdbWalletFiles({
      databaseName,
      lockHost: host,
      takeoverChannel,
      marker,
      kdf: QUICK_KDF,
    });
    tabs.push(files);
    return files;
  };
  await tab().list(); // makes the database
  const database = await openDB(databaseName);
  const header = async (name: string) =>
    (await database.getFromIndex('wallets', 'name', name)) as WalletHeader;
  const recordsOf = (place: string) => IDBKeyRange.bound([place], [place, []]);
  const failing = failWrites();
  return {
    tab,
    async peek(name) {
      const found = await header(name);
      return {
        header: found,
        records: (await database.getAll('records', recordsOf(found.place))) as StoredRecord[],
      };
    },
    async poke({ header: next, records }) {
      const tx = database.transaction(['wallets', 'records'], 'readwrite');
      await tx.objectStore('records').delete(recordsOf(next.place));
      for (const record of records) await tx.objectStore('records').put(record);
      await tx.objectStore('wallets').put(next);
      await tx.done;
    },
    async erase(name) {
      const { place } = await header(name);
      await database.delete('records', recordsOf(place));
      await database.delete('wallets', place);
    },
    full: (is) => failing(is ? { after: 0, name: 'QuotaExceededError' } : undefined),
    close() {
      failing(undefined);
      database.close();
      for (const files of tabs) files.close();
      return Promise.resolve();
    },
  };
};
walletFilesContract('in IndexedDB', open);
passkeyContract('in IndexedDB', open);
