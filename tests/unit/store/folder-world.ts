/** Wallets in a real folder of this machine, with the server's own code; each `program()` is a newly started one. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder } from '../../../src/server/files/folder.ts';
import type { WalletFolder } from '../../../src/ports/wallet-folder.ts';
import type { WalletFile, WalletFiles } from '../../../src/ports/wallet-files.ts';
import { createMemoryWalletFiles } from '../../../src/store/memory.ts';
import { createFolderWalletFiles } from '../../../src/store/folder-files.ts';
import { systemClock, systemRandom } from '../../../src/store/platform.ts';

export const QUICK = { memoryKib: 64, passes: 1, lanes: 1 };

export function walletsIn(folder: WalletFolder | undefined, only?: string): WalletFiles {
  return createFolderWalletFiles({
    memory: createMemoryWalletFiles({ kdf: QUICK }),
    folder,
    ...(only !== undefined && { only }),
    random: systemRandom,
    clock: systemClock,
    kdf: QUICK,
  });
}

export interface FolderWorld {
  readonly dir: string;
  readonly at: (file: string) => string;
  readonly read: (file: string) => Uint8Array;
  readonly put: (file: string, bytes: Uint8Array | string) => void;
  readonly program: (only?: string) => WalletFiles;
  readonly dispose: () => void;
}

export function createFolderWorld(): FolderWorld {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-folder-'));
  const at = (file: string): string => join(dir, file);
  return {
    dir,
    at,
    read: (file) => new Uint8Array(readFileSync(at(file))),
    put: (file, bytes) => writeFileSync(at(file), bytes),
    program: (only) => walletsIn(openFolder(dir), only),
    dispose: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Makes this process's lock look like that of a killed process. */
export function forgetLock(world: FolderWorld, name: string): void {
  rmSync(world.at(`${name}.lock`), { force: true });
}

export async function texts(file: WalletFile): Promise<(string | undefined)[]> {
  const { snapshot, entries } = await file.load();
  return [...(snapshot ? [snapshot] : []), ...entries].map((each) => new TextDecoder().decode(each));
}

export async function contents(files: WalletFiles, name: string, password: string): Promise<unknown> {
  const file = await files.open(name, password);
  try {
    return await texts(file);
  } finally {
    await file.close();
  }
}
