/** Creates and opens wallet files. */
import { equalBytes } from '../../base/bytes.ts';
import type { WalletFile } from '../../ports/wallet-files.ts';
import { checkHead } from '../chain.ts';
import { createKey, openKey, seal } from '../crypt.ts';
import { fault } from '../faults.ts';
import { FORMAT_VERSION, NO_LINK, parseHeader, parseName, type WalletHeader } from '../header.ts';
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
 * Checks the password, then takes the lock, then writes a fencing token in the transaction that reads the header:
 * from that moment the disk refuses commits of an earlier owner, even those already running. Faults wallet_not_found,
 * wrong_password, wallet_open_elsewhere, file_damaged, file_too_new, storage_unavailable.
 */
export async function openFile(
  context: FilesContext,
  given: string,
  password: string,
  takeOver: boolean,
): Promise<WalletFile> {
  const found = await findHeader(context, given);
  const { name, place, id } = found;
  let key = await openKey(found.slot, id, password);
  const owned = await own(context, place, takeOver);
  if (!owned) throw fault('wallet_open_elsewhere', { name });
  try {
    const claimed = await claim(context, place);
    if (claimed === undefined) throw fault('wallet_not_found', { name });
    const header = parseHeader(claimed);
    // The password may have changed while this tab waited for the lock.
    if (!equalBytes(header.slot.wrapped, found.slot.wrapped)) key = await openKey(header.slot, id, password);
    await checkHead(key, header);
    await mark(context.marker.add(header));
    return owned.toFile(header, key);
  } catch (error) {
    await owned.lease.release();
    throw error;
  }
}
