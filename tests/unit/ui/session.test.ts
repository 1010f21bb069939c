import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { createBackgroundReading } from '../../../src/extension/reading.ts';
import { createCopiesToRead } from '../../../src/store/copies-to-read.ts';
import { createMemorySettings } from '../../../src/store/memory-settings.ts';
import { LockTime } from '../../../src/ui/features/security/lock-time.svelte.ts';
import { Prefs } from '../../../src/ui/state/prefs.svelte.ts';
import type { Transfer } from '../../../src/ui/state/model.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { Tasks } from '../../../src/ui/state/task.ts';
import { Toaster } from '../../../src/ui/state/toaster.svelte.ts';
import { fakeExtension } from '../../support/fake-extension.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';
import { settled } from '../../support/settled.ts';

const setup = async (scenario: Scenario) => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port), { lockMinutes: () => 15 });
  session.listen();
  await session.start();
  return { port, session };
};

describe("the page's session", () => {
  it('knows at the start which wallets exist, and whether one is open', async () => {
    expect((await setup('new')).session).toMatchObject({ started: true, open: false, wallets: [] });
    const { session } = await setup('locked');
    expect(session.open).toBe(false);
    expect(session.wallets.map(({ name }) => name)).toEqual(['Everyday', 'Savings box']);
    expect((await setup('home')).session.open).toBe(true);
  });
  it('opens a wallet, loads its data and sets the lock time', async () => {
    const { session, port } = await setup('locked');
    await session.openWallet('Everyday', 'correct horse');
    expect(session.status).toMatchObject({ wallet: 'Everyday', phase: 'done' });
    expect(session.book.accounts).toHaveLength(3);
    expect(port.minutes).toBe(15);
  });
  it('keeps what a screen loads when the status of the wallet comes before the answer to opening it', async () => {
    const { session, port } = await setup('locked');
    const opening = session.openWallet('Everyday', 'correct horse');
    port.setStatus({ wallet: 'Everyday' });
    expect(session.open).toBe(true);
    const loaded = new Tasks(session.book).run((task) => task.wait(opening));
    expect(await loaded).toBe(true);
    expect(session.book.accounts).toHaveLength(3);
  });
  it('knows when the node told last what is shown, and not when the wallet was opened', async () => {
    const { session, port } = await setup('locked');
    await session.openWallet('Everyday', 'correct horse');
    expect(session.knownAt).toBe(0);
    port.setStatus({ last_pass: 5000 });
    expect(session.knownAt).toBe(5000);
    port.setStatus({ problem: undefined, height: session.status.height + 1 });
    expect(session.knownAt).toBeGreaterThan(Date.now() - 60_000);
    await session.lock();
    await session.openWallet('Everyday', 'correct horse');
    expect(session.knownAt).toBeLessThan(6000);
  });
  it('drops what belongs to the wallet before when another one is opened, or the same one anew', async () => {
    for (const name of ['Savings box', 'Everyday']) {
      const { session } = await setup('home');
      const loaded = new Tasks(session.book).run((task) =>
        task.wait(session.openWallet(name, 'correct horse', true)),
      );
      expect(await loaded).toBe(false);
      expect(session.status.wallet).toBe(name);
    }
  });
  it('forgets with a removed wallet that its copy is read while it is closed', async () => {
    const port = new FakePort('home', { delay: 0 });
    const reading = createBackgroundReading(fakeExtension().api, createCopiesToRead(createMemorySettings()));
    const session = new Session(createClient(port), { removed: (name) => reading.turnOff(name) });
    await session.start();
    await reading.turnOn('Everyday', 'a random one');
    await expect(session.remove('Everyday', 'nope')).rejects.toMatchObject({ fault: 'wrong_password' });
    expect(await reading.isOn('Everyday')).toBe(true);
    await session.remove('Everyday', 'correct horse');
    await expect.poll(() => reading.isOn('Everyday')).toBe(false);
  });
  it('reports why a wallet does not open', async () => {
    const { session } = await setup('locked');
    await expect(session.openWallet('Everyday', 'nope')).rejects.toMatchObject({ fault: 'wrong_password' });
    await expect(session.openWallet('Savings box', 'correct horse')).rejects.toMatchObject({
      fault: 'wallet_open_elsewhere',
    });
    await session.openWallet('Savings box', 'correct horse', true);
    expect(session.status.wallet).toBe('Savings box');
  });
  it('drops all data when the wallet locks while it is read, and knows that it reads on', async () => {
    const { session, port } = await setup('home');
    port.setStatus({
      wallet: '',
      phase: 'closed',
      reading_on: { wallet: 'Everyday', height: 10, target_height: 100, start_height: 0 },
    });
    expect(session.open).toBe(false);
    expect(session.book.accounts).toEqual([]);
    expect(session.lastClosed).toMatchObject({ wallet: 'Everyday', reason: 'locked' });
    expect(session.readsNow).toBe(true);
    expect(session.status.readingOn).toMatchObject({ wallet: 'Everyday', height: 10, targetHeight: 100 });
  });
  it('drops all data when the wallet is locked, and remembers its name', async () => {
    const { session } = await setup('home');
    await session.lock();
    expect(session.open).toBe(false);
    expect(session.book.accounts).toEqual([]);
    expect(session.book.ready).toBe(false);
    expect(session.lastClosed).toMatchObject({ wallet: 'Everyday', reason: 'locked' });
  });
  it('drops all data when another tab takes the wallet', async () => {
    const { session, port } = await setup('home');
    port.emit('closed', { reason: 'taken_over' });
    await expect.poll(() => session.lastClosed).toMatchObject({ wallet: 'Everyday', reason: 'taken_over' });
    expect(session.open).toBe(false);
  });
  it('reports that the worker cannot start', async () => {
    const port = new FakePort('home', { delay: 0 });
    port.refuseNext('x_status', 'storage_unavailable', { why: 'private' });
    const session = new Session(createClient(port));
    await session.start();
    expect(session.broken).toMatchObject({ fault: 'storage_unavailable' });
  });
  it('shows the first screen of a first visit before the worker has answered, whose answer still counts', async () => {
    for (const first of [true, false]) {
      const session = new Session(createClient(new FakePort('locked', { delay: 20 })));
      const start = session.start(Promise.resolve(first));
      await settled();
      expect([session.started, session.answered]).toEqual([first, false]);
      expect(session.wallets).toEqual([]);
      await start;
      expect([session.started, session.answered]).toEqual([true, true]);
      expect(session.wallets).not.toEqual([]);
    }
  });
  it('makes every wallet with a spend key a signing one in the offline edition', async () => {
    const open = async (scenario: Scenario) => {
      const session = new Session(createClient(new FakePort(scenario, { delay: 0 })), {
        offlineEdition: true,
      });
      await session.start();
      return session;
    };
    expect((await open('home')).status.cold).toBe(true);
    expect((await open('watch')).status.cold).toBe(false);
    expect((await open('new')).status.cold).toBe(false);
  });
  it('knows whether the browser stores nothing', async () => {
    const port = new FakePort('new', { delay: 0 });
    port.inMemory = true;
    const session = new Session(createClient(port));
    await session.start();
    expect(session.storage).toBe('memory');
    expect((await setup('new')).session.storage).not.toBe('memory');
  });
  it('takes what the browser says of its storage at the start, and again when a wallet is opened', async () => {
    const port = new FakePort('locked', { delay: 0 });
    const said = ({ storage, shortOfSpace, missing }: Session) => ({ storage, shortOfSpace, missing });
    const { storage } = port;
    port.storage = { ...storage, persisted: false, short: true, missing: ['Holiday'] };
    const session = new Session(createClient(port));
    await session.start();
    expect(said(session)).toEqual({ storage: 'evictable', shortOfSpace: true, missing: ['Holiday'] });
    port.storage = storage;
    await session.openWallet('Everyday', 'correct horse');
    expect(said(session)).toEqual({ storage: 'kept', shortOfSpace: false, missing: [] });
  });
  it('uses a development node only where the person has not chosen a node', async () => {
    const daemon = 'http://127.0.0.1:28081';
    const second = 'http://127.0.0.1:28083';
    const devnet = { daemon, control: 'http://127.0.0.1:28082', nodes: [daemon, second] };
    const start = async (address: string, { answers = true } = {}) => {
      const port = new FakePort('new', { delay: 0 });
      if (!answers) port.refuseNext('x_node_health', 'node_unreachable', { address });
      port.status['node'] = { address, trusted: false };
      const session = new Session(createClient(port), { loadDevnet: () => Promise.resolve(devnet) });
      await session.start();
      return port.calls.some(({ method }) => method === 'x_set_node');
    };
    expect(await start('')).toBe(true);
    // A node of an earlier devnet.
    expect(await start('http://127.0.0.1:20001', { answers: false })).toBe(true);
    expect(await start('http://127.0.0.1:20001')).toBe(false);
    expect(await start(daemon)).toBe(false);
    expect(await start(second)).toBe(false);
    expect(await start('https://node.example:18089')).toBe(false);
  });
  it('reports activity to the worker, but not each event', async () => {
    const { session, port } = await setup('home');
    const touches = () => port.calls.filter(({ method }) => method === 'x_keep_alive').length;
    session.touch(100_000);
    session.touch(101_000);
    expect(touches()).toBe(1);
    session.touch(121_000);
    expect(touches()).toBe(2);
  });
});

