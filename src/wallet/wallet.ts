/** The open wallet. Connects ledger, sync and spending; has no logic of its own. */
import { equalBytes } from '../base/bytes.ts';
import type { AppSettings } from '../ports/app-settings.ts';
import type { BlockExplorer } from '../ports/block-explorer.ts';
import type { Clock } from '../ports/clock.ts';
import type { CryptoWorkers } from '../ports/crypto-workers.ts';
import type { DnsResolver } from '../ports/dns-resolver.ts';
import type { NodeControl, NodePorts } from '../ports/node-control.ts';
import type { OwnNodes } from '../ports/own-node.ts';
import type { Random } from '../ports/random.ts';
import type { ScanPool, SubaddressIndex } from '../ports/scan-pool.ts';
import type { WalletFile } from '../ports/wallet-files.ts';
import type { Address } from '../protocol/address/address.ts';
import type { KnownRules } from '../protocol/block/known-rules.ts';
import { addressOf, addressTextOf } from './account/addresses.ts';
import { createInlineCryptoWorkers } from './crypto-workers.ts';
import { trackedChain } from './nodes/tracked-chain.ts';
import type { Nodes } from './nodes/nodes.ts';
import { createNodeCache } from './spend/node-cache.ts';
import { finish, type Finished, type SetWriters } from './spend/finish.ts';
import { untilRelayed } from './spend/wait-until-relayed.ts';
import { proposeUnsigned } from './cold/propose.ts';
import { holdsNonces } from './multisig/nonces.ts';
import { proposeMultisig } from './multisig/propose.ts';
import { finishKeyed, sendKeyed, unsentOf, type CallIdentity } from './spend/keyed-calls.ts';
import { resend, waitingPayment } from './spend/late-payment.ts';
import { send } from './spend/outbox.ts';
import type { PendingTx } from './spend/pending.ts';
import type { Prepared } from './spend/prepared.ts';
import { createPreparedPayments, type PreparedPayments } from './spend/prepared-payments.ts';
import type { SpendDeps } from './spend/spend.ts';
import type { Keep } from './spend/unsent-payment.ts';
import type { KeyedCall } from './state/records/keyed-calls.ts';
import { openLedger, type Ledger, type WalletState } from './state/state.ts';
import { wipeSecrets } from './wipe.ts';
import { createSync } from './sync/sync.ts';
import type { EarlyRows, Sync } from './sync/types.ts';

/** Ports and settings that a wallet gets from outside. */
export interface World {
  readonly chain: NodePorts & NodeControl & OwnNodes & BlockExplorer;
  /** Default: the rules that this build knows. */
  readonly rules?: KnownRules;
  readonly settings: AppSettings;
  /** Absent: OpenAlias names are not looked up. */
  readonly dns?: DnsResolver;
  readonly pool: ScanPool;
  /** Scan workers for a second wallet, beside those of the open one. Absent: keys cannot be swept. */
  readonly secondPool?: () => ScanPool;
  /** Default: compute on this thread. */
  readonly cryptoWorkers?: CryptoWorkers;
  readonly clock: Clock;
  readonly random: Random;
}

