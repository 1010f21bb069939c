/**
 * Keys from paper, whose money goes into the open wallet. They exist in memory only: a wallet without a file reads the
 * chain for them with scan workers of its own, pays everything to a new address of the open wallet, and is then wiped.
 */
import type { TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import type { Address } from '../../protocol/address/address.ts';
import { addAddresses } from '../account/accounts.ts';
import { addressOf, addressTextOf } from '../account/addresses.ts';
import type { GivenKeys } from '../account/given-keys.ts';
import { wipeGivenKeys } from '../account/wipe-given-keys.ts';
import { firstRecords } from '../account/new-wallet.ts';
import { setNotes } from '../book/notes.ts';
import { fault } from '../faults.ts';
import { balanceOf } from '../ledger/balance.ts';
import type { Nodes } from '../nodes/nodes.ts';
import type { Priority } from '../spend/fees.ts';
import { withPaymentLock } from '../spend/locks.ts';
import type { Prepared } from '../spend/prepared.ts';
import type { PreparedPayment } from '../spend/prepared-payments.ts';
import { prepareSweep } from '../spend/spend.ts';
import { change, pendingOf } from '../state/state.ts';
import type { SyncStatus } from '../sync/types.ts';
import { openWallet, type OpenWallet, type World } from '../wallet.ts';
import { createMemoryFile } from './memory-file.ts';

/** Amounts in piconero. */
export interface Found {
  /** Spendable and locked money. */
  readonly balance: bigint;
  readonly unlocked: bigint;
  /** Blocks until all of it is spendable. */
  readonly blocksToUnlock: number;
  readonly outputs: number;
  /** Money of payments from here that wait for a block. */
  readonly sending: bigint;
}

export interface Paper {
  readonly kind: GivenKeys['kind'];
  /** The first address of the keys. */
  readonly address: string;
  readonly status: SyncStatus;
  found(): Found;
  /**
   * Builds and signs what sends all spendable money to an address of the open wallet, which is new and gets the label
   * at the first call for an account. Own faults: keys_not_read, account_index, nothing_to_sweep,
   * sending_needs_update.
   */
  prepare(target: Target): Promise<PreparedPayment & { readonly address: string }>;
  /**
   * Sends it, after `note` is stored with its transactions in the open wallet. After relay_unknown it is sent again
   * until the keys are wiped.
   */
  send(id: string, note: string): Promise<readonly TxId[]>;
  /** Stops reading and wipes the keys. */
  close(): Promise<void>;
}
interface Target {
  readonly account: number;
  readonly label: string;
  readonly priority: Priority;
}
interface PaperDeps {
  readonly world: World;
  readonly nodes: Nodes;
  readonly pool: ScanPool;
  readonly into: OpenWallet;
  readonly automated: boolean;
  /** Seconds between two passes. */
  readonly seconds: number;
  /** Called when the status has changed. */
  readonly changed: () => void;
}

/**
 * Starts to read the chain for these keys, from `restoreHeight` on. The keys are overwritten: the wallet in memory has a
 * copy. Faults wrong_network, own_keys.
 */
export async function openPaper(deps: PaperDeps, given: GivenKeys, restoreHeight: number): Promise<Paper> {
  const { into, seconds, changed } = deps;
  try {
    const { account } = into.state;
    if (given.network !== undefined && given.network !== account.network)
      throw fault('wrong_network', { expected: account.network, actual: given.network });
    if (equalBytes(given.keys.spendPublic, account.spendPublic)) throw fault('own_keys');
    const wallet = await inMemory(deps, given, restoreHeight);
    wallet.sync.onStatus(changed);
    wallet.sync.start(seconds);
    return paperOf(wallet, into, given.kind);
  } finally {
    wipeGivenKeys(given);
  }
}

const inMemory = (
  { world, nodes, pool, into, automated }: PaperDeps,
  { keys }: GivenKeys,
  restoreHeight: number,
) => {
  const { network, lookahead } = into.state.account;
  const wanted = { name: '', password: '', network, keys, seedLanguage: '', restoreHeight, lookahead };
  const file = createMemoryFile(change(firstRecords(wanted, world.clock.now())));
  return openWallet({ ...world, pool }, nodes, file, { automated });
};

const paperOf = (wallet: OpenWallet, into: OpenWallet, kind: GivenKeys['kind']): Paper => {
  /** Texts of the addresses that were made for this, by account. */
  const targets = new Map<number, Promise<TargetAddress>>();
  const prepared = new Map<string, readonly TxId[]>();
  return {
    kind,
    address: wallet.addressText({ major: 0, minor: 0 }),
    get status() {
      return wallet.sync.status;
    },
    found: () => foundIn(wallet),
    prepare: async ({ account, label, priority }) => {
      wallet.payments.requireSending(true);
      if (wallet.sync.status.phase !== 'done') throw fault('keys_not_read');
      return withPaymentLock(wallet.ledger, async () => {
        if (foundIn(wallet).unlocked === 0n) throw fault('nothing_to_sweep', { among: 'account' });
        const target = targets.get(account) ?? newAddress(into, account, label);
        targets.set(account, target);
        target.catch(() => targets.delete(account));
        const { text, address } = await target;
        const txs = await sweepAll(wallet, { text, address, priority });
        const payment = await wallet.payments.add(txs);
        prepared.set(
          payment.id,
          payment.transactions.flatMap(({ txid }) => txid ?? []),
        );
        return { ...payment, address: text };
      });
    },
    send: async (id, note) => {
      const txids = prepared.get(id) ?? [];
      prepared.delete(id);
      if (note !== '' && txids.length > 0)
        await setNotes(
          into.ledger,
          txids.map((txid) => ({ txid, note })),
        );
      await wallet.payments.send(id, '');
      return txids;
    },
    close: () => wallet.close(),
  };
};

interface TargetAddress {
  readonly address: Address;
  readonly text: string;
}
const newAddress = async (
  { ledger, state }: OpenWallet,
  account: number,
  label: string,
): Promise<TargetAddress> => {
  const [minor] = await addAddresses(ledger, account, label, 1);
  const index = { major: account, minor: minor! };
  return { address: addressOf(state.account, index), text: addressTextOf(state.account, index) };
};

/** Each account is swept on its own, so that no transaction joins two of them. Accounts with dust alone are left out. */
const sweepAll = async (
  wallet: OpenWallet,
  target: TargetAddress & { readonly priority: Priority },
): Promise<Prepared[]> => {
  const { spending, state } = wallet;
  const all: Prepared[] = [];
  let refused: Error = fault('nothing_to_sweep', { among: 'account' });
  for (const account of accountsOf(state)) {
    if (balanceOf(state, account, false, wallet.now()).unlocked === 0n) continue;
    try {
      all.push(
        ...(await prepareSweep(spending, { ...target, account, outputs: 1, below: 0n, allMinors: true })),
      );
    } catch (error) {
      if (!isFault(error, 'nothing_to_sweep') && !isFault(error, 'tx_not_possible')) throw error;
      refused = error;
    }
  }
  if (all.length === 0) throw refused;
  return all;
};

const accountsOf = ({ outputs }: OpenWallet['state']): number[] => [
  ...new Set(outputs.map(({ subaddress }) => subaddress.major)),
];

const foundIn = (wallet: OpenWallet): Found => {
  const { state } = wallet;
  const sums = accountsOf(state).map((account) => balanceOf(state, account, false, wallet.now()));
  return {
    balance: sums.reduce((sum, { balance }) => sum + balance, 0n),
    unlocked: sums.reduce((sum, { unlocked }) => sum + unlocked, 0n),
    blocksToUnlock: Math.max(0, ...sums.map(({ blocksToUnlock }) => blocksToUnlock)),
    outputs: state.outputs.filter(({ spent }) => !spent).length,
    sending: pendingOf(state).reduce((sum, { amountIn, fee }) => sum + amountIn - fee, 0n),
  };
};
