/** Exports and imports wallets as backup files (file-format.ts). */
import type { WalletFileInfo } from '../../ports/wallet-files.ts';
import { checkChain } from '../chain.ts';
import { openKey } from '../crypt.ts';
import { fault } from '../faults.ts';
import { readWalletFile, writeWalletFile } from '../file-format.ts';
import { parseHeader, parseName, parseRecord, type WalletHeader } from '../header.ts';
import { findHeader, newToken, type FilesContext } from './context.ts';
import { onlyFaults } from './opened.ts';
import { storeNew } from './own.ts';

/** Faults wallet_not_found, file_damaged, file_too_new. */
export async function exportFile(context: FilesContext, given: string): ReturnType<typeof writeWalletFile> {
  const { name, place: storageKey } = await findHeader(context, given);
  const found = await context.disk.read(storageKey);
  if (!found) throw fault('wallet_not_found', { name });
  const header = parseHeader(found.header);
  const records = found.records.map(parseRecord);
  checkChain(header, records);
  return writeWalletFile(header, records);
}

/**
 * `given`: a name to use instead of the one in the file. Faults wallet_exists, wrong_password, file_damaged,
 * file_too_new.
 */
export async function importFile(
  context: FilesContext,
  file: Uint8Array,
  given: string | undefined,
  password: string | undefined,
): Promise<WalletFileInfo> {
  const { disk, newStorageKey } = context;
  const read = await readWalletFile(file, '');
  const name = parseName(given ?? read.header.name);
  const storageKey = newStorageKey(name);
  // The database would store the whole file with each view of it.
  const records = read.records.map((record) => ({
    ...record,
    place: storageKey,
    sealed: record.sealed.slice(),
  }));
  const header: WalletHeader = { ...read.header, place: storageKey, name, owner: newToken(context) };
  checkChain(header, records);
  if (password !== undefined) await openKey(header.slot, header.id, password);
  const { lease } = await storeNew(context, header, records);
  await disk.leave?.(storageKey, false).catch(onlyFaults);
  await lease.release();
  return { name, createdAt: header.createdAt, usedAt: header.usedAt, openElsewhere: false };
}
