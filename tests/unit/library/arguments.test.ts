/**
 * Every exported function of the package refuses a wrong argument of every kind with an OstroError that has a reason: none
 * gives a result, and none throws another error.
 */
import { describe, expect, it, test } from 'vitest';
import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import * as addresses from '../../../src/library/addresses.ts';
import * as daemon from '../../../src/library/daemon.ts';
import { OstroError } from '../../../src/library/error.ts';
import * as mnemonics from '../../../src/library/mnemonics.ts';
import * as moneroTs from '../../../src/library/monero-ts.ts';
import { setPlatform, type LibraryPort } from '../../../src/library/platform.ts';
import * as proofs from '../../../src/library/proofs.ts';
import * as uris from '../../../src/library/uris.ts';
import * as wallets from '../../../src/library/wallets.ts';
import { setWorld } from '../../../src/library/world.ts';
import { known } from '../../support/rpc/fixture.ts';

const { address, seed } = FIRST_OWNER;
const viewKey = known.viewSecret;

let port: LibraryPort | undefined;
setPlatform({
  open: () => (port ? Promise.resolve(port) : Promise.reject(new Error('the platform was reached'))),
  folder: () => {
    throw new Error('the platform was reached');
  },
  postgres: () => {
    throw new Error('the platform was reached');
  },
});
setWorld({
  fetch: () => Promise.reject(new Error('the node was reached')),
  startKernel: () => Promise.resolve(),
});

const VALUES: readonly unknown[] = [
  ...[undefined, null, true, NaN, 0, -1, 1, 1.5, 1000, 2 ** 32, 2 ** 32 + 1, 2 ** 53, Infinity],
  ...[
    0n,
    5n,
    -1n,
    2n ** 64n,
    '',
    'x',
    Symbol('s'),
    {},
    [],
    [1],
    [{}],
    Object.create(null) as object,
    new Date(0),
  ],
  ...[new URL('http://127.0.0.1:18081'), () => 1, new Uint8Array(32), new Map(), { address: 5 }],
];

/** Values that an argument may have. Others are wrong. */
type Right = (value: unknown) => boolean;
const nothing: Right = () => false;
const text: Right = (value) => typeof value === 'string';
const left: Right = (value) => value === undefined;
const any =
  (...rights: readonly Right[]): Right =>
  (value) =>
    rights.some((right) => right(value));
const bool: Right = (value) => typeof value === 'boolean';
const from =
  (min: number, max: number): Right =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const plain: Right = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof URL || value instanceof Uint8Array);

interface Row {
  readonly name: string;
  readonly call: (...given: never[]) => unknown;
  readonly right: readonly unknown[];
  /** By position, or by position and field. */
  readonly args: Readonly<Record<string, Right>>;
}
const NAMES = (more: Readonly<Record<string, Right>>, name: string, right: object) => ({
  name,
  right: [right],
  args: {
    '0': any(name === 'createWallet' ? plainOrLeft : nothing, name === 'openWallet' ? plain : nothing),
    '0.name': (value: unknown) => left(value) || (text(value) && value !== ''),
    '0.password': any(left, text),
    '0.storage': left,
    '0.node': any(left, text),
    '0.network': left,
    '0.regtest': any(left, bool),
    '0.autoRefresh': any(left, bool),
    '0.scanWorkers': any(left, from(1, 64)),
    '0.signal': left,
    ...more,
  },
});
const plainOrLeft = any(plain, left);
const HEIGHT = any(left, from(0, 500_000_000));

