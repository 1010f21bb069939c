/**
 * The open wallet. `Wallet` is all that callers outside of src/wallet use of it: its areas (src/wallet/areas), which hold
 * every commit and every lock. This file connects the parts.
 */
import { equalBytes } from '../base/bytes.ts';
import { onDemand } from '../base/on-demand.ts';
import type { CryptoWorkers } from '../ports/crypto-workers.ts';
import type { SubaddressIndex } from '../protocol/keys/subaddress.ts';
import type { WalletFile } from '../ports/wallet-files.ts';
import type { Address } from '../protocol/address/address.ts';
import {
  addressOf,
  addressTextOf,
  addressTextsOf,
  listAddressTexts,
  prepareAddressTexts,
} from './account/addresses.ts';
import { createAccounts } from './areas/accounts.ts';
import { createBook } from './areas/book.ts';
import { createCoins } from './areas/coins.ts';
import type { createCold } from './areas/cold.ts';
import type { createCompanion } from './areas/companion.ts';
import type { Core } from './areas/core.ts';
import { createEvents } from './areas/events.ts';
import { createHistory } from './areas/history.ts';
import { createMultisig } from './areas/multisig.ts';
import { createPayments } from './areas/payments.ts';
import type { createLightServer } from './areas/light-server.ts';
import type { createLight } from './areas/light.ts';
import type { createProofs } from './areas/proofs.ts';
import { createRequests } from './areas/requests.ts';
import type { createSigners } from './areas/signers.ts';
import { createSites } from './areas/sites.ts';
import { createInlineCryptoWorkers } from './crypto-workers.ts';
import { createProver } from './membership/prover.ts';
import { MAY_PROVE } from '../protocol/block/known-rules.ts';
import { holdsNonces } from './multisig/status.ts';
import { ownedReceivers } from './nodes/owned-receivers.ts';
import type { Nodes } from './nodes/nodes.ts';
import { trackedChain } from './nodes/tracked-chain.ts';
import { finish, type Finished, type SetWriters } from './spend/finish.ts';
import { createNodeCache } from './spend/node-cache.ts';
import type { AnyPrepared } from './spend/prepared.ts';
import { createPreparedPayments } from './spend/prepared-payments.ts';
import { createRelaying } from './areas/relaying.ts';
import type { SpendDeps } from './spend/spend.ts';
import type { Keep } from './spend/unsent-payment.ts';
import { shareLocks } from './spend/locks.ts';
import { loadNamedPart, shownState } from './state/shown-state.ts';
import { openLedger, type Ledger, type WalletState } from './state/state.ts';
import { createSync } from './sync/sync.ts';
import type { EarlyRows, Sync } from './sync/types.ts';
import { pauseOf, turnsOf, type Pause } from './turns.ts';
import { wipeSecrets } from './wipe.ts';
import type { World } from './world.ts';

export type { World } from './world.ts';

/** An area whose code is loaded when it is used. */
type OnDemand<Create extends (core: Core, shown: Core) => unknown> = () => Promise<ReturnType<Create>>;
const coldArea = onDemand(() => import('./areas/cold.ts'));
const companionArea = onDemand(() => import('./areas/companion.ts'));
const lightServerArea = onDemand(() => import('./areas/light-server.ts'));
const lightArea = onDemand(() => import('./areas/light.ts'));
const proofsArea = onDemand(() => import('./areas/proofs.ts'));
const signersArea = onDemand(() => import('./areas/signers.ts'));
const unsignedSets = onDemand(() => import('./cold/propose.ts'));
const multisigSets = onDemand(() => import('./multisig/propose.ts'));

