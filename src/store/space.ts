/**
 * Finds out if little space is left. The quota that Chromium reports is the same on every device and not what it
 * allows, so this also tries: it makes an empty file larger, which writes nothing, and removes it again.
 */
import type { StorageReport } from './persist.ts';

/** In bytes: room for the files of a new version of the app, and for a large wallet. */
const ENOUGH = 20_000_000;
const TRIAL = 'ostro-space';

/** A file system of the browser (OPFS), as workers see it; some engines lack it, or refuse it in private windows. */
export interface SpaceSource extends Pick<StorageReport, 'estimate'> {
  getDirectory?(): Promise<{
    getFileHandle(name: string, options: { create: true }): Promise<object>;
    removeEntry(name: string): Promise<void>;
  }>;
}
interface TrialFile {
  truncate(bytes: number): void;
  getSize(): number;
  close(): void;
}

/** False also where the browser does not let us know. */
export async function isSpaceShort(storage: SpaceSource | undefined): Promise<boolean> {
  const { usage = 0, quota } = (await storage?.estimate?.()) ?? {};
  if (quota !== undefined && quota > 0 && quota - usage < ENOUGH) return true;
  try {
    return !(await hasRoom(storage));
  } catch {
    // The attempt also fails when another tab tries at this moment.
    return false;
  }
}

const hasRoom = async (storage: SpaceSource | undefined): Promise<boolean> => {
  const folder = await storage?.getDirectory?.();
  if (!folder) return true;
  const handle = await folder.getFileHandle(TRIAL, { create: true });
  if (!('createSyncAccessHandle' in handle)) return true;
  const file = await (handle as { createSyncAccessHandle(): Promise<TrialFile> }).createSyncAccessHandle();
  try {
    return fits(file);
  } finally {
    file.truncate(0);
    file.close();
    await folder.removeEntry(TRIAL);
  }
};

/** Chromium leaves the size as it was when there is no room; others throw. */
const fits = (file: TrialFile): boolean => {
  try {
    file.truncate(ENOUGH);
    return file.getSize() === ENOUGH;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
    throw error;
  }
};
