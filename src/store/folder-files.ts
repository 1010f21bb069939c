/**
 * Wallets in a folder outside the browser. The browser stores nothing of them: every commit is in the folder before
 * it resolves (folder-disk.ts).
 */
import type { Clock } from '../ports/clock.ts';
import type { WalletFolder } from '../ports/wallet-folder.ts';
import type { Random } from '../ports/random.ts';
import type { StoredWallets, WalletFiles } from '../ports/wallet-files.ts';
import { KDF } from './crypt.ts';
import { createWalletFiles } from './files/files.ts';
import { createFolderDisk } from './folder-disk.ts';
import { withFaults } from './folder-faults.ts';
import { createFolderLocks } from './folder-locks.ts';
import type { KdfParams } from './header.ts';
import type { WalletPlace } from './move.ts';
import { createNamedFiles, type NamedDeps } from './named-files.ts';
import { noMarker } from './persist.ts';

interface StoreDeps {
  readonly random: Random;
  readonly clock: Pick<Clock, 'now'>;
  readonly kdf?: KdfParams;
}

export interface FolderDeps extends StoreDeps, Omit<NamedDeps, 'stored'> {
  /** Undefined when no folder is configured. */
  readonly folder: WalletFolder | undefined;
}

export function createFolderWalletFiles({ folder, memory, only, ...deps }: FolderDeps): WalletFiles {
  return createNamedFiles({ memory, only, stored: folder && filesOf(withFaults(folder), deps) });
}

/** `folder`: with faults (folder-faults.ts). */
export function folderPlace(folder: WalletFolder, random: Random): WalletPlace {
  return { disk: createFolderDisk(folder, random), locks: createFolderLocks(folder) };
}

const filesOf = (folder: WalletFolder, { random, clock, kdf = KDF }: StoreDeps): StoredWallets => ({
  files: createWalletFiles({
    ...folderPlace(folder, random),
    random,
    clock,
    kdf,
    marker: noMarker,
    newStorageKey: (name) => name,
  }),
  names: () => folder.list(),
});
