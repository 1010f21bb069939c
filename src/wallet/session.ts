/**
 * One wallet open at a time, and how wallets come to be: new, from words, from keys, from the file.
 * Upstream: src/wallet/wallet_rpc_server.cpp (`on_create_wallet`, `on_restore_deterministic_wallet`,
 * `on_generate_from_keys`, `on_open_wallet`, `on_close_wallet`).
 */
import { isFault, type NoData } from '../base/fault.ts';
import type { NodeSettings } from '../ports/node-control.ts';
import type { SubaddressIndex } from '../ports/scan-pool.ts';
import type { WalletFile, WalletFiles } from '../ports/wallet-files.ts';
import type { Network } from '../protocol/address/address.ts';
import type { AccountKeys } from '../protocol/keys/account.ts';
import { tableShape, widenRows } from './account/lookahead.ts';
import { createAutoLock } from './auto-lock.ts';
import {
  comeBack,
  copyName,
  goAway,
  opens,
  proveOwner,
  renewCopy,
  resume,
  setUpBackground,
  type SetUp,
} from './background/background.ts';
import { fault } from './faults.ts';
import { chooseNode, recallNode, useWalletNode } from './node.ts';
import { forgetChain } from './rescan.ts';
import { writeChange } from './state/codec.ts';
import { change, DEFAULT_SETTINGS, put, type WalletState } from './state/state.ts';
import type { AccountRecord, Change, MultisigRecord, Put } from './state/types.ts';
import type { EarlyRows } from './sync.ts';
import { cryptoWorkersOf, openWallet, type Wallet, type World } from './wallet.ts';

export interface SessionEvents {
  /** Look at the session again: what it does, or with which node, is another. */
  readonly status: NoData;
  /**
   * Something of the wallet is another. `history_from`: the lowest height at which its history is, Infinity when that is
   * so in no block, though what waits for one may be.
   */
  readonly changed: { readonly history_from: number };
  /** What the log is to hold is another. */
  readonly log: { readonly categories: string };
  readonly closed: { readonly reason: 'locked' | 'taken_over' | 'stopped' };
}

export interface Closing {
  /** False: the copy for background reading is left as it is. The wallet itself is on the disk at all times. */
  readonly save?: boolean;
}
export interface Opening {
  readonly takeOver?: boolean;
  /** How the wallet that was open is closed. */
  readonly before?: Closing;
}

export interface NewWallet {
  readonly name: string;
  readonly password: string;
  readonly network: Network;
  readonly keys: AccountKeys;
  readonly seedLanguage: string;
  readonly restoreHeight: number;
  /** One signer's part of several; then `keys` has no spend secret. */
  readonly multisig?: MultisigRecord;
  readonly multisigEnabled?: boolean;
  /** As upstream unless named. */
  readonly lookahead?: AccountRecord['lookahead'];
  /** What the wallet brings along: labels, notes, keys of transactions. */
  readonly more?: readonly Put[];
}

/** What outlives the wallet that was open: whoever starts the app anew gives it back. */
export interface Kept {
  readonly log: string | undefined;
  readonly refreshing: { readonly on: boolean; readonly seconds: number };
  readonly hidden: boolean;
}

