/**
 * Creates wallet files and opens wallets.
 * Upstream: `on_open_wallet`, `on_create_wallet`, `on_restore_deterministic_wallet`, `on_generate_from_keys`
 * (src/wallet/wallet_rpc_server.cpp).
 */
import { copyBytes } from '../../base/bytes.ts';
import { useEventRules } from './settings.ts';
import type { PasskeySecret, WalletFile } from '../../ports/wallet-files.ts';
import { tableShape, widenRows } from '../account/lookahead.ts';
import { DEFAULT_LOOKAHEAD, firstRecords, type NewWallet } from '../account/new-wallet.ts';
import { resume } from '../background/background.ts';
import { writeChange } from '../state/codec.ts';
import { change } from '../state/state.ts';
import type { EarlyRows } from '../sync/types.ts';
import { cryptoWorkersOf, openWallet, type OpenWallet } from '../wallet.ts';
import { closeWallet } from './close.ts';
import { checkNetwork, emitChanged, emitStatus, type SessionContext } from './context.ts';
import { keepLogins, useWalletNodes } from './nodes.ts';
import { endReader } from './read-on.ts';
import { commitWhileStopped } from './rescan.ts';
import { startSync } from './refresh.ts';
import type { Closing, OpeningOptions } from './types.ts';

/** Creates the file and opens it; closes the wallet that was open. Faults: wallet_exists, other_network, the store's. */
export async function createWallet(
  context: SessionContext,
  wanted: NewWallet,
  before?: Closing,
): Promise<OpenWallet> {
  const { files, world } = context;
  checkNetwork(context, wanted.network);
  const early = context.open || context.reader ? undefined : startRows(context, wanted);
  const content = writeChange(change(firstRecords(wanted, world.clock.now())));
  const file = await files.create(wanted.name, wanted.password, content);
  await closeOthers(context, file, before);
  return adoptFile(context, file, wanted.password, early);
}

/**
 * Starts to derive the addresses of a new wallet while its password is stretched. Only when no wallet is open, since
 * closing one stops the scan workers.
 */
const startRows = ({ world }: SessionContext, wanted: NewWallet): EarlyRows => {
  const { keys, lookahead = DEFAULT_LOOKAHEAD } = wanted;
  const { spendPublic } = keys;
  // The caller may wipe its keys before the workers have started.
  const viewSecret = copyBytes(keys.viewSecret);
  const rows = widenRows(
    cryptoWorkersOf(world),
    { spendPublic, viewSecret },
    tableShape([1], lookahead),
    [],
  ).finally(() => viewSecret.fill(0));
  // If this fails, the first scan derives them.
  rows.catch(() => undefined);
  return { spendPublic, rows };
};

/** Opens a file; closes the wallet that was open. Faults: the store's, file_damaged, file_too_new, other_network. */
export async function openWalletFile(
  context: SessionContext,
  name: string,
  unlock: string | PasskeySecret,
  { takeOver = false, before }: OpeningOptions,
): Promise<OpenWallet> {
  const { open, files, world } = context;
  // The open wallet holds the lock of its file: close it before opening the same file again.
  if (open?.name === name.normalize('NFC')) {
    await (typeof unlock === 'string' ? open.file.checkPassword(unlock) : open.file.checkPasskey(unlock));
    await closeWallet(context, 'locked', before);
  }
  // Start the scan workers while the password is stretched. For a program it comes first: its refresh starts them.
  if (!context.open && !context.automated) cryptoWorkersOf(world).warm();
  const file = await files.open(name, unlock, { takeOver });
  await closeOthers(context, file, before);
  return adoptFile(context, file, typeof unlock === 'string' ? unlock : undefined);
}

/** Closes what was open before `file`; if that fails, also `file`. */
const closeOthers = async (
  context: SessionContext,
  file: WalletFile,
  before: Closing | undefined,
): Promise<void> => {
  try {
    await endReader(context);
    await closeWallet(context, 'locked', before);
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
};

/** Makes an opened file the session's wallet; a fault closes it. `password`: undefined if a passkey opened it. */
export async function adoptFile(
  context: SessionContext,
  file: WalletFile,
  password: string | undefined,
  early?: EarlyRows,
): Promise<OpenWallet> {
  const { world, files, automated, autoLock } = context;
  let wallet: OpenWallet | undefined;
  try {
    const opened = await openWallet(world, context.nodes, file, {
      early,
      automated,
      commitWhileStopped: (work) => context.queue.run(() => commitWhileStopped(context, opened, work)),
    });
    wallet = opened;
    checkNetwork(context, wallet.state.account.network);
    await resume(files, wallet, password);
    await useEventRules(context, wallet);
    if (!automated) await keepLogins(context, wallet);
  } catch (error) {
    // Closing a wallet also wipes its keys.
    await (wallet ?? file).close();
    throw error;
  }
  context.open = wallet;
  wallet.sync.hide(context.kept.hidden);
  wallet.sync.setLink(context.kept.link ?? 'unknown');
  world.chain.expectNetwork(wallet.state.account.network);
  if (!automated) {
    useWalletNodes(context, wallet);
    autoLock.start(wallet.state.settings.autoLockMinutes);
  }
  listen(context, wallet);
  startSync(context);
  emitStatus(context);
  // Programs may not have all events of its last session.
  if (wallet.state.tables.events.size > 0) context.events.emit('recorded', {});
  return wallet;
}

/** Forwards a wallet's events while it is the open wallet. */
const listen = (context: SessionContext, wallet: OpenWallet): void => {
  const isOpen = (): boolean => context.open === wallet;
  wallet.sync.onStatus(() => {
    if (isOpen()) emitStatus(context);
  });
  wallet.ledger.onCommit(({ events }) => {
    if (!isOpen()) return;
    emitChanged(context);
    if (events) context.events.emit('recorded', {});
  });
  wallet.file.onLost(() => {
    void context.queue.run(async () => {
      if (isOpen()) await closeWallet(context, 'taken_over');
    });
  });
};
