/** The session: at most one open wallet, and the settings that are kept without one. See types.ts. */
import { onDemand } from '../../base/on-demand.ts';
import { createQueue } from '../../base/queue.ts';
import type { WalletFiles } from '../../ports/wallet-files.ts';
import { createNodes } from '../nodes/nodes.ts';
import type { OpenWallet, World } from '../wallet.ts';
import { createAutoLock } from './auto-lock.ts';
import { closeWallet, saveCopy } from './close.ts';
import { backgroundStateOf, emitStatus, openWalletOf, type SessionContext } from './context.ts';
import { createEmitter } from './events.ts';
import { callNodeAt, editNodes, ownNodeAt, preferNode, recallNodes, useOnlyNode } from './nodes.ts';
import { createWallet, openWalletFile } from './open.ts';
import { endReader, lockOnTime } from './read-on.ts';
import { endPaper, startPaper } from './paper.ts';
import { REFRESH_SECONDS, setAutoRefresh, setHidden, setLink } from './refresh.ts';
import { keepCold, rescan } from './rescan.ts';
import { recordEvents, setAutoLock, setLog, setLookahead } from './settings.ts';
import type { WalletSession, SessionOptions } from './types.ts';
import { deleteWallet, listWallets } from './wallet-list.ts';

const background = onDemand(() => import('./background.ts'));
const setUp = onDemand(() => import('../background/set-up.ts'));

/** A session for the code that creates it: with the parts of the open wallet. */
export interface OwnedSession extends WalletSession {
  readonly wallet: OpenWallet;
  readonly open: OpenWallet | undefined;
  make(...wanted: Parameters<WalletSession['make']>): Promise<OpenWallet>;
  openFile(...wanted: Parameters<WalletSession['openFile']>): Promise<OpenWallet>;
}

export function createSession(world: World, files: WalletFiles, options: SessionOptions = {}): OwnedSession {
  const context = createContext(world, files, options);
  const { queue, events } = context;
  return {
    world,
    files,
    network: context.network,
    get kept() {
      return context.kept;
    },
    get wallet() {
      return openWalletOf(context);
    },
    get open() {
      return context.open;
    },
    get readingOn() {
      const { reader } = context;
      return (
        reader && { wallet: reader.of, height: reader.wallet.state.height, status: reader.wallet.sync.status }
      );
    },
    make: (wanted, before) => queue.run(() => createWallet(context, wanted, before)),
    openFile: (name, unlock, how = {}) => queue.run(() => openWalletFile(context, name, unlock, how)),
    close: (reason, how) =>
      queue.run(async () => {
        await endReader(context);
        await closeWallet(context, reason, how);
      }),
    listWallets: () => listWallets(context),
    deleteWallet: (name, password) => deleteWallet(context, name, password),
    changePassword: (old, wanted) =>
      queue.run(async () => (await setUp()).changePassword(openWalletOf(context), old, wanted)),
    save: () => queue.run(() => save(context)),
    get paper() {
      return context.paper;
    },
    startPaper: (given, height) => queue.run(() => startPaper(context, given, height)),
    endPaper: () => queue.run(() => endPaper(context)),
    get background() {
      return backgroundStateOf(context);
    },
    setUpBackground: (wanted) =>
      queue.run(async () => (await setUp()).setUpBackground(files, openWalletOf(context), wanted)),
    startBackground: () => queue.run(async () => (await background()).startBackground(context)),
    stopBackground: (password, secret) =>
      queue.run(async () => (await background()).stopBackground(context, password, secret)),
    autoRefresh: (on, seconds) => setAutoRefresh(context, on, seconds),
    get refreshing() {
      return context.kept.refreshing.on;
    },
    get kernelSpeeds() {
      return world.kernelSpeeds?.();
    },
    ready: recallNodes(context),
    nodes: context.nodes,
    ownNode: (address) => ownNodeAt(context, address),
    callNode: (address, call, params) => callNodeAt(context, address, call, params),
    preferNode: (node) => preferNode(context, node),
    useOnlyNode: (node) => useOnlyNode(context, node),
    editNodes: (list) => editNodes(context, list),
    rescan: (hard) => rescan(context, hard),
    keepCold: (cold) => keepCold(context, cold),
    recordEvents: (rules) => queue.run(() => recordEvents(context, rules)),
    emitStatus: () => emitStatus(context),
    widen: (lookahead) => setLookahead(context, lookahead),
    get log() {
      return context.kept.log;
    },
    setLog: (categories) => setLog(context, categories),
    touch: () => context.autoLock.touch(),
    hide: (hidden) => setHidden(context, hidden),
    setLink: (link) => setLink(context, link),
    autoLock: (minutes) => setAutoLock(context, minutes),
    on: events.on,
  };
}

const createContext = (
  world: World,
  files: WalletFiles,
  { automated = false, network, kept }: SessionOptions,
): SessionContext => {
  const context: SessionContext = {
    world,
    nodes: createNodes({
      ...world,
      changed: () => {
        emitStatus(context);
      },
    }),
    files,
    automated,
    network,
    events: createEmitter(),
    autoLock: createAutoLock(world.clock, () => void context.queue.run(() => lockOnTime(context))),
    queue: createQueue(),
    open: undefined,
    reader: undefined,
    copyOf: undefined,
    paper: undefined,
    kept: kept ?? { log: undefined, refreshing: { on: true, seconds: REFRESH_SECONDS }, hidden: false },
  };
  return context;
};

const save = async (context: SessionContext): Promise<void> => {
  const wallet = openWalletOf(context);
  await wallet.ledger.compact();
  await saveCopy(context, wallet);
};
