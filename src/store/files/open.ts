/** Creates and opens wallet files. */
import type { PasskeySecret, WalletFile } from '../../ports/wallet-files.ts';
import { checkHead } from '../chain.ts';
import { createKey, seal } from '../crypt.ts';
import { fault } from '../faults.ts';
import { FORMAT_VERSION, NO_LINK, parseHeader, parseName, type WalletHeader } from '../header.ts';
import { sameSlot, unlockKey } from '../unlock.ts';
import { findHeader, mark, newToken, type FilesContext } from './context.ts';
import { claim, own } from './own.ts';

/** Faults wallet_exists, bad_wallet_name, storage_full, storage_unavailable. */
export async function createFile(
  context: FilesContext,
  given: string,
  password: string,
): Promise<WalletFile> {
  const { disk, random, kdf, clock, marker, placeOf } = context;
  const name = parseName(given);
  if ((await disk.find(name)) !== undefined) throw fault('wallet_exists', { name });
  const id = random.bytes(16);
  const { slot, key } = await createKey({ random, kdf }, id, password);
  const now = clock.now();
  const first = { id, kind: 'head', sequence: 0, link: NO_LINK } as const;
  const header: WalletHeader = {
    head: await seal(random, key, first, new Uint8Array()),
    place: placeOf(name),
    name,
    version: FORMAT_VERSION,
    id,
    createdAt: now,
    usedAt: now,
    slot,
    owner: newToken(context),
    sequence: 0,
    link: NO_LINK,
  };
  const owned = await own(context, header.place, false);
  if (!owned) throw new Error('A lock of a new wallet was taken.');
  try {
    if (!(await disk.create(header, []))) throw fault('wallet_exists', { name });
  } catch (error) {
    await owned.lease.release();
    throw error;
  }
  await mark(marker.add(header));
  return owned.toFile(header, key);
}

/**
 * Checks the password or the passkey, then takes the lock, then writes a fencing token in the transaction that reads the header:
 * from that moment the disk refuses commits of an earlier owner, even those already running. Faults wallet_not_found,
 * wallet_open_elsewhere, file_too_new, storage_unavailable, those of `unlockKey`.
 */
export async function openFile(
  context: FilesContext,
  given: string,
  unlock: string | PasskeySecret,
  takeOver: boolean,
): Promise<WalletFile> {
  const found = await findHeader(context, given);
  const { name, place } = found;
  let key = await unlockKey(found, unlock);
  const owned = await own(context, place, takeOver);
  if (!owned) throw fault('wallet_open_elsewhere', { name });
  try {
    const claimed = await claim(context, place);
    if (claimed === undefined) throw fault('wallet_not_found', { name });
    const header = parseHeader(claimed);
    // Another tab may have changed the password or removed the passkey while this one waited for the lock.
    if (!(await sameSlot(header, found, unlock))) key = await unlockKey(header, unlock);
    await checkHead(key, header);
    await mark(context.marker.add(header));
    return owned.toFile(header, key);
  } catch (error) {
    await owned.lease.release();
    throw error;
  }
}
