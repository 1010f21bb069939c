/**
 * One owner per wallet among the tabs of this browser: a Web Lock per wallet, held while the file is open. A tab that
 * wants to take over sends a request; the owner finishes its running commit and releases the lock. If the owner does
 * not react (a frozen tab), the lock is stolen after a while, and the fencing token (files/own.ts) makes its late
 * commits fail.
 */
import type { Clock } from '../ports/clock.ts';

const PREFIX = 'ostro wallet ';
export function lockName(storageKey: string): string {
  return `${PREFIX}${storageKey}`;
}
/** A page or worker has a wallet, or a copy of one, open. */
export function isWalletLock(lock: string): boolean {
  return lock.startsWith(PREFIX);
}
export function storageKeyOfLock(lock: string): string {
  return lock.slice(PREFIX.length);
}

export interface Lease {
  /** Releases the lock; resolves when it is free. */
  release(): Promise<void>;
}

export interface OwnerLocks {
  /**
   * Takes the lock. Undefined when another tab has it and `takeOver` is false. `onLoss` is called when another tab
   * requests or has stolen the lock: it must finish its work and release.
   */
  acquire(
    name: string,
    options: { readonly takeOver: boolean; readonly onLoss: () => Promise<void> },
  ): Promise<Lease | undefined>;
  /** Names of the locks that other tabs hold now. */
  heldElsewhere(): Promise<ReadonlySet<string>>;
}

/** The part of `navigator.locks` that is used; in-process-locks.ts implements it for Node.js. */
export interface LockHost {
  request(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly steal?: boolean; readonly signal?: AbortSignal },
    callback: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

/** How a tab requests the lock that another one holds. A tab does not get its own requests. */
export interface TakeoverChannel {
  requestLock(name: string): void;
  onLockRequest(listener: (name: string) => void): void;
}

/** Time for an owner to release the lock before it is stolen. */
const TIMEOUT_MS = 5000;
const REQUEST_EVERY_MS = 250;

interface LockDeps {
  readonly host: LockHost;
  readonly takeoverChannel: TakeoverChannel;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly timeoutMs?: number;
}
type OnLoss = () => Promise<void>;
/** The locks that this tab holds, with their `onLoss`, by name. */
type HeldLocks = Map<string, OnLoss>;

export function createOwnerLocks(deps: LockDeps): OwnerLocks {
  const { host, takeoverChannel } = deps;
  const heldLocks: HeldLocks = new Map();
  takeoverChannel.onLockRequest((name) => void heldLocks.get(name)?.());
  return {
    async acquire(name, options) {
      const free = await hold(host, heldLocks, name, { ifAvailable: true }, options.onLoss);
      return free ?? (options.takeOver ? takeOver(deps, heldLocks, name, options.onLoss) : undefined);
    },
    async heldElsewhere() {
      const { held = [] } = await host.query();
      return new Set(
        held.flatMap((lock) => (lock.name === undefined || heldLocks.has(lock.name) ? [] : [lock.name])),
      );
    },
  };
}

/** Requests the lock from the browser. Undefined when `ifAvailable` was set and another tab has it. */
const hold = (
  host: LockHost,
  heldLocks: HeldLocks,
  name: string,
  options: Parameters<LockHost['request']>[1],
  onLoss: OnLoss,
): Promise<Lease | undefined> =>
  new Promise((resolve, reject) => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((done) => (letGo = done));
    let granted = false;
    const forget = () => {
      if (heldLocks.get(name) === onLoss) heldLocks.delete(name);
    };
    const ended = host
      .request(name, options, (lock) => {
        if (lock === null) {
          resolve(undefined);
          return Promise.resolve();
        }
        granted = true;
        heldLocks.set(name, onLoss);
        const release = async () => {
          forget();
          letGo();
          await ended;
        };
        resolve({ release });
        return held;
      })
      .then(
        () => undefined,
        (error: unknown) => {
          forget();
          if (granted)
            void onLoss(); // stolen
          else reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
  });

/** Sends requests until the lock is free; steals it after the time limit. */
const takeOver = async (
  { host, takeoverChannel, clock, timeoutMs = TIMEOUT_MS }: LockDeps,
  heldLocks: HeldLocks,
  name: string,
  onLoss: OnLoss,
): Promise<Lease | undefined> => {
  await heldLocks.get(name)?.();
  const waiting = new AbortController();
  const lease = hold(host, heldLocks, name, { signal: waiting.signal }, onLoss);
  const wait = { over: false };
  const mark = () => (wait.over = true);
  lease.then(mark, mark);
  const until = clock.now() + timeoutMs;
  while (!wait.over && clock.now() < until) {
    takeoverChannel.requestLock(name);
    await Promise.race([lease, clock.sleep(REQUEST_EVERY_MS)]);
  }
  if (!wait.over) waiting.abort();
  try {
    return await lease;
  } catch (error) {
    if (!waiting.signal.aborted) throw error;
    return hold(host, heldLocks, name, { steal: true }, onLoss);
  }
};

/** Connects the tabs of one origin (in one storage partition). */
export function createTakeoverChannel(channelName: string): TakeoverChannel {
  const channel = new BroadcastChannel(channelName);
  return {
    requestLock: (name) => channel.postMessage(name),
    onLockRequest: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') listener(data);
      }),
  };
}
