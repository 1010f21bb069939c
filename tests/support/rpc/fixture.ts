/**
 * A wallet with a history, with the real session and dispatch, and with files and a node in memory:
 *
 * account 0 "Primary account": 5 XMR and 1 XMR (still locked) at its first address, 2 XMR at "Shop", 0.9 XMR change of
 * a payment of 2 XMR with a note; 0.5 XMR wait in the pool. Account 1 "Savings": 7 XMR. One payment failed.
 */
import '../some-kernel.ts';
import { asSecretKey } from '../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { isFault } from '../../../src/base/fault.ts';
import type { DnsResolver } from '../../../src/ports/dns-resolver.ts';
import type { KernelSpeeds } from '../../../src/ports/kernel-speeds.ts';
import type { ScanPool } from '../../../src/ports/scan-pool.ts';
import type { Network } from '../../../src/protocol/address/address.ts';
import { accountFromKeys, type AccountKeys } from '../../../src/protocol/keys/account.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import type { DispatchOptions } from '../../../src/rpc/dispatch.ts';
import type { AnyMethod } from '../../../src/rpc/method.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';
import { dispatch } from '../../../src/rpc/dispatch.ts';
import type { MethodName, Params, Result } from '../../../src/rpc/contract.ts';
import {
  createMemoryBrowser,
  createMemoryWalletFiles,
  type MemoryBrowser,
} from '../../../src/store/memory.ts';
import { createInlinePool } from '../../../src/wallet/scan/inline-pool.ts';
import { createSession, type OwnedSession } from '../../../src/wallet/session/session.ts';
import { RELAYED } from '../../../src/wallet/state/records/relay.ts';
import { put } from '../../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../../src/wallet/state/records/outputs.ts';
import type { Payment } from '../../../src/wallet/state/records/payments.ts';
import type { Put } from '../../../src/wallet/state/tables.ts';
import type { OpenWallet } from '../../../src/wallet/wallet.ts';
import { createMemorySettings } from '../../../src/store/memory-settings.ts';
import { seededRandom } from '../seeded-random.ts';
import known from '../../vectors/known-wallet.json' with { type: 'json' };
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { blockHash, createFakeNode, type FakeNode } from './fake-node.ts';
import { ownOutput, shown, txidOf } from './own-output.ts';

export const XMR = 1_000_000_000_000n;
export const HEIGHT = 1000;
export const PAYEE =
  '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H';
export const NOW = (1_700_000_000 + HEIGHT * 120) * 1000;
export const NAME = 'Everyday';
export const PASSWORD = 'correct horse';
export { known };

const spendSecret = fromHex(known.spendSecret);
export const KEYS = accountFromKeys({
  viewSecret: asSecretKey(fromHex(known.viewSecret)),
  spendSecret: asSecretKey(spendSecret),
});
const watching = ({ spendPublic, viewPublic, viewSecret }: AccountKeys): AccountKeys => ({
  spendPublic,
  viewPublic,
  viewSecret,
});

export interface CallError {
  readonly code: number;
  readonly message: string;
  readonly fault: unknown;
}
export interface RpcSession {
  readonly session: OwnedSession;
  readonly node: FakeNode;
  readonly clock: FakeClock;
  /** Calls a method and answers its result; throws CallError when it is refused. */
  readonly call: <Name extends MethodName>(method: Name, params?: Params<Name>) => Promise<Result<Name>>;
  /** Calls a method that must be refused, and answers the error. */
  readonly refusal: <Name extends MethodName>(method: Name, params?: Params<Name>) => Promise<CallError>;
  /** Events since the last call. */
  readonly events: () => string[];
}
export interface RpcWallet extends RpcSession {
  readonly wallet: OpenWallet;
}

/** A cheap key derivation: these tests do not check its cost. */
const QUICK = { memoryKib: 64, passes: 1, lanes: 1 };

