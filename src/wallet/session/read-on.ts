/**
 * Reading goes on while a wallet is locked. When the idle time ends during a long scan, the wallet is closed as usual: its
 * keys are overwritten and its file is released. A copy with the view key alone (background/copy.ts), under a random
 * password that the wallet's file holds, is read further. No method reaches it. When the wallet is opened again, it
 * takes over what the copy has read, and the copy is removed.
 */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { WalletFile } from '../../ports/wallet-files.ts';
import { copyOf } from '../background/copy.ts';
import { forgetReadingCopy, noteReadingCopy, readingCopyName } from '../background/reading-copy.ts';
import { writeChange } from '../state/codec.ts';
import { CLOSING_MS, openWallet, type OpenWallet } from '../wallet.ts';
import { closeWallet, releaseWallet } from './close.ts';
import { emitStatus, type LockedReader, type SessionContext } from './context.ts';

/** Locks the open wallet after its idle time; if it is being read, reading goes on. */
export async function lockOnTime(context: SessionContext): Promise<void> {
  const { open } = context;
  if (!open) return;
  const file = readsOn(open) ? await makeReadingCopy(context, open) : undefined;
  if (!file) {
    await closeWallet(context);
    return;
  }
  try {
    await releaseWallet(context, { save: false });
  } catch (error) {
    // The wallet stays open: reading it twice would be of no use.
    await file.close();
    throw error;
  }
  try {
    await startReader(context, open.name, file);
  } catch (error) {
    // The wallet is locked all the same. What the copy has is taken over at the next opening.
    await file.close().catch(() => undefined);
    endLocked(context);
    if (!isFault(error)) throw error;
  }
}

/**
 * True if it can be read on while locked: view-only and multisig wallets lack the key that finds spends later, and with a gap
 * the copy could not tell what newer blocks spend of it.
 */
const readsOn = ({ name, state, sync }: OpenWallet): boolean => {
  const { account, settings, chain, tables } = state;
  return (
    name !== '' &&
    sync.status.phase === 'reading' &&
    account.spendSecret !== undefined &&
    account.multisig === undefined &&
    settings.background === undefined &&
    chain.hashes.length > 0 &&
    tables.gaps.size === 0
  );
};

/** Undefined where the browser cannot store it; then no setting refers to it. */
const makeReadingCopy = async (
  { files, world }: SessionContext,
  wallet: OpenWallet,
): Promise<WalletFile | undefined> => {
  const password = toHex(world.random.bytes(32));
  try {
    await wallet.sync.stop(CLOSING_MS);
    // The password first: a copy whose password is in no wallet could never be read nor removed.
    await noteReadingCopy(wallet, password);
    return await files.create(readingCopyName(wallet.name), password, writeChange(copyOf(wallet.state)));
  } catch (error) {
    if (!isFault(error)) throw error;
    await forgetReadingCopy(wallet).catch(() => undefined);
    return undefined;
  }
};

const endLocked = ({ world, events }: SessionContext): void => {
  world.chain.expectNetwork(undefined);
  // The page ends the worker now, as after every lock.
  events.emit('closed', { reason: 'locked' });
};

const startReader = async (context: SessionContext, of: string, file: WalletFile): Promise<void> => {
  const { world, nodes, kept } = context;
  const wallet = await openWallet(world, nodes, file);
  const reader: LockedReader = { of, wallet };
  context.reader = reader;
  const end = (): void => {
    void context.queue.run(async () => {
      if (context.reader !== reader) return;
      await endReader(context);
      endLocked(context);
    });
  };
  wallet.sync.onStatus(({ phase }) => {
    if (context.reader !== reader) return;
    emitStatus(context);
    if (phase === 'done') end();
  });
  file.onLost(end);
  wallet.sync.hide(kept.hidden);
  wallet.sync.start(kept.refreshing.seconds);
  emitStatus(context);
};

/** Ends reading of a locked wallet, if there is one. What was read stays in the copy. */
export async function endReader(context: SessionContext): Promise<void> {
  const { reader } = context;
  context.reader = undefined;
  await reader?.wallet.close();
}
