/**
 * A simulated browser: its IndexedDB (one transaction a call, durable when it resolves) and its Web Locks. A tab that is
 * killed gets no answer any more; a transaction that it had asked for is stored or not, and its locks are free.
 */
import type { Disk } from '../../src/store/disk.ts';
import type { LockHost, TakeoverChannel } from '../../src/store/locks.ts';
import { createMemoryBrowser, type MemoryBrowser, type MemoryDisk } from '../../src/store/memory.ts';
import type { Scheduler } from './scheduler.ts';

/** What a tab runs in. Nothing happens in it after its end. */
export interface Tab {
  readonly alive: boolean;
  end(): void;
  /** Resolves after `ms` unless the tab has ended by then. */
  wait(ms: number, what: string): Promise<void>;
  /** Called when it ends. */
  onEnd(listener: () => void): void;
}

export function createTab(scheduler: Scheduler): Tab {
  let alive = true;
  const listeners: (() => void)[] = [];
  return {
    get alive() {
      return alive;
    },
    end: () => {
      if (!alive) return;
      alive = false;
      listeners.forEach((listener) => listener());
    },
    wait: (ms, what) =>
      new Promise((resolve) => {
        scheduler.after(ms, what, () => {
          if (alive) resolve();
        });
      }),
    onEnd: (listener) => {
      listeners.push(listener);
    },
  };
}

export interface SimBrowser {
  /** The storage and the locks as a tab sees them. */
  for(tab: Tab): MemoryBrowser;
}

const WRITES = new Set<keyof Disk>(['create', 'claim', 'commit', 'remove']);

export function createSimBrowser(scheduler: Scheduler): SimBrowser {
  const { disk } = createMemoryBrowser();
  const locks = createLocks(scheduler);
  return { for: (tab) => ({ disk: slowDisk(scheduler, disk, tab), hub: { tab: () => locks(tab) } }) };
}

/** Each call takes place at one moment after it was made, and is answered at a later one. */
const slowDisk = (scheduler: Scheduler, disk: MemoryDisk, tab: Tab): MemoryDisk => {
  const { dice } = scheduler;
  const slow =
    (name: keyof Disk) =>
    (...args: never[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        scheduler.after(dice.wait(3), `disk ${name}`, () => {
          // A transaction of a tab that has ended may be stored all the same.
          if (!tab.alive && !(WRITES.has(name) && dice.chance(0.5))) return;
          const result = (disk[name] as (...all: never[]) => Promise<unknown>)(...args);
          result.catch(() => undefined);
          if (!tab.alive) return;
          scheduler.after(dice.wait(2), `stored ${name}`, () => {
            if (tab.alive) result.then(resolve, reject);
          });
        });
      });
  return new Proxy(disk, {
    get: (target, name) => {
      if (['headers', 'find', 'read', 'create', 'claim', 'commit', 'remove'].includes(String(name)))
        return slow(name as keyof Disk);
      return Reflect.get(target, name) as unknown;
    },
  });
};

interface Held {
  readonly tab: Tab;
  readonly steal: () => void;
}
interface Waiting {
  readonly tab: Tab;
  readonly grant: () => void;
}

/** Web Locks (https://w3c.github.io/web-locks/) and the channel by which tabs ask for them. */
const createLocks = (scheduler: Scheduler) => {
  const held = new Map<string, Held>();
  const queues = new Map<string, Waiting[]>();
  const listeners = new Map<Tab, (name: string) => void>();
  const grantNext = (name: string): void => {
    if (!held.has(name)) queues.get(name)?.shift()?.grant();
  };
  const run = (tab: Tab, name: string, callback: (lock: unknown) => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const me: Held = { tab, steal: () => reject(new DOMException('The lock was stolen', 'AbortError')) };
      held.set(name, me);
      const release = (): void => {
        if (held.get(name) !== me) return;
        held.delete(name);
        grantNext(name);
      };
      callback({ name }).finally(release).then(resolve, reject);
    });
  const request =
    (tab: Tab): LockHost['request'] =>
    async (name, { ifAvailable, steal, signal }, callback) => {
      await tab.wait(scheduler.dice.wait(1), `lock ${name.slice(0, 12)}`);
      if (steal) {
        held.get(name)?.steal();
        return run(tab, name, callback);
      }
      if (!held.has(name)) return run(tab, name, callback);
      if (ifAvailable) return callback(null);
      await new Promise<void>((grant, reject) => {
        const queue = queues.get(name) ?? [];
        queues.set(name, queue);
        const waiting: Waiting = { tab, grant };
        queue.push(waiting);
        signal?.addEventListener('abort', () => {
          const at = queue.indexOf(waiting);
          if (at < 0) return;
          queue.splice(at, 1);
          reject(new DOMException('The request was aborted', 'AbortError'));
        });
      });
      return run(tab, name, callback);
    };
  return (tab: Tab): { readonly host: LockHost; readonly takeoverChannel: TakeoverChannel } => {
    tab.onEnd(() => {
      listeners.delete(tab);
      for (const [name, queue] of queues)
        queues.set(
          name,
          queue.filter((each) => each.tab !== tab),
        );
      for (const [name, lock] of held)
        if (lock.tab === tab) {
          held.delete(name);
          grantNext(name);
        }
    });
    return {
      host: {
        request: request(tab),
        query: () => Promise.resolve({ held: [...held.keys()].map((name) => ({ name })) }),
      },
      takeoverChannel: {
        requestLock: (name) => {
          for (const [other, listener] of listeners)
            if (other !== tab) scheduler.after(1, 'lock is asked for', () => other.alive && listener(name));
        },
        onLockRequest: (listener) => {
          listeners.set(tab, listener);
        },
      },
    };
  };
};