export interface Session {
  readonly world: World;
  readonly kept: Kept;
  readonly files: WalletFiles;
  /** Fault no_wallet. */
  readonly wallet: Wallet;
  readonly open: Wallet | undefined;
  /** Makes the file and opens it; the wallet that was open is closed first. Fault wallet_exists and its kin. */
  make(wanted: NewWallet, before?: Closing): Promise<Wallet>;
  openFile(name: string, password: string, how?: Opening): Promise<Wallet>;
  close(reason?: SessionEvents['closed']['reason'], how?: Closing): Promise<void>;
  /** Folds the journal, and writes the copy that reads for this wallet. */
  save(): Promise<void>;
  /** The open wallet has no spend key: it is away, or this is a copy that never had it. */
  readonly background: 'syncing' | 'copy' | undefined;
  /** How the open wallet goes on without its spend key. Faults: src/wallet/background. */
  setUpBackground(wanted: SetUp): Promise<void>;
  startBackground(): Promise<void>;
  /** Faults wrong_password, wrong_spend_key and those of src/wallet/background. */
  stopBackground(password: string, spendSecret: Uint8Array | undefined): Promise<void>;
  /** Keeps up with the chain by itself. */
  autoRefresh(on: boolean, seconds?: number): void;
  readonly refreshing: boolean;
  /** Resolves when the node of the last time is in use again. */
  readonly ready: Promise<void>;
  /** Another node from now on, remembered; undefined: none. Fault bad_node_address. */
  useNode(node: NodeSettings | undefined): Promise<void>;
  /** Forgets what the chain told and reads it again from the birthday. Faults: the node's, before anything is forgotten. */
  rescan(hard: boolean): Promise<void>;
  /**
   * Keeps the open wallet away from the chain, or leads it back. What was read from the chain, or taken in from the other
   * half, is forgotten both ways: a wallet that has read takes nothing in. Fault no_wallet.
   */
  keepCold(cold: boolean): Promise<void>;
  /**
   * What the wallet is becomes another, or what it read is to be read again: nobody scans while that is written.
   * Faults: those of `work`, before anything is written.
   */
  remake(work: (state: WalletState) => Change): Promise<void>;
  /** Tells listeners that something of the wallet changed without the chain. */
  touchChanged(): void;
  /** Tells listeners to look at the session again. */
  touchStatus(): void;
  /** Addresses were added: listeners are told, and the scanner looks for them too, soon. */
  addressesChanged(): void;
  /** Looks for money this far beyond what is labelled, from the next scan on. */
  widen(lookahead: SubaddressIndex): Promise<void>;
  /** What whoever runs the app from outside writes into its log: `category:LEVEL,…`; undefined: nobody said. */
  readonly log: string | undefined;
  setLog(categories: string): void;
  /** The person is there: the idle lock counts anew. */
  touch(): void;
  /** Nobody sees the page, or somebody does again: the wallet keeps up more rarely while it is hidden. */
  hide(hidden: boolean): void;
  /** Remembers after how many idle minutes to lock; 0: never. Fault no_wallet. */
  autoLock(minutes: number): Promise<void>;
  on<Type extends keyof SessionEvents>(
    type: Type,
    listener: (event: SessionEvents[Type]) => void,
  ): () => void;
}

/** Look-ahead as upstream: 50 accounts, 200 addresses each. */
const LOOKAHEAD = { major: 50, minor: 200 };
export const PRIMARY = 'Primary account';
const REFRESH_SECONDS = 10;

