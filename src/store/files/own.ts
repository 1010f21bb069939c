/** Ownership of a wallet: the lock among tabs, and the fencing token on the disk. */
import { isFault } from '../../base/fault.ts';
import type { WalletFile } from '../../ports/wallet-files.ts';
import type { FileKey } from '../crypt.ts';
import { fault } from '../faults.ts';
import type { StoredRecord, WalletHeader } from '../header.ts';
import { lockName, type Lease } from '../locks.ts';
import type { VanishMarker } from '../persist.ts';
import { mark, newToken, type FilesContext } from './context.ts';
import { createOpenFile, type OpenFile } from './open-file.ts';

export interface Owned {
  readonly lease: Lease;
  /** Makes the open file, which releases the lock when it is closed or lost. */
  toFile(header: WalletHeader, key: FileKey): WalletFile;
}

/** Takes the lock of a stored wallet. Undefined when another tab holds it and `takeOver` is false. */
export async function own(
  context: FilesContext,
  storageKey: string,
  takeOver: boolean,
): Promise<Owned | undefined> {
  const { disk, random, kdf, locks, opened } = context;
  let file: OpenFile | undefined;
  let lostEarly = false;
  // Another tab may request the lock before the file is open.
  const onLoss = async () => {
    if (file) await file.lose();
    else lostEarly = true;
  };
  const lease = await locks.acquire(lockName(storageKey), { takeOver, onLoss });
  if (!lease) return undefined;
  const toFile = (header: WalletHeader, key: FileKey): WalletFile => {
    const made = createOpenFile(
      { disk, random, kdf },
      { header, key, lease: { release: () => (opened.delete(made), lease.release()) } },
    );
    file = made;
    opened.add(made);
    if (lostEarly) void made.lose();
    return made.file;
  };
  return { lease, toFile };
}

/**
 * Stores a new wallet as a whole, and keeps its lock. Faults wallet_exists (also while another program makes a wallet
 * of this name), storage_full, storage_unavailable.
 */
export async function storeNew(
  context: FilesContext,
  header: WalletHeader,
  records: readonly StoredRecord[],
): Promise<Owned> {
  const { disk, marker } = context;
  const { name, place: storageKey } = header;
  const owned = await own(context, storageKey, false);
  if (!owned) throw fault('wallet_exists', { name });
  try {
    if (!(await disk.create(header, records))) throw fault('wallet_exists', { name });
  } catch (error) {
    await owned.lease.release();
    throw error;
  }
  await mark(markNew(marker, header));
  return owned;
}

/** The wallet takes the place of lost ones with its name. */
const markNew = async (marker: VanishMarker, header: WalletHeader): Promise<void> => {
  await marker.add(header);
  for (const { name, place } of await marker.read())
    if (name === header.name && place !== header.place) await marker.drop(place);
};

/**
 * Writes a new fencing token. Returns the header after that, or undefined when the wallet was removed. If the disk is
 * full the old token stays, since a full disk must not keep a wallet from being opened.
 */
export async function claim(context: FilesContext, storageKey: string): Promise<unknown> {
  const { disk, clock } = context;
  try {
    return await disk.claim(storageKey, newToken(context), clock.now());
  } catch (error) {
    if (!isFault(error, 'storage_full')) throw error;
    return (await disk.read(storageKey))?.header;
  }
}