export interface Wallet {
  readonly name: string;
  readonly file: WalletFile;
  readonly ledger: Ledger;
  readonly state: WalletState;
  readonly sync: Sync;
  readonly spending: SpendDeps;
  /** The time in seconds since the epoch. */
  now(): number;
  addressText(index: SubaddressIndex): string;
  /** Index of one of our addresses, look-ahead included; undefined when it is not ours. */
  indexOf(address: Address): Promise<SubaddressIndex | undefined>;
  /** Signs the transactions, or writes the set that others sign: see spend/finish.ts. */
  finish(prepared: readonly Prepared[], keep?: Keep): Promise<Finished>;
  /** Faults of the outbox, and of `requireSending`, before anything is stored. */
  relay(pending: PendingTx): Promise<void>;
  /** Stores a call with an idempotency key and its result, then sends its transactions: see spend/keyed-calls.ts. */
  relayKeyed(txs: readonly PendingTx[], call: CallIdentity & { readonly result: object }): Promise<void>;
  /** Sends what a stored call has not sent yet. Faults of `relay`. */
  finishKeyed(call: KeyedCall): Promise<void>;
  /**
   * Sends a payment that waits for a block to the node again; `txid` in hex. Faults not_waiting, and those of `relay`; the
   * payment keeps waiting.
   */
  resend(txid: string): Promise<void>;
  /** Fault sending_needs_update when the network no longer takes the transactions that this build makes. */
  requireSending(): void;
  /** Prepared payments that the user reviews before they are sent. */
  readonly payments: PreparedPayments;
  close(): Promise<void>;
}

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
  early?: EarlyRows,
  // True: a program controls the app and may mine the next block as soon as it knows that a payment was sent.
  { automated = false }: { readonly automated?: boolean } = {},
): Promise<Wallet> {
  const now = (): number => Math.floor(world.clock.now() / 1000);
  const ledger = await openLedger(file, now);
  const { state } = ledger;
  const { chain, pool, clock, random } = world;
  const cryptoWorkers = cryptoWorkersOf(world);
  const sync = createSync({
    blocks: chain,
    receivers: nodes.receivers,
    nodes,
    pool,
    cryptoWorkers,
    clock,
    random,
    ledger,
    rules: world.rules,
    ...(early && { early }),
  });
  const sets: SetWriters = {
    unsigned: (prepared, keep) => proposeUnsigned({ ledger, random }, prepared, keep),
    multisig: (prepared, keep) => proposeMultisig({ ledger, random }, prepared, keep),
  };
  const answers = createNodeCache({ chain: trackedChain(chain, nodes), clock, lastTip: () => sync.lastTip });
  const finishHere: Wallet['finish'] = (prepared, keep) =>
    finish({ ledger, random, cryptoWorkers, sets }, prepared, keep);
  const { relay, ...keyed } = createRelaying({ nodes, sync, ledger, clock, automated });
  const payments = createPreparedPayments({ ledger, clock, random, finish: finishHere, relay });
  return {
    name: file.name,
    file,
    ledger,
    state,
    sync,
    spending: {
      ledger,
      forPrivate: (before) => nodes.forPrivate(before),
      answers,
      blocks: chain,
      random,
      cryptoWorkers,
      clock,
    },
    now,
    addressText: (index) => addressTextOf(state.account, index),
    indexOf: async (address) => {
      const index = await sync.indexOf(address.spendPublic);
      return index && equalBytes(addressOf(state.account, index).viewPublic, address.viewPublic)
        ? index
        : undefined;
    },
    finish: finishHere,
    relay,
    ...keyed,
    requireSending: () => {
      sync.rules.requireSending();
    },
    payments,
    close: async () => {
      await sync.stop();
      // The scan workers hold copies of the keys.
      pool.dispose();
      try {
        await ledger.settled();
        await file.close({ keepCopy: holdsNonces(state) });
      } finally {
        payments.clear();
        sync.forget();
        wipeSecrets(state);
      }
    },
  };
}

/** Sends transactions. With `automated`, on a private network, it also waits until the node has relayed them. */
const createRelaying = ({
  nodes,
  sync,
  ledger,
  clock,
  automated,
}: Relaying): Pick<Wallet, 'relay' | 'relayKeyed' | 'finishKeyed' | 'resend'> => {
  const { receivers, comparison } = nodes;
  const deps = { receivers, ledger, clock };
  const sending = async (
    txs: readonly Pick<PendingTx, 'txid'>[],
    work: () => Promise<void>,
  ): Promise<void> => {
    if (txs.length === 0) return work();
    sync.rules.requireSending();
    await comparison.beforePrivate();
    const receiver = receivers.now();
    await work();
    if (!automated || !sync.tip?.devnet) return;
    for (const { txid } of txs) await untilRelayed({ blocks: receiver, clock }, txid);
  };
  return {
    relay: (pending) => sending([pending], () => send(deps, pending)),
    relayKeyed: (txs, call) => sending(txs, () => sendKeyed(deps, txs, call)),
    finishKeyed: (call) => sending(unsentOf(ledger.state, call), () => finishKeyed(deps, call)),
    resend: async (txid) => {
      const payment = waitingPayment(ledger.state, txid);
      await sending([payment], () => resend(deps, payment));
    },
  };
};

interface Relaying extends Pick<World, 'clock'>, Pick<Wallet, 'sync' | 'ledger'> {
  readonly nodes: Nodes;
  readonly automated: boolean;
}