describe("the page's wallet data", () => {
  it('contains accounts, balance, and the next money to unlock', async () => {
    const { book } = (await setup('home')).session;
    expect(book.accounts.map(({ label }) => label)).toEqual(['', 'Shop', 'Savings']);
    expect(book.current).toMatchObject({ balance: 13_258_513_270_000n, unlocked: 12_408_513_270_000n });
    expect(book.upcoming).toMatchObject({
      amount: 850_000_000_000n,
      blocks: 1,
      remaining: 9,
      waiting: false,
    });
  });
  it('is fetched after events of the worker, one fetch at a time', async () => {
    const { session, port } = await setup('home');
    const before = port.calls.length;
    for (let i = 0; i < 20; i += 1) port.emit('changed', { history_from: Infinity });
    port.block();
    await expect.poll(() => session.book.upcoming?.blocks).toBe(2);
    const fetches = port.calls.slice(before).filter(({ method }) => method === 'x_overview').length;
    expect(fetches).toBeLessThanOrEqual(3);
  });
  describe('fetches of the history', () => {
    const asked = (port: FakePort) =>
      port.calls
        .filter(({ method }) => method === 'x_overview' || method === 'x_history')
        .map(({ params }) => params);
    const heightOf = (port: FakePort) => port.status.height;
    const caughtUp = (session: Session, height: number) =>
      expect.poll(() => session.book.height).toBe(height);

    it('new transfers when a block arrived; older confirmations are counted by the page', async () => {
      const { session, port } = await setup('home');
      const { book } = session;
      const height = heightOf(port);
      const before = book.transfers;
      expect(before.filter(({ state }) => state === 'done').length).toBeGreaterThan(3);
      port.block();
      await caughtUp(session, height + 1);
      expect(asked(port).at(-1)).toMatchObject({ above: height - 1 });
      const { transfers } = book;
      expect(transfers.map(({ txid }) => txid).sort()).toEqual(before.map(({ txid }) => txid).sort());
      // The transfer had one confirmation; this block contains the one that waited.
      expect(transfers.find(({ note }) => note === 'Payment from Mara')).toMatchObject({
        remaining: 8,
        blocks: 2,
      });
      expect(transfers.find(({ note }) => note === 'Bike, second half')).toMatchObject({ height, blocks: 1 });
      // Finished entries are the same objects as before.
      const done = before.find(({ state }) => state === 'done');
      expect(transfers).toContain(done);
    });
    it('everything from the height on that the event names, after a reorg', async () => {
      const { session, port } = await setup('home');
      const height = heightOf(port);
      const gone = port.entries.find(({ note }) => note === 'Payment from Mara')!;
      port.entries = port.entries.filter((entry) => entry !== gone);
      port.emit('changed', { history_from: gone.height });
      port.setStatus({ height: height + 1, target_height: height + 1 });
      await caughtUp(session, height + 1);
      expect(asked(port).at(-1)).toMatchObject({ above: gone.height - 1 });
      expect(session.book.transfers.some(({ txid }) => txid === gone.txid)).toBe(false);
      expect(session.book.transfers).toHaveLength(port.entries.length);
    });
    it('the old entry whose note changed', async () => {
      const { session, port } = await setup('home');
      const old = port.entries.find(
        ({ type, height }) => type === 'in' && height < heightOf(port) - 400_000,
      )!;
      old.note = 'Found again';
      port.emit('changed', { history_from: old.height });
      await expect
        .poll(() => session.book.transfers.find(({ txid }) => txid === old.txid)?.note)
        .toBe('Found again');
      expect(session.book.transfers).toHaveLength(port.entries.length);
    });
    it('the same again after a failed fetch', async () => {
      const { session, port } = await setup('home');
      const height = heightOf(port);
      port.refuseNext('x_overview', 'node_busy', { address: 'x' });
      port.emit('changed', { history_from: 5 });
      await expect.poll(() => session.book.error).toBeDefined();
      port.setStatus({ height: height + 1 });
      await caughtUp(session, height + 1);
      expect(asked(port).at(-1)).toMatchObject({ above: 4 });
    });
    it('again when blocks arrived during the first fetch', async () => {
      const { session, port } = await setup('locked');
      const height = heightOf(port) + 5;
      const request = port.request.bind(port);
      vi.spyOn(port, 'request').mockImplementation((asks) => {
        const answer = request(asks);
        // The worker has answered the first fetch by then; the page does not show it yet.
        if (asks.method !== 'x_overview' || heightOf(port) === height) return answer;
        return answer.then((answered) => {
          expect(session.book.ready).toBe(false);
          port.setStatus({ height, target_height: height, phase: 'done' });
          return answered;
        });
      });
      await session.openWallet('Everyday', 'correct horse');
      await caughtUp(session, height);
    });
    it('in pages, and shows them all as one list', async () => {
      const { session, port } = await setup('home');
      const [first] = port.entries.filter(({ type }) => type === 'in');
      const height = heightOf(port);
      // Three per block; times decrease with the heights.
      port.entries = Array.from({ length: 1000 }, (_, i) => ({
        ...first!,
        txid: `${i}`.padStart(64, '0'),
        height: height - 500 - Math.floor(i / 3),
        timestamp: 1_700_000_000 - i,
      }));
      const before = asked(port).length;
      await session.book.refresh(0);
      const pages = asked(port).slice(before);
      expect(pages.length).toBeGreaterThan(3);
      expect(session.book.transfers.map(({ txid }) => txid)).toEqual(port.entries.map(({ txid }) => txid));
    });
    it('for a wallet that was closed meanwhile, and drops the answer', async () => {
      const { session, port } = await setup('home');
      const fetched = session.book.refresh(0);
      await expect.poll(() => asked(port).length).toBeGreaterThan(1);
      session.book.clear();
      await fetched;
      expect(session.book).toMatchObject({ ready: false, transfers: [], accounts: [] });
    });
    it('the whole history again after a rescan', async () => {
      const { session, port } = await setup('home');
      port.entries = [];
      port.setStatus({ phase: 'reading', height: 1000 });
      await expect.poll(() => session.book.transfers).toEqual([]);
    });
  });
  it('that name transfers in URLs without their ids, by what only the wallet can compute', async () => {
    const { session } = await setup('home');
    const { book } = session;
    const [{ txid, urlId }] = book.transfers as [Transfer];
    expect(book.urlIdOf(txid)).toBe(urlId);
    expect(book.txidAt(urlId)).toBe(txid);
    await session.lock();
    expect(book.txidAt(urlId)).toBe('');
  });
  it('that give what is not in the history a number in URLs, dropped with the wallet', async () => {
    const { session } = await setup('home');
    const { book } = session;
    expect([book.urlIdOf('one'), book.urlIdOf('two'), book.urlIdOf('one')]).toEqual(['0', '1', '0']);
    expect(book.txidAt('1')).toBe('two');
    expect([book.txidAt(undefined), book.txidAt('7'), book.txidAt('x')]).toEqual(['', '', '']);
    await session.lock();
    expect(book.txidAt('0')).toBe('');
  });
  it('that fail, and keeps the known history', async () => {
    const { session, port } = await setup('home');
    port.refuseNext('x_overview', 'node_busy', { address: 'x' });
    await session.book.refresh();
    expect(session.book.error).toBeDefined();
    expect(session.book.accounts).toHaveLength(3);
  });
});