/** Counts commits of the wallet that is open now, and checks that the page gets an event for each. */
const commitsDuring = (session: OwnedSession): (() => number) => {
  const { open } = session;
  let commits = 0;
  let events = 0;
  open?.ledger.onCommit(() => (commits += 1));
  const stop = session.on('changed', () => (events += 1));
  return () => {
    stop();
    if (session.open === open && events < commits) throw new Error(`${commits} commits, ${events} events`);
    return commits;
  };
};
/** They read the pool first, as the reference does. */
const READERS_THAT_REFRESH = ['get_transfers', 'get_transfer_by_txid'];
/** A method that says it only reads commits nothing: what a background copy may do depends on it. */
const checkAccess = (name: string, commits: number): void => {
  const method = Object.values(registry as unknown as Readonly<Record<string, AnyMethod>>).find(
    (each) => each.name === name || each.aliases?.includes(name),
  );
  if (method?.access === 'read' && commits > 0 && !READERS_THAT_REFRESH.includes(name))
    throw new Error(`${name} says that it reads, and it commits`);
};

/** A session without a wallet. Sessions with the same browser are its tabs. */
export function openRpcSession(
  options: {
    readonly browser?: MemoryBrowser;
    readonly dispatch?: DispatchOptions;
    readonly pool?: ScanPool;
    readonly dns?: DnsResolver;
    readonly kernelSpeeds?: () => KernelSpeeds;
    /** The only network of its wallets. */
    readonly network?: Network;
    /** The seed of its randomness: sessions that work together need different ones. */
    readonly seed?: string;
  } = {},
): RpcSession {
  const node = createFakeNode();
  const clock = createFakeClock(NOW);
  const random = { bytes: seededRandom(options.seed ?? 'rpc fixture') };
  const session = createSession(
    {
      chain: node.chain,
      pool: options.pool ?? createInlinePool(decodeBlocks),
      secondPool: () => createInlinePool(decodeBlocks),
      clock,
      random,
      settings: createMemorySettings(),
      ...(options.dns && { dns: options.dns }),
      ...(options.kernelSpeeds && { kernelSpeeds: options.kernelSpeeds }),
    },
    createMemoryWalletFiles({ kdf: QUICK, clock, browser: options.browser ?? createMemoryBrowser() }),
    { network: options.network },
  );
  session.autoRefresh(false);
  const seen: string[] = [];
  for (const type of ['status', 'changed', 'closed'] as const) session.on(type, () => seen.push(type));

  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const commits = commitsDuring(session);
    const { result, error } = await dispatch(
      session,
      { jsonrpc: '2.0', id: 1, method, params },
      options.dispatch,
    );
    checkAccess(method, commits());
    if (error) throw Object.assign(new Error(error.message), { code: error.code, fault: error.data?.fault });
    return result;
  };
  return {
    session,
    node,
    clock,
    call: <Name extends MethodName>(method: Name, params?: Params<Name>) =>
      ask(method, params) as Promise<Result<Name>>,
    refusal: async (method, params) => {
      try {
        await ask(method, params);
      } catch (error) {
        if (!(error instanceof Error) || isFault(error) || !('code' in error)) throw error;
        const { message, code, fault } = error as Error & { code: number; fault: unknown };
        return { code, message, fault };
      }
      throw new Error(`${method} answered instead of refusing`);
    },
    events: () => seen.splice(0),
  };
}

/** A session without a wallet, with a node that answers and is marked as the user's own. */
export async function openOwnNodeSession(): Promise<RpcSession> {
  const rpc = openRpcSession();
  rpc.node.answer();
  await rpc.call('x_set_node', { address: 'http://127.0.0.1:18081', trusted: true });
  return rpc;
}

/** The wallet described above, open; `empty` omits its history, `watchOnly` its spend key. */
export async function openFixture(
  options: {
    readonly watchOnly?: boolean;
    readonly empty?: boolean;
    readonly network?: Network;
    readonly dns?: DnsResolver;
    readonly browser?: MemoryBrowser;
    readonly dispatch?: DispatchOptions;
    readonly seed?: string;
  } = {},
): Promise<RpcWallet> {
  const rpc = openRpcSession(options);
  const keys = options.watchOnly ? watching(KEYS) : KEYS;
  const wallet = await rpc.session.make({
    name: NAME,
    password: PASSWORD,
    network: options.network ?? 'mainnet',
    keys,
    seedLanguage: 'English',
    restoreHeight: 0,
    // These tests do not use the scanner's table.
    lookahead: { major: 3, minor: 5 },
  });
  if (!options.empty) await writePast(wallet, keys, rpc.node);
  rpc.events();
  return { ...rpc, wallet };
}

const PAID = txidOf('paid');

