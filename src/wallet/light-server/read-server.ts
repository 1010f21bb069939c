/** Asks the light-wallet server in use, and stores what it names and what could be checked of it. */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type {
  LightKeys,
  LightServer,
  LightServers,
  ToldHistory,
  ToldTransaction,
} from '../../ports/light-server.ts';
import type { Clock } from '../../ports/clock.ts';
import { addressTextOf } from '../account/addresses.ts';
import { isBeyondClock } from '../account/birth.ts';
import { addressCounts, growLabels, withinLookahead } from '../account/lookahead.ts';
import { fault } from '../faults.ts';
import type { LightServerUse, NamedTransaction } from '../state/records/light-server.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { change, put, remove, type Ledger, type WalletState } from '../state/state.ts';
import type { Change, Delete, Put } from '../state/tables.ts';
import { inTurns } from '../turns.ts';
import { nameOutputs, type NamedOutputs } from './named-outputs.ts';
import { servedAddresses, wantedAddresses } from './wanted-addresses.ts';

export interface LightReaderDeps {
  readonly ledger: Ledger;
  readonly lightServers: LightServers;
  readonly clock: Clock;
}

/**
 * Reads the server once. Resolves to false while the account waits for the server's operator, and to undefined if nothing
 * was asked: without the spend key, because only key images made with it tell a spend from a decoy. Faults node_*,
 * cancelled, part_not_loaded.
 */
export async function readLightServer(
  { ledger, lightServers, clock }: LightReaderDeps,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { state } = ledger;
  const use = state.tables.lightServer.get('');
  const { account } = state;
  if (!use?.inUse || !account.spendSecret) return undefined;
  const server = await lightServers.lightServer(use);
  const keys = { address: addressTextOf(account, { major: 0, minor: 0 }), viewSecret: account.viewSecret };
  if (!use.open) await unlessRefused(server.login(keys, signal));
  const history = await unlessRefused(server.history(keys, signal));
  if (!history) return false;
  checkHeights(history, use, account, clock.now() / 1000);
  const asked = { ...use, ...(await askForAddresses(server, keys, state, use, signal)) };
  const answered = { ...asked, ...(await askForOldBlocks(server, keys, state, asked, history, signal)) };
  const outputs = await server.outputs(keys, signal);
  signal.throwIfAborted();
  const told = { history, outputs, counts: servedAddresses(answered) };
  const named = await inTurns(nameOutputs(account, told, state.tables.namedOutputs), async () => {
    await clock.sleep(0);
    signal.throwIfAborted();
  });
  await ledger.commit((current) => {
    const now = current.tables.lightServer.get('');
    return now?.inUse && now.address === use.address
      ? namedChange(current, answered, history, named)
      : undefined;
  });
  return true;
}

/** Fault node_bad_answer: with heights that no chain has yet, the wallet could never compare what the server names. */
const checkHeights = (
  { scanned, chainHeight, startHeight }: ToldHistory,
  { address }: LightServerUse,
  { network }: WalletState['account'],
  now: number,
): void => {
  const height = Math.max(scanned, chainHeight, startHeight);
  if (isBeyondClock({ height, devnet: false }, network, now))
    throw fault('node_bad_answer', { address, what: `a chain of ${height} blocks` });
};

/** Undefined: 403, the account does not exist yet, waits, or is disabled. */
const unlessRefused = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (statusOf(error) === 403) return undefined;
    throw error;
  }
};

const statusOf = (error: unknown): number =>
  isFault(error, 'node_http') ? (error.data as { readonly status: number }).status : 0;

/** Servers without subaddresses, or with too few of them, refuse by one of these. */
const REFUSALS = new Set([400, 403, 404, 405, 409, 500, 501]);
/** A server without the call answers one of these. After another refusal it is asked again with the next read. */
const WITHOUT_CALL = new Set([404, 405, 501]);