export interface Wallet {
  readonly name: string;
  readonly file: Pick<WalletFile, 'addPasskey' | 'checkPassword' | 'confirmOwner' | 'removePasskey'>;
  /** All records, for reading. */
  readonly state: WalletState;
  readonly sync: Pick<
    Sync,
    | 'choose'
    | 'light'
    | 'missing'
    | 'prepared'
    | 'readGaps'
    | 'unreadSpends'
    | 'readPool'
    | 'refresh'
    | 'rules'
    | 'setMobileData'
    | 'status'
  >;
  /** The time in seconds since the epoch. */
  now(): number;
  addressText(index: SubaddressIndex): string;
  /** The texts of many addresses, which is much faster than one by one. */
  addressTexts(indices: readonly SubaddressIndex[]): readonly string[];
  /** `addressTexts` in turns. Fault no_wallet: it was closed meanwhile. */
  listAddresses(indices: readonly SubaddressIndex[]): Promise<readonly string[]>;
  /** Computes what `addressTexts` will be asked for, in turns. Fault no_wallet: it was closed meanwhile. */
  prepareAddresses(indices: readonly SubaddressIndex[]): Promise<void>;
  /** Lets other calls run. Fault no_wallet: it was closed meanwhile. */
  readonly pause: Pause;
  /** Resolves when all changes so far are on the disk, or have failed. */
  settled(): Promise<void>;
  /** Index of one of our addresses, look-ahead included; undefined when it is not ours. */
  indexOf(address: Address): Promise<SubaddressIndex | undefined>;
  readonly accounts: ReturnType<typeof createAccounts>;
  readonly book: ReturnType<typeof createBook>;
  readonly coins: ReturnType<typeof createCoins>;
  readonly cold: OnDemand<typeof createCold>;
  readonly companion: OnDemand<typeof createCompanion>;
  readonly events: ReturnType<typeof createEvents>;
  readonly history: ReturnType<typeof createHistory>;
  readonly light: OnDemand<typeof createLight>;
  readonly lightServer: OnDemand<typeof createLightServer>;
  readonly multisig: ReturnType<typeof createMultisig>;
  readonly payments: ReturnType<typeof createPayments>;
  readonly proofs: OnDemand<typeof createProofs>;
  readonly requests: ReturnType<typeof createRequests>;
  readonly signers: OnDemand<typeof createSigners>;
  readonly sites: ReturnType<typeof createSites>;
}

/** The wallet for the modules of src/wallet that open, close and read wallets. */
export interface OpenWallet extends Wallet {
  readonly file: WalletFile;
  readonly ledger: Ledger;
  readonly sync: Sync;
  readonly spending: SpendDeps;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Address rows that are derived already. */
  readonly early?: EarlyRows | undefined;
  /** A program controls the app and may mine the next block as soon as it knows that a payment was sent. */
  readonly automated?: boolean;
  /** See Core. Without it, every change of the keys is refused. */
  readonly commitWhileStopped?: Core['commitWhileStopped'];
}

/** How long closing waits for a pass: longer than the end of any scan that was cancelled. */
export const CLOSING_MS = 5000;

export function cryptoWorkersOf({
  cryptoWorkers,
  random,
}: Pick<World, 'cryptoWorkers' | 'random'>): CryptoWorkers {
  return cryptoWorkers ?? createInlineCryptoWorkers(random);
}

/** Faults: file_damaged, file_too_new. */
export async function openWallet(
  world: World,
  nodes: Nodes,
  file: WalletFile,
  options: OpenOptions = {},
): Promise<OpenWallet> {
  const closed = new AbortController();
  const core = await coreOf(world, nodes, file, { ...options, closed: closed.signal });
  const { name, ledger, state, sync, spending, now, indexOf, pause } = core;
  const shown = shownCore(core);
  const { payments, forgetPrepared } = paymentsOf(core, shown, nodes, options);
  return {
    name,
    file,
    ledger,
    state,
    sync,
    spending,
    now,
    indexOf,
    payments,
    addressText: (index) => addressTextOf(state.account, index),
    addressTexts: (indices) => addressTextsOf(state.account, indices),
    listAddresses: (indices) => listAddressTexts(state.account, indices, pause, cryptoWorkersOf(world)),
    prepareAddresses: (indices) => prepareAddressTexts(state.account, indices, pause, cryptoWorkersOf(world)),
    pause,
    settled: () => ledger.settled(),
    accounts: createAccounts(shown),
    book: createBook(core),
    coins: createCoins(core, shown),
    cold: async () => (await coldArea()).createCold(core),
    companion: async () => (await companionArea()).createCompanion(core),
    events: createEvents(core),
    history: createHistory(shown),
    light: async () => (await lightArea()).createLight(core),
    lightServer: async () => (await lightServerArea()).createLightServer(core),
    multisig: createMultisig(core),
    proofs: async () => (await proofsArea()).createProofs(core, shown),
    requests: createRequests(shown),
    signers: async () => (await signersArea()).createSigners(core),
    sites: createSites(core),
    close: async () => {
      await sync.stop(CLOSING_MS);
      // The scan workers hold copies of the keys.
      world.pool.dispose();
      try {
        await ledger.settled();
        await file.close({ keepCopy: holdsNonces(state) });
      } finally {
        closed.abort();
        forgetPrepared();
        sync.forget();
        wipeSecrets(state);
      }
    },
  };
}