const pastOutputs = (keys: AccountKeys): OwnedOutput[] => {
  const spent = { height: 300, txid: PAID };
  return [
    ownOutput(keys, { tx: 'five', amount: 5n * XMR, height: 100, globalIndex: 2000 }),
    ownOutput(keys, { tx: 'three', amount: 3n * XMR, height: 150, globalIndex: 3000, spent }),
    ownOutput(keys, { tx: 'two', amount: 2n * XMR, minor: 1, height: 200, globalIndex: 4000 }),
    ownOutput(keys, { tx: 'seven', amount: 7n * XMR, major: 1, height: 250, globalIndex: 5000 }),
    ownOutput(keys, { tx: 'paid', amount: (9n * XMR) / 10n, height: 300, globalIndex: 6000 }),
    ownOutput(keys, { tx: 'one', amount: XMR, height: 995, globalIndex: 19_900 }),
  ];
};

const writePast = async (wallet: OpenWallet, keys: AccountKeys, node: FakeNode): Promise<void> => {
  const outputs = pastOutputs(keys);
  for (const output of outputs) node.outputs.set(output.globalIndex, shown(output));
  const records: Put[] = [
    ...outputs.map((output, outputIndex) => put('outputs', String(outputIndex), output)),
    ...outputs.filter(({ txid }) => toHex(txid) !== toHex(PAID)).map(paymentPut),
    paymentPut({
      txid: txidOf('waiting'),
      subaddress: { major: 0, minor: 1 },
      amount: XMR / 2n,
      height: 0,
      timestamp: NOW / 1000,
    }),
    put('outgoing', toHex(PAID), {
      txid: PAID,
      state: 'confirmed',
      height: 300,
      timestamp: 1_700_036_000,
      amountIn: 3n * XMR,
      change: (9n * XMR) / 10n,
      fee: XMR / 10n,
      account: 0,
      subaddresses: [0],
      destinations: [{ amount: 2n * XMR, address: PAYEE }],
      unlockTime: 0n,
      keyImages: outputs[1]!.keyImage ? [outputs[1]!.keyImage] : [],
      relay: RELAYED,
    }),
    put('outgoing', toHex(txidOf('failed')), {
      txid: txidOf('failed'),
      state: 'failed',
      height: 0,
      timestamp: 1_700_050_000,
      amountIn: 2n * XMR,
      change: 0n,
      fee: XMR / 100n,
      account: 0,
      subaddresses: [1],
      destinations: [{ amount: (199n * XMR) / 100n, address: PAYEE }],
      unlockTime: 0n,
      keyImages: [],
    }),
    put('txKeys', toHex(PAID), { key: asSecretKey(new Uint8Array(32).fill(1)), additional: [] }),
    put('notes', toHex(PAID), 'Rent'),
    put('labels', '0', ['Primary account', 'Shop', '']),
    put('labels', '1', ['Savings']),
  ];
  const hashes = new Uint8Array(32 * 100);
  for (let i = 0; i < 100; i++) hashes.set(blockHash(HEIGHT - 100 + i), 32 * i);
  await wallet.ledger.commit({ puts: records, deletes: [], chain: { base: HEIGHT - 100 } });
  await wallet.ledger.commit({ puts: [], deletes: [], chain: { append: hashes, reward: (6n * XMR) / 10n } });
};

const paymentPut = (of: Pick<Payment, 'txid' | 'subaddress' | 'amount' | 'height' | 'timestamp'>): Put =>
  put('payments', `${toHex(of.txid)}:${of.subaddress.major}:${of.subaddress.minor}`, {
    txid: of.txid,
    subaddress: of.subaddress,
    amount: of.amount,
    amounts: [of.amount],
    height: of.height,
    timestamp: of.timestamp,
    unlockTime: 0n,
    fee: 30_000_000n,
    coinbase: false,
    doubleSpendSeen: false,
  });

/** Transaction ids in hex by name: five, three, two, seven, one, paid, waiting, failed. */
export function txid(name: string): string {
  return toHex(txidOf(name));
}
/** The key image in hex of an output of the wallet. */
export function keyImage({ state }: OpenWallet, name: string): string {
  return toHex(state.outputs.find((output) => toHex(output.txid) === txid(name))!.keyImage!);
}
/** An address of the wallet, as in the reference. */
export function ownAddress(major: number, minor: number): string {
  return known.addresses.find((each) => each.major === major && each.minor === minor)!.address;
}
