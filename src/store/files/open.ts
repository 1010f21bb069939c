/** Creates and opens wallet files. */
import type { PasskeySecret, WalletFile } from '../../ports/wallet-files.ts';
import { checkHead } from '../chain.ts';
import { createKey } from '../crypt.ts';
import { fault } from '../faults.ts';
import { FORMAT_VERSION, NO_LINK, parseHeader, parseName } from '../header.ts';
import { sameSlot, unlockKey } from '../unlock.ts';
import { findHeader, mark, newToken, type FilesContext } from './context.ts';
import { claim, own, storeNew } from './own.ts';
import { sealRecord } from './seal-record.ts';

/**
 * Writes header and content in one transaction. Faults wallet_exists, bad_wallet_name, storage_full,
 * storage_unavailable.
 */
export async function createFile(
  context: FilesContext,
  given: string,
  password: string,
  content: Uint8Array,
): Promise<WalletFile> {
  const { disk, random, kdf, clock, newStorageKey } = context;
  const name = parseName(given);
  // A copy, since the caller may reuse its buffer while the password is stretched.
  const plain = content.slice();
  if ((await disk.find(name)) !== undefined) throw fault('wallet_exists', { name });
  const id = random.bytes(16);
  const { slot, key } = await createKey({ random, kdf }, id, password);
  const now = clock.now();
  const empty = {
    place: newStorageKey(name),
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
  const { header, record } = await sealRecord(random, key, empty, 'snapshot', plain);
  const owned = await storeNew(context, header, [record]);
  return owned.toFile(header, key);
}

/**
 * Checks the password or the passkey, then takes the lock, then writes a fencing token in the transaction that reads
 * the header: from that moment the disk refuses commits of an earlier owner, even those already running. Own faults:
 * wallet_not_found, wallet_open_elsewhere, file_too_new, storage_unavailable.
 */
export async function openFile(
  context: FilesContext,
  given: string,
  unlock: string | PasskeySecret,
  takeOver: boolean,
): Promise<WalletFile> {
  const found = await findHeader(context, given);
  const { name, place: storageKey } = found;
  let key = await unlockKey(found, unlock);
  const owned = await own(context, storageKey, takeOver);
  if (!owned) throw fault('wallet_open_elsewhere', { name });
  try {
    const claimed = await claim(context, storageKey);
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