const ROWS: readonly Row[] = [
  {
    ...NAMES({ '0.language': any(left, text), '0.polyseed': any(left, bool) }, 'createWallet', {}),
    call: wallets.createWallet,
  },
  { ...NAMES({}, 'openWallet', {}), call: wallets.openWallet },
  {
    ...NAMES(
      { '0.seed': text, '0.seedOffset': any(left, text), '0.restoreHeight': HEIGHT },
      'restoreWallet',
      { seed },
    ),
    call: wallets.restoreWallet,
  },
  {
    ...NAMES(
      { '0.address': text, '0.viewKey': text, '0.spendKey': any(left, text), '0.restoreHeight': HEIGHT },
      'watchWallet',
      { address, viewKey },
    ),
    call: wallets.watchWallet,
  },
  {
    name: 'folder',
    call: wallets.folder,
    right: ['x'],
    args: { '0': (value) => text(value) && value !== '' },
  },
  { name: 'postgres', call: wallets.postgres, right: ['postgres://x/y'], args: { '0': nothing } },
  { name: 'parseAddress', call: addresses.parseAddress, right: [address], args: { '0': nothing } },
  { name: 'isAddress', call: addresses.isAddress, right: [address], args: { '1': left } },
  {
    name: 'integratedAddress',
    call: addresses.integratedAddress,
    right: [address, known.paymentId],
    args: { '0': nothing, '1': nothing },
  },
  { name: 'standardAddress', call: addresses.standardAddress, right: [address], args: { '0': nothing } },
  {
    name: 'subaddress',
    call: addresses.subaddress,
    right: [address, viewKey, { account: 0, index: 1 }],
    args: {
      '0': nothing,
      '1': nothing,
      '2': nothing,
      '2.account': from(0, 2 ** 32 - 1),
      '2.index': from(0, 2 ** 32 - 1),
    },
  },
  {
    name: 'newMnemonic',
    call: mnemonics.newMnemonic,
    right: [{}],
    args: { '0': plainOrLeft, '0.language': left, '0.polyseed': any(left, bool), '0.network': left },
  },
  {
    name: 'readMnemonic',
    call: mnemonics.readMnemonic,
    right: [seed, {}],
    args: { '0': nothing, '1': plainOrLeft, '1.passphrase': any(left, text), '1.network': left },
  },
  {
    name: 'makeUri',
    call: uris.makeUri,
    right: [{ recipients: [{ address }] }, 'mainnet'],
    args: {
      '0': nothing,
      '0.recipients': nothing,
      '0.recipients.0': nothing,
      '0.recipients.0.address': nothing,
      '0.recipients.0.amount': (value) =>
        left(value) || (typeof value === 'bigint' && value >= 0n && value < 2n ** 64n),
      '0.recipients.0.name': any(left, text),
      '0.description': any(left, text),
      '1': left,
    },
  },
  {
    name: 'parseUri',
    call: uris.parseUri,
    right: [`monero:${address}`, 'mainnet'],
    args: { '0': nothing, '1': left },
  },
  {
    name: 'connectDaemon',
    call: daemon.connectDaemon,
    right: ['127.0.0.1'],
    args: { '0': (value) => value === 'x' },
  },
  ...(['checkTxProof', 'checkTxKey', 'checkSpendProof', 'checkReserveProof'] as const).map((name) => ({
    name,
    call: proofs[name],
    right: [{}, { node: '127.0.0.1:1' }],
    args: {
      '0': nothing,
      '1': nothing,
      '1.node': nothing,
      '1.network': nothing,
      '1.regtest': nothing,
    },
  })),
  {
    name: 'verifyMessage',
    call: proofs.verifyMessage,
    right: [{}, {}],
    args: { '0': nothing, '1': nothing, '1.network': nothing },
  },
  { name: 'bindMoneroTs', call: moneroTs.bindMoneroTs, right: [], args: { '0': nothing } },
];

const replaced = (whole: unknown, [first, ...rest]: readonly string[], value: unknown): unknown => {
  if (first === undefined) return value;
  const copy: unknown = Array.isArray(whole) ? [...(whole as unknown[])] : { ...(whole as object) };
  const fields = copy as Record<string, unknown>;
  fields[first] = replaced(fields[first], rest, value);
  return copy;
};
const outcomeOf = async (work: () => unknown): Promise<unknown> => {
  try {
    return { gave: await work() };
  } catch (error) {
    return error;
  }
};
const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `${Object.prototype.toString.call(value)} ${JSON.stringify(value)}`
    : `${typeof value} ${String(value)}`;
const expectRefused = async (what: string, work: () => unknown): Promise<void> => {
  const outcome = await outcomeOf(work);
  if (!(outcome instanceof OstroError) || outcome.reason === 'internal' || outcome.message === '')
    throw new Error(`${what}: ${outcome instanceof Error ? String(outcome.stack) : shown(outcome)}`);
};

