/** Closing the open wallet. Upstream: `on_close_wallet` (src/wallet/wallet_rpc_server.cpp). */
import { isFault } from '../../base/fault.ts';
import { renewCopy } from '../background/background.ts';
import { CLOSING_MS, type OpenWallet } from '../wallet.ts';
import type { SessionContext } from './context.ts';
import { endPaper } from './paper.ts';
import { restartSync } from './refresh.ts';
import type { CloseReason, Closing } from './types.ts';

/** Does nothing when no wallet is open. When saving fails, the wallet stays open. */
export async function closeWallet(
  context: SessionContext,
  reason: CloseReason = 'locked',
  how: Closing = {},
): Promise<void> {
  const { open } = context;
  if (!open) return;
  try {
    await releaseWallet(context, how);
  } finally {
    // A storage that fails at the end of the release leaves no wallet open.
    if (context.open !== open) {
      context.world.chain.expectNetwork(undefined);
      context.events.emit('closed', { reason });
    }
  }
}

/** Closes the open wallet without an event, because another one will be opened at once. */
export async function releaseWallet(context: SessionContext, { save = true }: Closing = {}): Promise<void> {
  const closing = context.open!;
  try {
    await endPaper(context);
    await closing.sync.stop(CLOSING_MS);
    await closing.ledger.settled();
    if (save) await saveCopy(context, closing);
  } catch (error) {
    restartSync(context);
    throw error;
  }
  context.open = undefined;
  context.copyOf = undefined;
  context.autoLock.stop();
  await closing.close();
}

/** Updates the background copy. The wallet works without the copy, so a fault of the store is ignored. */
export async function saveCopy({ files }: SessionContext, wallet: OpenWallet): Promise<void> {
  try {
    await renewCopy(files, wallet);
  } catch (error) {
    if (!isFault(error)) throw error;
  }
}