const askForAddresses = async (
  server: LightServer,
  keys: LightKeys,
  state: WalletState,
  use: LightServerUse,
  signal: AbortSignal,
): Promise<Pick<LightServerUse, 'wanted' | 'subaddresses'>> => {
  const wanted = wantedAddresses(state);
  if (String(wanted) === String(use.wanted)) return use;
  try {
    await server.addAddresses(keys, wanted, signal);
    return { wanted, subaddresses: true };
  } catch (error) {
    if (!REFUSALS.has(statusOf(error))) throw error;
    // The server still serves the addresses that it took before.
    return use.subaddresses || !WITHOUT_CALL.has(statusOf(error)) ? use : { wanted, subaddresses: false };
  }
};

/** A new account begins at the newest block: older ones are asked for once. */
const askForOldBlocks = async (
  server: LightServer,
  keys: LightKeys,
  { account }: WalletState,
  { asked }: LightServerUse,
  { startHeight }: ToldHistory,
  signal: AbortSignal,
): Promise<Pick<LightServerUse, 'asked'>> => {
  const from = account.restoreHeight;
  if (startHeight <= from || asked) return asked ? { asked } : {};
  try {
    return { asked: { from, granted: await server.scanFrom(keys, from, signal) } };
  } catch (error) {
    if (!REFUSALS.has(statusOf(error))) throw error;
    return WITHOUT_CALL.has(statusOf(error)) ? { asked: { from, granted: false } } : {};
  }
};

const namedChange = (
  state: WalletState,
  use: LightServerUse,
  history: ToldHistory,
  { outputs, refused }: NamedOutputs,
): Change => {
  const { tables } = state;
  const next: LightServerUse = {
    ...use,
    open: true,
    startHeight: history.startHeight,
    height: history.scanned,
    chainHeight: history.chainHeight,
    refused,
  };
  const byKey = new Map(outputs.map((output) => [toHex(output.key), output]));
  const ours = new Set(
    outputs.flatMap(({ txid, spent }) => [toHex(txid), ...(spent ? [toHex(spent.txid)] : [])]),
  );
  const transactions = new Map(
    history.transactions
      .map((tx) => [toHex(tx.txid), named(tx)] as const)
      .filter(([id, { height }]) => height > 0 && ours.has(id)),
  );
  return change(
    [
      put('lightServer', '', next),
      ...newIn(tables.namedOutputs, byKey, isSameOutput).map(([key, value]) =>
        put('namedOutputs', key, value),
      ),
      ...newIn(tables.namedTransactions, transactions, isSameTransaction).map(([key, value]) =>
        put('namedTransactions', key, value),
      ),
      ...labelsFor(state, outputs),
    ],
    [
      ...goneFrom(tables.namedOutputs, byKey).map((key) => remove('namedOutputs', key)),
      ...goneFrom(tables.namedTransactions, transactions).map((key): Delete =>
        remove('namedTransactions', key),
      ),
    ],
  );
};

const named = ({ spends: _spends, ...tx }: ToldTransaction): NamedTransaction => tx;

/** Accounts and addresses that got money are shown, as after a scan of blocks. */
const labelsFor = (state: WalletState, outputs: readonly OwnedOutput[]): readonly Put[] => {
  const counts = [...addressCounts(state)];
  return outputs.flatMap(({ subaddress }) =>
    withinLookahead(counts, state.account.lookahead, subaddress) ? growLabels(counts, subaddress) : [],
  );
};

const newIn = <T>(
  old: ReadonlyMap<string, T>,
  next: ReadonlyMap<string, T>,
  isSame: (a: T, b: T) => boolean,
): readonly (readonly [string, T])[] =>
  [...next].filter(([key, value]) => {
    const known = old.get(key);
    return known === undefined || !isSame(known, value);
  });

const goneFrom = (old: ReadonlyMap<string, unknown>, next: ReadonlyMap<string, unknown>): readonly string[] =>
  [...old.keys()].filter((key) => !next.has(key));

/** `nameOutputs` keeps all fields of an output that was checked before, except its spend. */
const isSameOutput = (a: OwnedOutput, b: OwnedOutput): boolean =>
  a.keyImage === b.keyImage &&
  a.spent?.height === b.spent?.height &&
  (a.spent ? toHex(a.spent.txid) : '') === (b.spent ? toHex(b.spent.txid) : '');

const isSameTransaction = (a: NamedTransaction, b: NamedTransaction): boolean =>
  a.height === b.height && a.timestamp === b.timestamp && a.fee === b.fee && a.unlockTime === b.unlockTime;