export function createSession(
  world: World,
  files: WalletFiles,
  // Who drives the app from outside says when the wallet is closed and which node it uses, as with the reference.
  { driven = false, kept }: { readonly driven?: boolean; readonly kept?: Kept | undefined } = {},
): Session {
  const listeners: { readonly [T in keyof SessionEvents]: Set<(event: SessionEvents[T]) => void> } = {
    status: new Set(),
    changed: new Set(),
    log: new Set(),
    closed: new Set(),
  };
  let open: Wallet | undefined;
  /** The wallet for which the open copy reads. */
  let away: string | undefined;
  let log = kept?.log;
  let hidden = kept?.hidden ?? false;
  let refreshing = kept?.refreshing ?? { on: true, seconds: REFRESH_SECONDS };

  const emit = <Type extends keyof SessionEvents>(type: Type, event: SessionEvents[Type]): void => {
    for (const listener of listeners[type]) listener(event);
  };
  const tellChanged = (): void => {
    emit('changed', { history_from: open?.ledger.takeTouched() ?? 0 });
  };
  // Opening and closing take turns: two at once would leave a wallet open that nobody holds.
  let turns: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turns.then(work);
    turns = next.catch(() => undefined);
    return next;
  };
  const orThrowBug = (error: unknown): void => {
    if (!isFault(error)) throw error;
  };
  const idle = createAutoLock(world.clock, () => void inTurn(() => close('locked')));
  const current = (): Wallet => {
    if (!open) throw fault('no_wallet');
    return open;
  };
  const restartSync = (): void => {
    if (!open) return;
    const { sync } = open;
    const { on, seconds } = refreshing;
    void sync.stop().then(() => {
      if (on && open?.sync === sync && !open.state.settings.cold) sync.start(seconds);
    });
  };
  /** The copy is a courtesy to who reads meanwhile: the wallet must not fail for it. */
  const renew = (wallet: Wallet): Promise<void> => renewCopy(files, wallet).catch(orThrowBug);
  /** Saves first, then forgets: whatever goes wrong until then leaves the wallet open with everything. */
  const letGo = async (how: Closing = {}): Promise<void> => {
    const closing = open!;
    try {
      await closing.sync.stop();
      await closing.ledger.settled();
      if (how.save !== false) await renew(closing);
    } catch (error) {
      restartSync();
      throw error;
    }
    open = undefined;
    away = undefined;
    idle.stop();
    await closing.close();
  };
  const close = async (
    reason: SessionEvents['closed']['reason'] = 'locked',
    how: Closing = {},
  ): Promise<void> => {
    if (!open) return;
    await letGo(how);
    world.chain.expectNetwork(undefined);
    emit('closed', { reason });
  };
  const adopt = async (file: WalletFile, password: string, early?: EarlyRows): Promise<Wallet> => {
    let wallet: Wallet;
    try {
      wallet = await openWallet(world, file, early, { driven });
      await resume(files, wallet, password);
    } catch (error) {
      await file.close();
      throw error;
    }
    open = wallet;
    wallet.sync.hide(hidden);
    world.chain.expectNetwork(wallet.state.account.network);
    if (!driven) useWalletNode(world, wallet);
    if (!driven) idle.start(wallet.state.settings.autoLockMinutes);
    wallet.sync.onStatus(() => {
      if (open === wallet) emit('status', {});
    });
    wallet.sync.onChange(() => {
      if (open === wallet) tellChanged();
    });
    file.onLost(() => {
      void inTurn(() => (open === wallet ? close('taken_over') : Promise.resolve()));
    });
    if (refreshing.on && !wallet.state.settings.cold) wallet.sync.start(refreshing.seconds);
    emit('status', {});
    return wallet;
  };

  const make = async (wanted: NewWallet, before?: Closing): Promise<Wallet> => {
    const early = earlyRows(wanted);
    const file = await files.create(wanted.name, wanted.password);
    try {
      await file.append(writeChange(change(firstRecords(wanted, world.clock.now()))));
    } catch (error) {
      await file.close();
      // A file without keys is of no use to anybody.
      await files.remove(wanted.name, wanted.password).catch((reason: unknown) => {
        if (!isFault(reason)) throw reason;
      });
      throw error;
    }
    await close('locked', before);
    return adopt(file, wanted.password, early);
  };
  /** Its addresses are worked out while its password is; not while another wallet's scanners are about to go. */
  const earlyRows = ({ keys, lookahead = LOOKAHEAD }: NewWallet): EarlyRows | undefined => {
    if (open) return undefined;
    const rows = widenRows(cryptoWorkersOf(world), keys, tableShape([[PRIMARY]], lookahead), []);
    // The first scan does what is missing.
    rows.catch(() => undefined);
    return { spendPublic: keys.spendPublic, rows };
  };
  const openFile = async (
    name: string,
    password: string,
    { takeOver = false, before }: Opening,
  ): Promise<Wallet> => {
    // Opening what is open already: let go of it first, or its own lock would refuse.
    if (open?.name === name.normalize('NFC')) {
      await open.file.checkPassword(password);
      await close('locked', before);
    }
    // The scanners start while the password is stretched.
    if (!open) cryptoWorkersOf(world).warm();
    const file = await files.open(name, password, { takeOver });
    await close('locked', before);
    return adopt(file, password);
  };
  const startBackground = async (): Promise<void> => {
    const wallet = current();
    const { background } = wallet.state.settings;
    if (!background) throw fault('bad_background', { reason: 'off' });
    if (background.copy && away === undefined) throw fault('bad_background', { reason: 'start_copy' });
    if (background.away) return;
    if (background.password === undefined) {
      await goAway(wallet);
      emit('status', {});
      return;
    }
    // From here on the wallet's own file is shut, and its copy is what is open.
    const { name } = wallet;
    await renewCopy(files, wallet);
    const copy = await files.open(copyName(name), background.password);
    await letGo();
    await adopt(copy, background.password);
    away = name;
  };
  const stopBackground = async (password: string, given: Uint8Array | undefined): Promise<void> => {
    const wallet = current();
    if (away === undefined) {
      const spendSecret = await proveOwner(wallet, password, given);
      const { background } = wallet.state.settings;
      if (!background) throw fault('bad_background', { reason: 'off' });
      if (background.away) await comeBack(wallet, spendSecret);
      tellChanged();
      return;
    }
    if (given && !opens(wallet.state.account, given)) throw fault('wrong_spend_key');
    const file = await files.open(away, password);
    await letGo();
    await adopt(file, password);
    tellChanged();
  };

  return {
    world,
    files,
    get kept() {
      return { log, refreshing, hidden };
    },
    get wallet() {
      return current();
    },
    get open() {
      return open;
    },
    make: (wanted, before) => inTurn(() => make(wanted, before)),
    openFile: (name, password, how = {}) => inTurn(() => openFile(name, password, how)),
    close: (reason, how) => inTurn(() => close(reason, how)),
    save: () =>
      inTurn(async () => {
        const wallet = current();
        await wallet.ledger.compact();
        await renew(wallet);
      }),
    get background() {
      const { away: keyless, copy } = open?.state.settings.background ?? {};
      if (!keyless) return undefined;
      return copy && away === undefined ? 'copy' : 'syncing';
    },
    setUpBackground: (wanted) => inTurn(() => setUpBackground(files, current(), wanted)),
    startBackground: () => inTurn(startBackground),
    stopBackground: (password, spendSecret) => inTurn(() => stopBackground(password, spendSecret)),
    autoRefresh: (on, seconds = REFRESH_SECONDS) => {
      refreshing = { on, seconds };
      restartSync();
    },
    get refreshing() {
      return refreshing.on;
    },
    ready: recallNode(world),
    useNode: async (node) => {
      await chooseNode(world, open, node);
      restartSync();
      emit('status', {});
    },
    rescan: async (hard) => {
      const wallet = current();
      await world.chain.tip();
      await wallet.sync.stop();
      try {
        await wallet.ledger.commit((state) => forgetChain(state, hard));
      } finally {
        if (refreshing.on && open === wallet) wallet.sync.start(refreshing.seconds);
      }
      tellChanged();
      if (open === wallet) await wallet.sync.refresh();
    },
    keepCold: async (cold) => {
      const wallet = current();
      if (cold === (wallet.state.settings.cold ?? false)) return;
      await wallet.sync.stop();
      await wallet.ledger.commit((state) => {
        const forgotten = forgetChain(state, false);
        return { ...forgotten, puts: [...forgotten.puts, put('settings', '', { ...state.settings, cold })] };
      });
      if (open === wallet) restartSync();
      tellChanged();
      emit('status', {});
    },
    remake: (work) =>
      inTurn(async () => {
        const wallet = current();
        const { spendPublic } = wallet.state.account;
        await wallet.sync.stop();
        try {
          await wallet.ledger.commit(work);
          if (wallet.state.account.spendPublic !== spendPublic) await wallet.sync.keysChanged();
        } finally {
          restartSync();
        }
        tellChanged();
        emit('status', {});
      }),
    touchChanged: tellChanged,
    touchStatus: () => {
      emit('status', {});
    },
    addressesChanged: () => {
      // The table is rebuilt beside whatever comes next; a fault there shows at the next scan.
      void open?.sync.tableChanged().catch(() => undefined);
      tellChanged();
    },
    widen: async (lookahead) => {
      const { ledger, sync } = current();
      await ledger.commit(({ account }) => change([put('account', '', { ...account, lookahead })]));
      await sync.tableChanged();
    },
    get log() {
      return log;
    },
    setLog: (categories) => {
      log = categories;
      emit('log', { categories });
    },
    touch: () => {
      idle.touch();
    },
    hide: (next) => {
      hidden = next;
      open?.sync.hide(next);
    },
    autoLock: async (minutes) => {
      await current().ledger.commit((state) =>
        change([put('settings', '', { ...state.settings, autoLockMinutes: minutes })]),
      );
      if (!driven) idle.start(minutes);
    },
    on: (type, listener) => {
      listeners[type].add(listener);
      return () => listeners[type].delete(listener);
    },
  };
}

const firstRecords = (wanted: NewWallet, now: number): Put[] => {
  const { keys, multisig, network, seedLanguage, restoreHeight, lookahead = LOOKAHEAD, more = [] } = wanted;
  const account: AccountRecord = {
    network,
    ...keys,
    ...(multisig && { multisig }),
    seedLanguage,
    restoreHeight,
    createdAt: now,
    lookahead,
  };
  return [
    put('account', '', account),
    put('settings', '', { ...DEFAULT_SETTINGS, ...(wanted.multisigEnabled && { multisigEnabled: true }) }),
    put('labels', '0', [PRIMARY]),
    ...more,
  ];
};
