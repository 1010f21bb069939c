/** One wallet at a time: made, opened, locked, taken over by another tab, cut off in the middle, and continued. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryBrowser, type MemoryBrowser } from '../../../../src/store/memory.ts';
import { systemClock } from '../../../../src/store/platform.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import type { OwnedSession } from '../../../../src/wallet/session/session.ts';
import { createTestChain, type TestChain } from '../test-chain.ts';
import { KEYS } from '../test-ledger.ts';
import { createTestNode, type TestNode } from '../test-node.ts';
import { testTab } from './test-tab.ts';
import { deferred } from '../../../support/deferred.ts';
import { settled } from '../../../support/settled.ts';

const NEW = {
  name: 'mine',
  password: 'pw',
  network: 'mainnet',
  keys: KEYS,
  seedLanguage: 'English',
  restoreHeight: 0,
} as const;

/** A tab of a browser, with a session on the node. */
const tab = (browser: MemoryBrowser, node: TestNode): OwnedSession & { readonly reasons: string[] } => {
  const session = testTab(browser, node, systemClock);
  session.autoRefresh(false);
  const reasons: string[] = [];
  session.on('closed', ({ reason }) => reasons.push(reason));
  return Object.assign(session, { reasons });
};

// The look-ahead has ten thousand addresses: the readable kernel takes seconds to compute them.

let browser: MemoryBrowser;
let chain: TestChain;
let node: TestNode;
beforeEach(() => {
  browser = createMemoryBrowser();
  chain = createTestChain(5);
  for (let i = 0; i < 20; i++) chain.add([{ id: `t${i}`, outputs: [{ name: `o${i}`, amount: 1n }] }]);
  node = createTestNode(chain);
  node.perAnswer = 1;
});
const total = ({ wallet }: OwnedSession): bigint => balanceOf(wallet.state, 0, false, 0).balance;