describe('every exported function refuses wrong arguments', () => {
  test.each(ROWS.map((row) => [row.name, row] as const))('%s', async (_name, { call, right, args }) => {
    for (const [path, isRight] of Object.entries(args))
      for (const value of VALUES) {
        if (isRight(value)) continue;
        const given = replaced(right, path.split('.'), value) as never[];
        await expectRefused(`${path} = ${shown(value)}`, () => call(...given));
      }
  });

  it('has a row for each of them', () => {
    const modules = [addresses, daemon, mnemonics, moneroTs, proofs, uris, wallets];
    const names = modules.flatMap((each) =>
      Object.entries(each).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
    );
    const withoutArguments = ['OstroError', 'indexedDB', 'memory'];
    expect([...new Set(names)].sort()).toEqual([...ROWS.map(({ name }) => name), ...withoutArguments].sort());
  });

  it('only a text can be an address', () => {
    for (const value of VALUES) expect(addresses.isAddress(value as string)).toBe(false);
  });
});

describe('the functions for programs of monero-ts', () => {
  class TheirError extends Error {}
  class Theirs {
    readonly address = '';
  }
  class TheirConfig extends Theirs {
    constructor(config: object) {
      super();
      Object.assign(this, config);
    }
  }
  const bound = moneroTs.bindMoneroTs({
    MoneroWalletRpc: Theirs,
    MoneroWalletConfig: TheirConfig,
    MoneroDaemonRpc: Object.assign(Theirs, {
      connectToDaemonRpc: () => Promise.reject(new Error('reached')),
    }),
    MoneroRpcConnection: Theirs,
    MoneroRpcError: TheirError,
    MoneroError: TheirError,
    MoneroSyncResult: Theirs,
    MoneroWalletListener: Theirs,
  });
  it.each(Object.entries(bound))('%s refuses wrong arguments with its own error', async (name, call) => {
    for (const value of VALUES) {
      if (name === 'connectToDaemonRpc' && (text(value) || value instanceof URL)) continue;
      // All fields of a config may be left out.
      if (name !== 'connectToDaemonRpc' && typeof value === 'object' && value !== null) continue;
      const outcome = await outcomeOf(() => (call as (given: unknown) => unknown)(value));
      expect(outcome, shown(value)).toBeInstanceOf(TheirError);
    }
    const networks = [3, -1, 'regtest', null, {}].map((networkType) => ({ networkType }));
    for (const config of name === 'connectToDaemonRpc' ? [] : networks)
      expect(await outcomeOf(() => (call as (given: unknown) => unknown)(config))).toBeInstanceOf(TheirError);
  });
});

it('a client of a node in monero-ts is not made with a proxy, which it could not use', async () => {
  class Theirs {
    readonly name = '';
  }
  const theirs = Object.assign(Theirs, { connectToDaemonRpc: () => Promise.reject(new Error('reached')) });
  const bound = moneroTs.bindMoneroTs({
    ...{ MoneroWalletRpc: theirs, MoneroWalletConfig: theirs, MoneroDaemonRpc: theirs },
    ...{ MoneroRpcConnection: theirs, MoneroRpcError: Error, MoneroError: Error },
    ...{ MoneroSyncResult: theirs, MoneroWalletListener: theirs },
  });
  const node = { uri: 'http://node.example:18081', proxyUri: '127.0.0.1:9050' };
  await expect(bound.connectToDaemonRpc(node)).rejects.toThrow('proxy');
});

describe('an open wallet', () => {
  const open = async () => {
    port = {
      request: () => Promise.resolve({ jsonrpc: '2.0', id: 0, result: {} }),
      on: () => () => undefined,
      stop: () => Promise.resolve(),
    };
    return wallets.createWallet();
  };

  it('refuses wrong arguments of its functions', async () => {
    const wallet = await open();
    const { call, on, events } = wallet as unknown as Readonly<
      Record<'call' | 'on' | 'events', (...given: unknown[]) => unknown>
    >;
    for (const value of VALUES) {
      const what = shown(value);
      if (!text(value)) await expectRefused(`method ${what}`, () => call(value));
      if (!plainOrLeft(value)) {
        await expectRefused(`params ${what}`, () => call('get_balance', value));
        await expectRefused(`options ${what}`, () => call('get_balance', {}, value));
        await expectRefused(`events ${what}`, () => events(value));
      }
      if (left(value)) continue;
      await expectRefused(`signal ${what}`, () => call('get_balance', {}, { signal: value }));
      await expectRefused(`events ${what}`, () => events({ signal: value }));
      if (!text(value))
        await expectRefused(`key ${what}`, () => call('get_balance', {}, { idempotencyKey: value }));
      await expectRefused(`event ${what}`, () => on(value, () => undefined));
      if (typeof value !== 'function') await expectRefused(`listener ${what}`, () => on('closed', value));
    }
  });

  it('answers nothing after it was closed', async () => {
    const wallet = await open();
    await wallet.close();
    await expect(wallet.call('get_version')).rejects.toMatchObject({ reason: 'wallet_closed' });
    expect(await wallet.events().next()).toEqual({ done: true, value: undefined });
  });
});

