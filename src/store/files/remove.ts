/** Removes wallet files. */
import { openKey } from '../crypt.ts';
import { fault } from '../faults.ts';
import { parseName } from '../header.ts';
import { findHeader, mark, summaryOf, type FilesContext } from './context.ts';
import { own } from './own.ts';

/** Faults wallet_not_found, wrong_password, wallet_open_elsewhere. */
export async function removeFile(context: FilesContext, given: string, password: string): Promise<void> {
  const { name, place: storageKey, id, slot } = await findHeader(context, given);
  await openKey(slot, id, password);
  await removeStored(context, name, storageKey);
}

/** Removes a wallet without its password. Does nothing when there is no such wallet. Fault wallet_open_elsewhere. */
export async function forgetFile(context: FilesContext, given: string): Promise<void> {
  const name = parseName(given);
  const found = await context.disk.find(name);
  const storageKey = found === undefined ? undefined : summaryOf(found)?.place;
  if (storageKey !== undefined) await removeStored(context, name, storageKey);
}

const removeStored = async (context: FilesContext, name: string, storageKey: string): Promise<void> => {
  const owned = await own(context, storageKey, false);
  if (!owned) throw fault('wallet_open_elsewhere', { name });
  try {
    // The mark first: after a crash between the two, the wallet must not be reported as vanished.
    await mark(context.marker.drop(storageKey));
    await context.disk.remove(storageKey);
  } finally {
    await owned.lease.release();
  }
};
