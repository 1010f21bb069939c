/** One fake browser: tabs over one IndexedDB database and one lock hub. Needs fake-indexeddb/auto. */
import { isFault } from '../../../src/base/fault.ts';
import type { WalletFile } from '../../../src/ports/wallet-files.ts';
import { createIdbWalletFiles, type IdbDeps } from '../../../src/store/idb.ts';
import { createLockHub } from '../../../src/store/in-process-locks.ts';
import { createMemoryMarker } from '../../../src/store/persist.ts';
import { QUICK_KDF } from '../../contract/wallet-files.contract.ts';

let worlds = 0;

export function setupWorld(deps: IdbDeps = {}) {
  const databaseName = `world ${++worlds}`;
  const hub = createLockHub();
  const marker = createMemoryMarker();
  const tab = (more: IdbDeps = {}) => {
    const { host, takeoverChannel } = hub.tab();
    return createIdbWalletFiles({
      databaseName,
      lockHost: host,
      takeoverChannel,
      marker,
      kdf: QUICK_KDF,
      ...deps,
      ...more,
    });
  };
  return { databaseName, hub, tab };
}

export async function texts(file: WalletFile) {
  const { snapshot, entries } = await file.load();
  return [...(snapshot ? [snapshot] : []), ...entries].map((it) => new TextDecoder().decode(it));
}

/** The fault's code, or another outcome as it is. */
export function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'done',
    (error: unknown) => (isFault(error) ? error.code : error),
  );
}
