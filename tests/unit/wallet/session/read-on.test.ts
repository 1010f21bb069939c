/** A wallet that locks while it reads: what it may still do, what is found, and what stays on the disk. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { TxRelay } from '../../../../src/ports/tx-relay.ts';
import { registry } from '../../../../src/rpc/registry.gen.ts';
import { dispatch } from '../../../../src/rpc/dispatch.ts';
import { fault } from '../../../../src/store/faults.ts';
import { createMemoryBrowser, type MemoryBrowser } from '../../../../src/store/memory.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import type { OwnedSession } from '../../../../src/wallet/session/session.ts';
import type { Outgoing } from '../../../../src/wallet/state/records/payments.ts';
import { change, put } from '../../../../src/wallet/state/state.ts';
import { CLOSING_MS } from '../../../../src/wallet/wallet.ts';
import { createFakeClock, type FakeClock } from '../../../support/rpc/fake-clock.ts';
import { createTestChain, keyImageOf, txidOf } from '../test-chain.ts';
import { KEYS } from '../test-ledger.ts';
import { createTestNode } from '../test-node.ts';
import { dyingBrowser } from './dying-browser.ts';
import { testTab } from './test-tab.ts';
import { until } from '../../../support/until.ts';

const NEW = {
  name: 'mine',
  password: 'pw',
  network: 'mainnet',
  keys: KEYS,
  seedLanguage: 'English',
  restoreHeight: 0,
  lookahead: { major: 2, minor: 5 },
} as const;
const MINUTE = 60_000;
/** A payment whose bytes a node may have. */
const WAITING: Outgoing = {
  txid: txidOf('waiting'),
  state: 'pending',
  height: 0,
  timestamp: 1_800_000_000,
  amountIn: 10n,
  change: 0n,
  fee: 1n,
  account: 0,
  subaddresses: [0],
  destinations: [],
  unlockTime: 0n,
  keyImages: [keyImageOf('elsewhere')],
  blob: new Uint8Array(1),
  relay: 'unknown',
};

/** A node that holds back all blocks from the given height on, until it is opened. */
const heldNode = (from: number) => {
  const chain = createTestChain(5);
  for (let i = 0; i < 20; i++) chain.add([{ id: `t${i}`, outputs: [{ name: `o${i}`, amount: 1n }] }]);
  chain.add([{ id: 'spend', spends: ['o0'], outputs: [{ name: 'change', amount: 1n }] }]);
  const node = createTestNode(chain);
  node.perAnswer = 1;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const blocksFrom = node.blocksFrom.bind(node);
  node.blocksFrom = async (height, options) => {
    const stopped = new Promise<never>((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => reject(new Fault('cancelled', {})));
    });
    stopped.catch(() => undefined);
    if (height >= from) await Promise.race([opened, stopped]);
    return blocksFrom(height, options);
  };
  return { node, open };
};

/** Advances the clock a little again and again, since groups of ranges are committed by time. */
const advanceUntil = async (clock: FakeClock, done: () => boolean, step = 25): Promise<void> => {
  let steps = 0;
  await until(async () => {
    if (done()) return true;
    // Never so far that the wallet locks itself.
    if (steps++ < 1000) await clock.advance(step);
    return done();
  });
};
const total = ({ wallet }: OwnedSession): bigint => balanceOf(wallet.state, 0, false, 0).balance;
const namesOf = async (session: OwnedSession): Promise<string[]> =>
  (await session.files.list()).map(({ name }) => name).sort();

let browser: MemoryBrowser;
beforeEach(() => {
  browser = createMemoryBrowser();
});