const coreOf = async (
  world: World,
  nodes: Nodes,
  file: WalletFile,
  { early, commitWhileStopped = refuse, closed }: OpenOptions & { readonly closed: AbortSignal },
): Promise<Core> => {
  const { chain, sharedBlocks, pool, clock, random, rules, traffic, loadTower } = world;
  const now = (): number => Math.floor(clock.now() / 1000);
  const isOpen = () => !closed.aborted;
  const pause = pauseOf(clock, isOpen);
  const ledger = await openLedger(file, now, pause);
  if (ledger.state.tables.lightServer.get('')?.inUse) await loadNamedPart();
  const { state } = ledger;
  const cryptoWorkers = cryptoWorkersOf(world);
  const receivers = ownedReceivers(nodes.receivers, file);
  const sync = createSync({
    blocks: chain,
    sharedBlocks,
    lightServers: chain,
    receivers,
    nodes,
    pool,
    cryptoWorkers,
    clock,
    random,
    ledger,
    rules,
    traffic,
    loadTower,
    ...(early && { early }),
  });
  return {
    name: file.name,
    ledger,
    state,
    sync,
    pool,
    random,
    clock,
    pause,
    nextTurn: turnsOf(clock, isOpen),
    now,
    commitWhileStopped,
    receivers,
    spending: {
      ledger,
      blocks: chain,
      random,
      cryptoWorkers,
      clock,
      forPrivate: (before) => nodes.forPrivate(before),
      answers: createNodeCache({ chain: trackedChain(chain, nodes), clock, lastTip: () => sync.lastTip }),
    },
    chosenNode: () => nodes.chosenNode(),
    indexOf: async (address) => {
      const index = await sync.indexOf(address.spendPublic);
      return index && equalBytes(addressOf(state.account, index).viewPublic, address.viewPublic)
        ? index
        : undefined;
    },
  };
};

/** The core from which balances, history and payments are computed: that of a light-wallet server while one is in use. */
const shownCore = (core: Core): Core => {
  const state = shownState(core.ledger);
  const ledger = shareLocks({ ...core.ledger, state }, core.ledger);
  return { ...core, state, spending: { ...core.spending, ledger } };
};

const paymentsOf = (
  core: Core,
  shown: Core,
  { comparison }: Nodes,
  { automated = false }: OpenOptions,
): { readonly payments: Wallet['payments']; readonly forgetPrepared: () => void } => {
  const { ledger, sync, random, clock, spending, receivers } = core;
  const sets: SetWriters = {
    unsigned: async (prepared, keep) =>
      (await unsignedSets()).proposeUnsigned({ ledger, random }, prepared, keep),
    multisig: async (prepared, keep) =>
      (await multisigSets()).proposeMultisig({ ledger, random }, prepared, keep),
  };
  const prover = MAY_PROVE ? createProver(core) : undefined;
  const finishHere = (prepared: readonly AnyPrepared[], keep?: Keep): Promise<Finished> =>
    finish(
      {
        ...{ ledger: shown.spending.ledger, random, cryptoWorkers: spending.cryptoWorkers, sets },
        ...(MAY_PROVE && { prove: (payment) => prover!.prove(payment) }),
      },
      prepared,
      keep,
    );
  const relaying = createRelaying({
    receivers,
    ledger,
    clock,
    sync,
    automated,
    beforePrivate: () => comparison.beforePrivate(),
  });
  const kept = createPreparedPayments({
    ledger: shown.spending.ledger,
    ...{ clock, random, finish: finishHere, relay: relaying.relay },
  });
  return {
    payments: createPayments(shown, kept, relaying, finishHere, prover),
    forgetPrepared: () => {
      if (MAY_PROVE) prover?.close();
      kept.clear();
    },
  };
};

const refuse = (): Promise<never> =>
  Promise.reject(new Error('this wallet was opened without a way to change its keys'));