describe('making and opening a wallet', () => {
  test('keeps all data of a wallet that is made, scanned, locked and opened again', async () => {
    const session = tab(browser, node);
    await session.make(NEW);
    await session.wallet.sync.refresh();
    await session.close();
    expect(session.open).toBeUndefined();
    expect(() => session.wallet).toThrow('no_wallet');
    expect(session.reasons).toEqual(['locked']);
    await session.openFile('mine', 'pw');
    expect(total(session)).toBe(20n);
    expect([...session.wallet.state.account.spendSecret!]).toEqual([...KEYS.spendSecret]);
  });

  // threat: malformed-input
  test('closes a wallet whose node never ends an answer, and opens the next one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const session = tab(browser, node);
      await session.make(NEW);
      const reading = vi.spyOn(session.world.chain, 'blocksFrom').mockReturnValue(new Promise(() => {}));
      void session.wallet.sync.refresh().catch(() => undefined);
      await vi.waitFor(() => expect(reading).toHaveBeenCalled());
      const closing = session.close();
      await vi.advanceTimersByTimeAsync(60_000);
      await closing;
      expect(session.open).toBeUndefined();
      reading.mockRestore();
      await session.openFile('mine', 'pw');
      await session.wallet.sync.refresh();
      expect(total(session)).toBe(20n);
    } finally {
      vi.useRealTimers();
    }
  });

  test('with a wrong password or name leaves the open wallet open', async () => {
    const session = tab(browser, node);
    await session.make(NEW);
    await expect(session.openFile('mine', 'wrong')).rejects.toMatchObject({ code: 'wrong_password' });
    await expect(session.openFile('other', 'pw')).rejects.toMatchObject({ code: 'wallet_not_found' });
    await expect(session.make(NEW)).rejects.toMatchObject({ code: 'wallet_exists' });
    expect(session.wallet.name).toBe('mine');
    expect(session.reasons).toEqual([]);
  });

  test('of another wallet closes the first', async () => {
    const session = tab(browser, node);
    await session.make(NEW);
    await session.make({ ...NEW, name: 'second' });
    expect(session.reasons).toEqual(['locked']);
    await session.openFile('mine', 'pw');
    expect(session.wallet.name).toBe('mine');
  });

  test('many at once ends with one open wallet and no lock left behind', async () => {
    const session = tab(browser, node);
    await session.make(NEW);
    await session.make({ ...NEW, name: 'second' });
    await session.close();
    const outcomes = await Promise.allSettled([
      session.openFile('mine', 'pw'),
      session.openFile('second', 'pw'),
      session.openFile('mine', 'pw'),
      session.close(),
      session.openFile('second', 'pw'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(new Array(5).fill('fulfilled'));
    expect(session.wallet.name).toBe('second');
    // Another tab can open the other wallet.
    const other = tab(browser, node);
    await other.openFile('mine', 'pw');
    await expect(other.openFile('second', 'pw')).rejects.toMatchObject({ code: 'wallet_open_elsewhere' });
  });

  test('without room for the keys leaves no wallet behind', async () => {
    const session = tab(browser, node);
    browser.disk.capacity = 10;
    await expect(session.make(NEW)).rejects.toMatchObject({ code: 'storage_full' });
    browser.disk.capacity = Infinity;
    expect(await session.files.list()).toEqual([]);
    await session.make(NEW);
  });
});

// threat: half-done
describe('a password that is changed', () => {
  const reuse = { type: 'reuse', password: 'pw', copyPassword: '' } as const;

  // Found by the simulator, seed 320064: the change removed the only copy of the key that was locked away meanwhile.
  test('loses no spend key that is locked away at the same time', async () => {
    const session = tab(browser, node);
    await session.make(NEW);
    await session.setUpBackground(reuse);
    const changed = session.changePassword('pw', 'new');
    const locked = session.startBackground();
    await Promise.all([changed, locked]);
    expect(session.wallet.state.account.spendSecret).toBeUndefined();
    // `stopBackground` compares the key with the wallet's address.
    await session.stopBackground('new', undefined);
    expect(session.wallet.state.account.spendSecret).toBeDefined();
  });
  test('loses no other setting, and neither does the setup of background sync', async () => {
    const session = tab(browser, node);
    await session.make(NEW);
    const setUp = session.setUpBackground(reuse);
    await session.autoLock(7);
    await setUp;
    const changed = session.changePassword('pw', 'new');
    await session.autoLock(8);
    await changed;
    expect(session.wallet.state.settings).toMatchObject({
      autoLockMinutes: 8,
      background: { type: 'reuse' },
    });
  });
});

describe('a spend key that comes back while blocks are read', () => {
  test('gives each output its key image, also one that was scanned without it', async () => {
    const session = tab(browser, node);
    const wallet = await session.make(NEW);
    await session.setUpBackground({ type: 'reuse', password: 'pw', copyPassword: '' });
    await wallet.sync.refresh();
    await session.startBackground();
    // The known block and the new one come in one answer.
    node.perAnswer = 10;
    chain.add([{ id: 'late', outputs: [{ name: 'late', amount: 5n }] }]);
    const { scanner } = node;
    const [configure, scan] = [scanner.configure.bind(scanner), scanner.scan.bind(scanner)];
    let hasKey = false;
    scanner.configure = (keys) => {
      hasKey = keys.spendSecret !== undefined;
      return configure(keys);
    };
    const [scanning, recovering, racing] = [
      deferred<undefined>(),
      deferred<undefined>(),
      deferred<undefined>(),
    ];
    scanner.scan = async (raw) => {
      const { found, ...range } = await scan(raw);
      scanning.resolve(undefined);
      if (hasKey) return { ...range, found };
      await recovering.promise;
      return { ...range, found: found.map(({ keyImage: _keyImage, ...each }) => each) };
    };
    const read = wallet.sync.refresh().catch(() => undefined);
    await scanning.promise;
    // The recovery is not on the disk before the next commit is given, unless the sync was stopped.
    let commits = 0;
    const commit = wallet.ledger.commit.bind(wallet.ledger);
    wallet.ledger.commit = (given) => {
      const done = commit(given);
      if (++commits === 1) recovering.resolve(undefined);
      else racing.resolve(undefined);
      return done;
    };
    const append = wallet.file.append.bind(wallet.file);
    wallet.file.append = async (bytes) => {
      await racing.promise;
      return append(bytes);
    };
    const stop = wallet.sync.stop.bind(wallet.sync);
    wallet.sync.stop = (limitMs) => {
      recovering.resolve(undefined);
      racing.resolve(undefined);
      return stop(limitMs);
    };
    await session.stopBackground('pw', undefined);
    await read;
    await wallet.sync.refresh();
    const { outputs } = wallet.state;
    expect(outputs).toHaveLength(21);
    expect(outputs.filter(({ keyImage }) => !keyImage)).toEqual([]);
    await session.close();
  });
});

describe('a spend key that is locked away while blocks are read', () => {
  const reading = async () => {
    const session = tab(browser, node);
    const wallet = await session.make({ ...NEW, lookahead: { major: 2, minor: 3 } });
    await session.setUpBackground({ type: 'reuse', password: 'pw', copyPassword: '' });
    await wallet.sync.refresh();
    node.perAnswer = 1000;
    const held = deferred<undefined>();
    const stop = wallet.sync.stop.bind(wallet.sync);
    // The held answer is given when the sync is stopped.
    wallet.sync.stop = (limitMs) => {
      held.resolve(undefined);
      return stop(limitMs);
    };
    return { session, wallet, held };
  };
  test('is away only when the pass that had it has ended', async () => {
    const { session, wallet, held } = await reading();
    chain.add([{ id: 'late', outputs: [{ name: 'late', amount: 5n }] }]);
    const scanning = deferred<undefined>();
    const { scanner } = node;
    const scan = scanner.scan.bind(scanner);
    scanner.scan = async (raw) => {
      scanning.resolve(undefined);
      await held.promise;
      return scan(raw);
    };
    let ended = false;
    const read = wallet.sync.refresh().then(
      () => (ended = true),
      () => (ended = true),
    );
    await scanning.promise;
    let endedBefore: boolean | undefined;
    wallet.ledger.onCommit(() => {
      if (wallet.state.settings.background?.away) endedBefore ??= ended;
    });
    await session.startBackground();
    held.resolve(undefined);
    await read;
    expect([wallet.state.settings.background?.away, endedBefore]).toEqual([true, true]);
    await session.close();
  });
  test('is not locked away when blocks were left out meanwhile', async () => {
    const { session, wallet, held } = await reading();
    chain.addEmpty(900);
    const asking = deferred<undefined>();
    const { chain: source } = session.world;
    const headers = source.headers.bind(source);
    source.headers = async (first, last, signal) => {
      const answer = await headers(first, last, signal);
      if (last === first) return answer;
      asking.resolve(undefined);
      await held.promise;
      return answer;
    };
    wallet.sync.choose('newest');
    const read = wallet.sync.refresh().catch(() => undefined);
    await asking.promise;
    const started = await session.startBackground().catch((error: unknown) => error);
    held.resolve(undefined);
    await read;
    expect(wallet.state.tables.gaps.size).toBeGreaterThan(0);
    expect(started).toMatchObject({ code: 'bad_background', data: { reason: 'gap' } });
    expect(wallet.state.account.spendSecret).toBeDefined();
    await session.close();
  });
});

// threat: half-done
describe('closing that fails', () => {
  /** Closing a wallet with background sync writes its copy, which can fail. */
  const withCopy = async (): Promise<OwnedSession & { readonly reasons: string[] }> => {
    const session = tab(browser, node);
    await session.make(NEW);
    await session.setUpBackground({ type: 'custom', password: 'pw', copyPassword: 'copy' });
    await session.wallet.sync.refresh();
    return session;
  };
  const breakOnce = ({ files }: OwnedSession): void => {
    vi.spyOn(files, 'open').mockRejectedValueOnce(new TypeError('the database answers something unknown'));
  };

  test('leaves the wallet open with all its data; a second attempt closes it', async () => {
    const session = await withCopy();
    const { ledger } = session.wallet;
    breakOnce(session);
    await expect(session.close()).rejects.toThrow('something unknown');
    expect(session.reasons).toEqual([]);
    expect(session.wallet.name).toBe('mine');
    await ledger.commit({ puts: [{ table: 'notes', key: 'x', value: 'after' }], deletes: [] });
    await session.close();
    expect(session.reasons).toEqual(['locked']);
    await session.openFile('mine', 'pw');
    expect(session.wallet.state.tables.notes.get('x')).toBe('after');
    expect(total(session)).toBe(20n);
  });

  test('lets the wallet continue to scan', async () => {
    const session = await withCopy();
    const reads = async (id: string, sum: bigint): Promise<void> => {
      chain.add([{ id, outputs: [{ name: id, amount: 1n }] }]);
      await expect.poll(() => total(session)).toBe(sum);
    };
    session.autoRefresh(true, 0.01);
    await reads('before', 21n);
    breakOnce(session);
    await expect(session.close()).rejects.toThrow('something unknown');
    await reads('after', 22n);
    await session.close();
  });
});

describe('during a scan', () => {
  test('a full disk stops it with a fault, and it continues when there is room', async () => {
    const session = tab(browser, node);
    await session.make(NEW);
    await session.wallet.sync.refresh();
    const before = session.wallet.state.height;
    chain.add([{ id: 'later', outputs: [{ name: 'later', amount: 1n }] }]);
    const size = [...browser.disk.wallets.values()]
      .flatMap(({ records }) => records)
      .reduce((sum, { sealed }) => sum + sealed.length, 0);
    browser.disk.capacity = size + 100;
    await expect(session.wallet.sync.refresh()).rejects.toMatchObject({ code: 'storage_full' });
    expect(session.wallet.state.height).toBe(before);
    expect(total(session)).toBe(20n);
    browser.disk.capacity = Infinity;
    await session.wallet.sync.refresh();
    expect(session.wallet.state.height).toBe(chain.height);
    expect(total(session)).toBe(21n);
  });

  test('a killed tab is replaced by one that continues exactly where it stopped', async () => {
    const killed = tab(browser, node);
    await killed.make(NEW);
    const running = killed.wallet.sync.refresh();
    while (killed.wallet.state.height < 9) await settled();
    // The process is gone with its memory; the browser releases its lock.
    const next = tab(browser, node);
    await next.openFile('mine', 'pw', { takeOver: true });
    const found = next.wallet.state.height;
    expect(found).toBeGreaterThanOrEqual(9);
    await running.catch(() => undefined);
    expect(killed.reasons).toEqual(['taken_over']);
    expect(killed.open).toBeUndefined();
    await next.wallet.sync.refresh();
    expect(next.wallet.state.height).toBe(chain.height);
    expect(total(next)).toBe(20n);
  });

  // threat: two-owners
  test('a tab that lost the wallet writes nothing more', async () => {
    const first = tab(browser, node);
    await first.make(NEW);
    const { ledger } = first.wallet;
    const second = tab(browser, node);
    await second.openFile('mine', 'pw', { takeOver: true });
    const note = { puts: [{ table: 'notes' as const, key: 'x', value: 'late' }], deletes: [] };
    await expect(ledger.commit(note)).rejects.toMatchObject({ code: 'wallet_open_elsewhere' });
    expect(ledger.state.tables.notes.size).toBe(0);
    await second.close();
    await second.openFile('mine', 'pw');
    expect(second.wallet.state.tables.notes.size).toBe(0);
  });

  test('locking waits for nothing that could take long', async () => {
    const session = tab(browser, node);
    await session.make(NEW);
    const running = session.wallet.sync.refresh();
    await session.close();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await session.openFile('mine', 'pw');
    await session.wallet.sync.refresh();
    expect(total(session)).toBe(20n);
  });

  test('a rescan deletes and finds again, and keeps data that the chain does not contain', async () => {
    const session = tab(browser, node);
    await session.make(NEW);
    await session.wallet.sync.refresh();
    const { ledger } = session.wallet;
    await ledger.commit({ puts: [{ table: 'notes', key: 'x', value: 'kept' }], deletes: [] });
    await session.rescan(false);
    expect(total(session)).toBe(20n);
    expect(session.wallet.state.tables.notes.get('x')).toBe('kept');
    node.fails = undefined;
    node.lies.tip = () => {
      throw new Error('the node is gone');
    };
    await expect(session.rescan(false)).rejects.toThrow('the node is gone');
    expect(total(session)).toBe(20n);
  });
});
