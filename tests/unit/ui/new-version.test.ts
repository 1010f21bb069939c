/** The page's end of new versions: when one is offered, taken, refused, or kept back by a payment. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VersionInfo } from '../../../src/client/client.ts';
import type { RefusedRelease } from '../../../src/ui/state/own-release.ts';
import { Offline, type Container } from '../../../src/ui/state/offline.svelte.ts';
import { deferred } from '../../support/deferred.ts';

const NEXT: VersionInfo = { own: 'bb22', serving: 'aa11', changed: 3, changes: ['A change.'] };
const SAME: VersionInfo = { own: 'aa11', serving: 'aa11', changed: 0, changes: [] };
type Answers = Readonly<Record<string, unknown>>;

/** A service worker that answers these orders. */
const fakeWorker = (state: ServiceWorkerState, answers: Answers) => {
  const orders: string[] = [];
  const postMessage = vi.fn(({ type }: { type: string }, ports?: readonly MessagePort[]) => {
    orders.push(type);
    if (type in answers) ports?.[0]?.postMessage(answers[type]);
  });
  return { state, postMessage, orders };
};
type FakeWorker = ReturnType<typeof fakeWorker>;
const waitingWorker = (answers: Answers = { 'ostro-use-version': 'taken' }): FakeWorker =>
  fakeWorker('installed', { 'ostro-version': NEXT, ...answers });
const activeWorker = (info: VersionInfo = SAME, answers: Answers = {}): FakeWorker =>
  fakeWorker('activated', { 'ostro-version': info, ...answers });

interface Workers {
  readonly waiting?: FakeWorker;
  readonly active?: FakeWorker;
}
const fake = ({ waiting, active }: Workers, update: () => Promise<unknown> = () => Promise.resolve()) => {
  const looking = vi.fn(update);
  const listeners: Record<string, (event: unknown) => void> = {};
  const container = {
    controller: (active ?? null) as unknown,
    register: () =>
      Promise.resolve({
        waiting: waiting ?? null,
        active: active ?? null,
        installing: null,
        addEventListener: vi.fn(),
        update: looking,
      }),
    addEventListener: (type: string, listener: (event: unknown) => void) => (listeners[type] = listener),
  };
  return {
    container: container as unknown as Container,
    update: looking,
    /** The browser: this service worker controls the page from now on. */
    control: (worker: object): void => {
      container.controller = worker;
      listeners['controllerchange']?.(new Event('controllerchange'));
    },
    tell: (data: unknown): void => listeners['message']?.({ data }),
  };
};
const setup = async (
  workers: Workers,
  update?: () => Promise<unknown>,
  refusal?: (version: string) => Promise<RefusedRelease | undefined>,
) => {
  const reload = vi.fn();
  const offline = new Offline(reload, refusal);
  const browser = fake(workers, update);
  await offline.register(browser.container, './sw.js');
  return { offline, reload, ...browser };
};
beforeEach(() => {
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a first visit stores the app only when its screens have come', async () => {
  const { container } = fake({ active: activeWorker() });
  const register = vi.spyOn(container, 'register');
  let come = (): void => undefined;
  const mayStore = new Promise<void>((resolve) => (come = resolve));
  const registering = new Offline(vi.fn()).register(container, './sw.js', mayStore);
  await new Promise((resolve) => setImmediate(resolve));
  expect(register).not.toHaveBeenCalled();
  come();
  await registering;
  expect(register).toHaveBeenCalledExactlyOnceWith('./sw.js');
});