describe('a new wallet', () => {
  /** Asks for a wallet and aborts. `failing`: the method that fails. Returns what the platform was asked. */
  const aborted = async (failing?: string): Promise<string[]> => {
    const asked: string[] = [];
    const abort = new AbortController();
    port = {
      request: ({ method }) => {
        asked.push(method);
        if (method === 'create_wallet') abort.abort();
        const error = { code: -1, message: '', data: { fault: 'wallet_exists' } };
        const answer = method === failing ? { error } : { result: {} };
        return Promise.resolve({ jsonrpc: '2.0', id: 0, ...answer });
      },
      on: () => () => undefined,
      stop: () => {
        asked.push('stop');
        return Promise.resolve();
      },
    };
    await expect(wallets.createWallet({ name: 'x', signal: abort.signal })).rejects.toThrow('aborted');
    return asked;
  };
  it('is removed when its call is aborted meanwhile', async () => {
    expect(await aborted()).toEqual(['create_wallet', 'close_wallet', 'x_delete_wallet', 'stop']);
  });
  it('that cannot be removed ends all the same, and its call rejects with the reason of the abort', async () => {
    expect(await aborted('close_wallet')).toEqual(['create_wallet', 'close_wallet', 'stop']);
  });
  it('of another program with its name stays', async () => {
    expect(await aborted('create_wallet')).toEqual(['create_wallet', 'stop']);
  });
});

describe('a client of a node', () => {
  it.each(['ht!tp://:::', 'ftp://127.0.0.1', 'http://', '://x', ''])(
    'refuses %j as an address',
    async (node) => {
      expect(await outcomeOf(() => daemon.connectDaemon(node))).toMatchObject({ reason: 'bad_node_address' });
    },
  );
  it('refuses wrong arguments of its calls', async () => {
    const { call } = daemon.connectDaemon('127.0.0.1:1') as { call: (...given: unknown[]) => unknown };
    for (const value of VALUES) {
      await expectRefused(`method ${shown(value)}`, () => call(value));
      if (!plainOrLeft(value)) {
        await expectRefused(`params ${shown(value)}`, () => call('get_info', value));
        await expectRefused(`options ${shown(value)}`, () => call('get_info', {}, value));
      }
    }
    for (const name of ['__proto__', 'constructor', 'toString']) await expectRefused(name, () => call(name));
  });
});

describe('addresses that nobody watches are not made', () => {
  const OTHER = mnemonics.readMnemonic(
    'umpire ammo reef paper wayside puck theatrics roared victim sunken speedy sword titans argue vials sack jigsaw vortex ignore wayside drowning mouth ahead archer drowning',
  );
  const at = { account: 0, index: 1 };
  it.each([
    [
      'an index that is a time',
      () => addresses.subaddress(address, viewKey, { account: 0, index: 1_764_000_000_000 }),
      'address_index',
    ],
    ['a missing index', () => addresses.subaddress(address, viewKey, {} as never), 'account_index'],
    ['the view key zero', () => addresses.subaddress(address, '0'.repeat(64), at), 'bad_secret_key'],
    ['the spend key', () => addresses.subaddress(address, known.spendSecret, at), 'key_mismatch'],
    ['a subaddress', () => addresses.subaddress(known.addresses[1]!.address, viewKey, at), 'bad_address'],
    ['an integrated address', () => addresses.subaddress(known.integrated, viewKey, at), 'bad_address'],
    [
      'a payment id of a subaddress',
      () => addresses.integratedAddress(known.addresses[1]!.address, known.paymentId),
      'bad_address',
    ],
    [
      'a payment id of 64 digits',
      () => addresses.integratedAddress(address, 'a'.repeat(64)),
      'bad_payment_id',
    ],
  ] as const)('%s', async (_name, make, reason) => {
    expect(await outcomeOf(make)).toMatchObject({ reason });
  });
  it('the view key of another wallet', async () => {
    const { viewKey: other } = await OTHER;
    expect(await outcomeOf(() => addresses.subaddress(address, other, at))).toMatchObject({
      reason: 'key_mismatch',
    });
  });
});