describe("the page's stored settings", () => {
  const storage = () => {
    const kept = new Map<string, string>();
    return {
      kept,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
  };
  it('are there after a restart', () => {
    const place = storage();
    const prefs = new Prefs(place);
    prefs.change({ theme: 'dark' });
    prefs.toggleHidden();
    prefs.change({ lockMinutes: 5 });
    prefs.change({ paidSignal: true });
    prefs.change({ awake: true });
    expect(new Prefs(place).current).toMatchObject({
      ...{ theme: 'dark', hidden: true, lockMinutes: 5, paidSignal: true, awake: true },
    });
  });
  it('of which another tab changed some stay as they are there', () => {
    const place = storage();
    const [one, other] = [new Prefs(place), new Prefs(place)];
    one.change({ notify: true, hidden: true });
    other.change({ theme: 'dark' });
    expect(other.current).toMatchObject({ theme: 'dark', notify: true, hidden: true });
    expect(new Prefs(place).current).toEqual(other.current);
  });
  it('give a wallet the lock time that another tab has set since', async () => {
    const place = storage();
    const prefs = new Prefs(place);
    const port = new FakePort('locked', { delay: 0 });
    const session = new Session(createClient(port), { lockMinutes: () => prefs.lockMinutes() });
    await session.start();
    new Prefs(place).change({ lockMinutes: 1 });
    await session.openWallet('Everyday', 'correct horse');
    const set = port.calls.filter(({ method }) => method === 'x_auto_lock');
    expect(set.map(({ params }) => params)).toEqual([{ minutes: 1 }]);
    expect(prefs.current.lockMinutes).toBe(1);
  });
  it('have the lock time that the worker has taken, and say why it has not taken another one', async () => {
    const { port, session } = await setup('home');
    const prefs = new Prefs(undefined);
    const lock = new LockTime(session, prefs);
    port.refuseNext('x_auto_lock', 'wallet_closed');
    expect(await lock.choose(5)).toBe(false);
    expect([lock.error, prefs.current.lockMinutes]).toMatchObject([{ fault: 'wallet_closed' }, 15]);
    expect(await Promise.all([lock.choose(60), lock.choose(1)])).toEqual([true, true]);
    expect([lock.error, prefs.current.lockMinutes]).toEqual([undefined, 1]);
  });
  it('that cannot be stored last until the page closes', () => {
    const place = storage();
    const prefs = new Prefs(place);
    prefs.change({ theme: 'light' });
    const { setItem } = place;
    place.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    prefs.change({ theme: 'dark' });
    prefs.change({ awake: true });
    expect(prefs.current).toMatchObject({ theme: 'dark', awake: true });
    place.setItem = setItem;
    prefs.change({ signals: true });
    expect(new Prefs(place).current).toMatchObject({ theme: 'dark', awake: true, signals: true });
  });
  it('are ignored when malformed, or when the browser stores nothing', () => {
    const place = storage();
    place.kept.set('ostro', '{"theme":"neon","lockMinutes":7,"hidden":"yes"}');
    expect(new Prefs(place).current).toMatchObject({ theme: 'device', hidden: false, lockMinutes: 15 });
    place.kept.set('ostro', 'not json');
    expect(new Prefs(place).current.theme).toBe('device');
    const none = new Prefs(undefined);
    none.change({ theme: 'light' });
    expect(none.current.theme).toBe('light');
  });
});

describe('the toaster', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => {
      vi.useRealTimers();
    };
  });
  it('shows one line for two and a half seconds', () => {
    const toaster = new Toaster();
    toaster.show('Address copied');
    vi.advanceTimersByTime(2400);
    toaster.show('Link copied');
    vi.advanceTimersByTime(2400);
    expect(toaster.text).toBe('Link copied');
    vi.advanceTimersByTime(200);
    expect(toaster.text).toBe('');
  });
  it('shows the same text again in a new element, so that screen readers announce it again', () => {
    const toaster = new Toaster();
    toaster.say('Received');
    const first = toaster.spoken;
    toaster.say('Received');
    expect(toaster.spoken).not.toBe(first);
  });
});