describe('a new version of the app', () => {
  // threat: swapped-app
  it('waits until the person agrees, then the page reloads', async () => {
    const waiting = waitingWorker();
    const { offline, reload, control } = await setup({ waiting, active: activeWorker() });
    expect(offline.ready).toBe(true);
    await offline.take();
    expect(waiting.orders).toContain('ostro-use-version');
    expect(reload).not.toHaveBeenCalled();
    control({});
    expect(reload).toHaveBeenCalledOnce();
  });
  it('is named with its hash, the version in use and what changes', async () => {
    const { offline } = await setup({ waiting: waitingWorker(), active: activeWorker() });
    await expect.poll(() => offline.offer).toEqual(NEXT);
    expect(offline.running).toBe('aa11');
  });
  it('is not offered when the service worker that waits has the version in use', async () => {
    const waiting = waitingWorker({ 'ostro-version': SAME });
    const { offline } = await setup({ waiting, active: activeWorker() });
    await expect.poll(() => offline.running).toBe('aa11');
    expect(offline.ready).toBe(false);
  });
  // threat: swapped-app
  it('is not taken while a tab makes a payment, and can be taken after it', async () => {
    const answers = { 'ostro-use-version': 'payment' };
    const waiting = waitingWorker(answers);
    const { offline, reload, control } = await setup({ waiting, active: activeWorker() });
    await offline.take();
    expect(offline.held).toBe(true);
    control({});
    expect(reload).not.toHaveBeenCalled();
    expect(offline.ready).toBe(true);
  });
  it('whose service worker the browser started by itself is not used before the person agrees', async () => {
    const active = activeWorker(NEXT, { 'ostro-use-version': 'taken' });
    const { offline, reload } = await setup({ active });
    await expect.poll(() => offline.ready).toBe(true);
    expect(offline.running).toBe('aa11');
    await offline.take();
    expect(reload).toHaveBeenCalledOnce();
  });
  it('whose service worker is just being started by the browser is used after one press, too', async () => {
    const active = fakeWorker('activating', { 'ostro-version': NEXT, 'ostro-use-version': 'taken' });
    const { offline, reload } = await setup({ active });
    await expect.poll(() => offline.ready).toBe(true);
    await offline.take();
    expect(reload).toHaveBeenCalledOnce();
  });
  it('that another tab switched to does not reload this page before the person agrees here', async () => {
    const waiting = waitingWorker();
    const { offline, reload, control } = await setup({ waiting, active: activeWorker() });
    control({});
    expect(reload).not.toHaveBeenCalled();
    expect(offline.ready).toBe(true);
    await offline.take();
    // It runs already: there is nothing to wait for.
    expect(waiting.orders).not.toContain('ostro-use-version');
    expect(reload).toHaveBeenCalledOnce();
  });
  it('that another tab switched to does not reload this page while a payment is made', async () => {
    const { offline, reload, control } = await setup({ waiting: waitingWorker(), active: activeWorker() });
    control({});
    let lock: object | null = null;
    const request = vi.fn((_name: string, _options: object, use: (lock: object | null) => unknown) =>
      Promise.resolve(use(lock)),
    );
    vi.stubGlobal('navigator', { locks: { request } });
    await offline.take();
    expect([offline.held, reload.mock.calls.length]).toEqual([true, 0]);
    expect(request).toHaveBeenCalledWith('ostro-payment', { ifAvailable: true }, expect.anything());
    lock = {};
    await offline.take();
    expect([offline.held, reload.mock.calls.length]).toEqual([false, 1]);
  });
  it('is asked for once by two presses: the second would find the lock of payments taken by the first', async () => {
    const given = ['taken', 'payment'];
    const active = fakeWorker('activated', {
      'ostro-version': NEXT,
      get 'ostro-use-version'() {
        return given.shift();
      },
    });
    const { offline, reload } = await setup({ active });
    await expect.poll(() => offline.ready).toBe(true);
    const presses = [offline.take(), offline.take()];
    const { taking } = offline;
    await Promise.all(presses);
    expect([offline.held, reload.mock.calls.length]).toEqual([false, 1]);
    expect([taking, offline.taking]).toEqual([true, false]);
  });
  it('that another tab took from an active service worker is ready here, too', async () => {
    const { offline, reload, tell } = await setup({ active: activeWorker() });
    tell({ type: 'ostro version taken' });
    expect(offline.ready).toBe(true);
    expect(reload).not.toHaveBeenCalled();
  });
  it('is looked for at the start and every six hours while the page stays open', async () => {
    vi.useFakeTimers();
    const { update } = await setup({ active: activeWorker() }, () => Promise.reject(new Error('no network')));
    await vi.advanceTimersByTimeAsync(13 * 3_600_000);
    expect(update).toHaveBeenCalledTimes(3);
  });
  it('is not announced when it is the first one', async () => {
    const { offline, control } = await setup({});
    control({});
    expect(offline.ready).toBe(false);
  });
});

describe('a new version where releases are checked', () => {
  // threat: swapped-app
  it.each(['older', 'unlogged'] as const)(
    'is not offered when it is %s, and the page says so',
    async (why) => {
      const asked = vi.fn(() => Promise.resolve(why));
      const { offline } = await setup({ waiting: waitingWorker(), active: activeWorker() }, undefined, asked);
      await expect.poll(() => offline.rejected).toBe(why);
      expect(asked).toHaveBeenCalledWith('bb22');
      expect(offline.ready).toBe(false);
      expect(offline.offer).toBeUndefined();
    },
  );
  it('is offered after the check alone', async () => {
    const check = deferred<undefined>();
    const { offline } = await setup(
      { waiting: waitingWorker(), active: activeWorker() },
      undefined,
      () => check.promise,
    );
    await expect.poll(() => offline.running).toBe('aa11');
    expect(offline.ready).toBe(false);
    check.resolve(undefined);
    await expect.poll(() => offline.offer).toEqual(NEXT);
    expect(offline.rejected).toBeUndefined();
  });
});

describe('the files of the server', () => {
  it('are compared at the start when the server has no new version', async () => {
    const active = activeWorker();
    await setup({ active });
    expect(active.orders).toContain('ostro-check-server');
  });
  it('are not compared with the list of an old version when there is a new one', async () => {
    const active = activeWorker();
    await setup({ waiting: waitingWorker(), active });
    expect(active.orders).not.toContain('ostro-check-server');
  });
  it('that differ are named', async () => {
    const { offline, tell } = await setup({ active: activeWorker() });
    tell({ type: 'ostro version refused', path: 'assets/page.js' });
    expect(offline).toMatchObject({ refused: 'assets/page.js', stored: true });
  });
});
