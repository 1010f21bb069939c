/** The wallets that are stored, open or not. */
import type { WalletFileInfo } from '../../ports/wallet-files.ts';
import { dropReadingCopy, withoutReadingCopies } from '../background/reading-copy.ts';
import { closeWallet } from './close.ts';
import type { SessionContext } from './context.ts';
import { endReader } from './read-on.ts';

/** Without the copies that are read while a wallet is locked. */
export async function listWallets({ files }: SessionContext): Promise<readonly WalletFileInfo[]> {
  return withoutReadingCopies(await files.list());
}

/** Closes the wallet, and deletes it with its copies. Faults: the store's, wrong_password. */
export async function deleteWallet(context: SessionContext, name: string, password: string): Promise<void> {
  const { files, queue } = context;
  const close = (): Promise<void> =>
    queue.run(async () => {
      await endReader(context);
      await closeWallet(context, 'locked');
    });
  if (context.open?.name === name) {
    await context.open.file.checkPassword(password);
    await close();
  }
  // The removed wallet is read further: nothing may hold its copy.
  if (context.reader?.of === name) await close();
  await dropReadingCopy(files, name, password);
  await files.remove(name, password);
}