/** A session whose wallet has read nine blocks; `lock`: it is not used for a minute. */
const reading = async (of: MemoryBrowser, relay?: TxRelay['relay']) => {
  const { node, open } = heldNode(9);
  if (relay) node.relay = relay;
  /** Whether each set of keys that the scan workers got had the spend key. */
  const spending: boolean[] = [];
  const configure = node.scanner.configure.bind(node.scanner);
  node.scanner.configure = (keys) => {
    spending.push(keys.spendSecret !== undefined);
    return configure(keys);
  };
  const clock = createFakeClock(1_800_000_000_000);
  const session = testTab(of, node, clock);
  const reasons: string[] = [];
  session.on('closed', ({ reason }) => reasons.push(reason));
  await session.make(NEW);
  const spendSecret = session.wallet.state.account.spendSecret!;
  await session.autoLock(1);
  await advanceUntil(clock, () => session.wallet.state.height >= 9);
  const lock = async (): Promise<void> => {
    for (let left = MINUTE; left > 0; left -= 5000) await clock.advance(5000);
  };
  return { session, clock, open, reasons, spendSecret, spending, lock };
};
/** A session whose wallet was locked while it was read. */
const lockedWhileReading = async () => {
  const all = await reading(browser);
  await all.lock();
  await advanceUntil(all.clock, () => all.session.readingOn !== undefined);
  return all;
};

describe('a wallet that locks while it reads', () => {
  // threat: keys-after-lock
  test('reads on with the view key alone, and overwrites the spend key', async () => {
    const { session, clock, open, reasons, spendSecret, spending } = await lockedWhileReading();
    expect(session.readingOn?.wallet).toBe('mine');
    expect(spendSecret.every((byte) => byte === 0)).toBe(true);
    expect(reasons).toEqual([]);
    open();
    await advanceUntil(clock, () => reasons.length > 0);
    expect(spending).toEqual([true, false]);
    expect(reasons).toEqual(['locked']);
    expect(session.readingOn).toBeUndefined();
  });
  // threat: keys-after-lock
  test('is locked also when its copy cannot be read, and is whole when it is opened again', async () => {
    const { session, clock, reasons, lock } = await reading(browser);
    const create = session.files.create.bind(session.files);
    vi.spyOn(session.files, 'create').mockImplementation(async (...args) => {
      const file = await create(...args);
      vi.spyOn(file, 'load').mockRejectedValueOnce(fault('storage_unavailable', { why: 'a test' }));
      return file;
    });
    await lock();
    await advanceUntil(clock, () => reasons.length > 0);
    expect(reasons).toEqual(['locked']);
    expect(session.readingOn).toBeUndefined();
    session.autoRefresh(false);
    await session.openFile('mine', 'pw');
    expect(await namesOf(session)).toEqual(['mine']);
  });
  // threat: keys-after-lock
  test('answers no method that needs a wallet', async () => {
    const { session } = await lockedWhileReading();
    const asked = ['get_balance', 'get_transfers', 'get_accounts', 'query_key', 'transfer', 'x_overview'];
    for (const method of [...asked, 'x_history', 'x_coins', 'export_outputs', 'get_address', 'store']) {
      expect(Object.keys(registry)).toContain(method);
      const params = method === 'query_key' ? { key_type: 'view_key' } : {};
      const answer = await dispatch(session, { jsonrpc: '2.0', id: 1, method, params });
      expect(answer, method).toMatchObject({ error: { code: -13 } });
    }
  });
  // threat: keys-after-lock
  test('shows its progress, and no money', async () => {
    const { session } = await lockedWhileReading();
    const { result } = (await dispatch(session, { jsonrpc: '2.0', id: 1, method: 'x_status' })) as {
      readonly result: Readonly<Record<string, unknown>>;
    };
    expect(result).toMatchObject({ wallet: '', phase: 'closed', reading_on: { wallet: 'mine', height: 9 } });
    expect(result['coins'] ?? 0).toBe(0);
  });
  test('has found all money, and what was spent, when it is opened again; its copy is gone', async () => {
    const { session, clock, open, reasons } = await lockedWhileReading();
    open();
    await advanceUntil(clock, () => reasons.length > 0);
    session.autoRefresh(false);
    await session.openFile('mine', 'pw');
    expect(session.wallet.state.height).toBe(26);
    expect(total(session)).toBe(20n);
    expect(session.wallet.state.settings.background).toBeUndefined();
    expect(session.wallet.state.outputs.every(({ keyImage }) => keyImage !== undefined)).toBe(true);
    expect(await namesOf(session)).toEqual(['mine']);
  });
  test('can be opened before reading has ended, and continues where it is', async () => {
    const { session, clock, open } = await lockedWhileReading();
    await expect(session.openFile('mine', 'wrong')).rejects.toMatchObject({ code: 'wrong_password' });
    expect(session.readingOn?.wallet).toBe('mine');
    await session.openFile('mine', 'pw');
    expect(session.readingOn).toBeUndefined();
    expect(session.wallet.state.height).toBe(9);
    open();
    await advanceUntil(clock, () => session.wallet.state.height === 26);
    expect(await namesOf(session)).toEqual(['mine']);
  });
  test('continues in another tab when this one was killed', async () => {
    const { session, clock, open, reasons } = await lockedWhileReading();
    open();
    await advanceUntil(clock, () => reasons.length > 0);
    const other = testTab(browser, heldNode(9).node, createFakeClock(1_800_000_000_000));
    expect(session.open).toBeUndefined();
    await other.openFile('mine', 'pw');
    expect(other.wallet.state.height).toBe(26);
  });
  // threat: half-done
  test('leaves no copy whose password is lost when it is killed at any write while it locks', async () => {
    let kills = 0;
    for (let readsOn = false; !readsOn; kills++) {
      const there = createMemoryBrowser();
      const dying = dyingBrowser(there);
      const { session, clock, lock } = await reading(dying.browser);
      await session.wallet.ledger.settled();
      dying.dieAfter(kills);
      const tab = { dead: false };
      void dying.dead.then(() => (tab.dead = true));
      await lock();
      await advanceUntil(clock, () => tab.dead || session.readingOn !== undefined);
      readsOn = !tab.dead;
      dying.dieAfter(Infinity);
      const next = tab.dead
        ? testTab(there, heldNode(9).node, createFakeClock(1_800_000_000_000), 20)
        : session;
      next.autoRefresh(false);
      await next.openFile('mine', 'pw', { takeOver: tab.dead });
      expect(await namesOf(next)).toEqual(['mine']);
      expect(next.wallet.state.settings.background).toBeUndefined();
      await next.close();
    }
    expect(kills).toBe(3);
  });
  test('is removed with its copy', async () => {
    const { session } = await lockedWhileReading();
    expect(await namesOf(session)).toEqual(['mine', 'mine.while-locked']);
    const list = await dispatch(session, { jsonrpc: '2.0', id: 1, method: 'x_list_wallets' });
    expect(JSON.stringify(list)).not.toContain('while-locked');
    const params = { name: 'mine', password: 'pw' };
    await dispatch(session, { jsonrpc: '2.0', id: 1, method: 'x_delete_wallet', params });
    expect(await namesOf(session)).toEqual([]);
  });
});

describe('a wallet that locks while it sends an older payment again', () => {
  test.each([
    // The clock stands still: nothing waits for a time limit.
    ['when the lock ends the relay', true, 0],
    ['when nothing ends the relay', false, CLOSING_MS / 10],
  ])('is locked %s', async (_when, endsWithSignal, step) => {
    let relays = 0;
    const { session, clock, open, spendSecret, lock } = await reading(browser, (_blob, txid, signal) => {
      relays += 1;
      return new Promise((_resolve, reject) => {
        const end = (): void => reject(new Fault('relay_unknown', { txid: toHex(txid) }));
        if (endsWithSignal) signal?.addEventListener('abort', end);
      });
    });
    await session.wallet.ledger.commit(change([put('outgoing', toHex(WAITING.txid), WAITING)]));
    open();
    await advanceUntil(clock, () => relays > 0);
    expect(session.wallet.sync.status.phase).toBe('reading');
    await lock();
    await advanceUntil(clock, () => spendSecret.every((byte) => byte === 0), step);
    expect(session.open).toBeUndefined();
    // The copy sends no payment again: it reads the blocks, and is closed.
    await advanceUntil(clock, () => session.readingOn === undefined, step);
  });
});

describe('a wallet that has read everything', () => {
  test('is closed by the lock, without a copy', async () => {
    const { node, open } = heldNode(Infinity);
    open();
    const clock = createFakeClock(1_800_000_000_000);
    const session = testTab(browser, node, clock);
    await session.make(NEW);
    await session.autoLock(1);
    await advanceUntil(clock, () => session.wallet.sync.status.phase === 'done');
    for (let left = MINUTE; left > 0; left -= 5000) await clock.advance(5000);
    await advanceUntil(clock, () => session.open === undefined);
    expect(session.readingOn).toBeUndefined();
    expect(await namesOf(session)).toEqual(['mine']);
  });
});
