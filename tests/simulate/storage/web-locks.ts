/** Simulated Web Locks (https://w3c.github.io/web-locks/), and the channel by which tabs ask each other for them. */
import type { LockHost, TakeoverChannel } from '../../../src/store/locks.ts';
import type { Process } from '../process.ts';
import type { Scheduler } from '../scheduler.ts';

interface Held {
  readonly process: Process;
  readonly steal: () => void;
}
interface Waiting {
  readonly process: Process;
  readonly grant: () => void;
}
interface Locks {
  readonly scheduler: Scheduler;
  readonly held: Map<string, Held>;
  readonly queues: Map<string, Waiting[]>;
  readonly listeners: Map<Process, (name: string) => void>;
}
export interface TabLocks {
  readonly host: LockHost;
  readonly takeoverChannel: TakeoverChannel;
}

export function createWebLocks(scheduler: Scheduler): (process: Process) => TabLocks {
  const locks: Locks = { scheduler, held: new Map(), queues: new Map(), listeners: new Map() };
  return (process) => {
    process.onEnd(() => forget(locks, process));
    return {
      host: {
        request: (name, options, callback) => request(locks, process, name, options, callback),
        query: () => Promise.resolve({ held: [...locks.held.keys()].map((name) => ({ name })) }),
      },
      takeoverChannel: {
        requestLock: (name) => {
          for (const [other, listener] of locks.listeners)
            if (other !== process)
              scheduler.after(1, 'lock is asked for', () => other.deliver(() => listener(name)));
        },
        onLockRequest: (listener) => {
          locks.listeners.set(process, listener);
        },
      },
    };
  };
}

const grantNext = ({ held, queues }: Locks, name: string): void => {
  if (!held.has(name)) queues.get(name)?.shift()?.grant();
};

const hold = (
  locks: Locks,
  process: Process,
  name: string,
  callback: (lock: unknown) => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const stolen = (): void => reject(new DOMException('The lock was stolen', 'AbortError'));
    const { scheduler } = locks;
    // Its former holder hears of it later, and may write until then.
    const me: Held = {
      process,
      steal: () => scheduler.after(scheduler.dice.wait(100), 'a lock is lost', () => process.deliver(stolen)),
    };
    locks.held.set(name, me);
    const release = (): void => {
      if (locks.held.get(name) !== me) return;
      locks.held.delete(name);
      grantNext(locks, name);
    };
    callback({ name }).finally(release).then(resolve, reject);
  });

const request = async (
  locks: Locks,
  process: Process,
  name: string,
  { ifAvailable, steal, signal }: Parameters<LockHost['request']>[1],
  callback: (lock: unknown) => Promise<void>,
): Promise<void> => {
  const { scheduler, held, queues } = locks;
  await new Promise<void>((resolve) =>
    scheduler.after(scheduler.dice.wait(1), `lock ${name.slice(0, 12)}`, () => process.deliver(resolve)),
  );
  if (steal) {
    held.get(name)?.steal();
    return hold(locks, process, name, callback);
  }
  if (!held.has(name)) return hold(locks, process, name, callback);
  if (ifAvailable) return callback(null);
  await new Promise<void>((resolve, reject) => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    const waiting: Waiting = { process, grant: () => process.deliver(resolve) };
    queue.push(waiting);
    signal?.addEventListener('abort', () => {
      const at = queue.indexOf(waiting);
      if (at < 0) return;
      queue.splice(at, 1);
      reject(new DOMException('The request was aborted', 'AbortError'));
    });
  });
  // It ended between the grant and this turn.
  if (!process.alive) {
    grantNext(locks, name);
    return;
  }
  return hold(locks, process, name, callback);
};

/** A process that has ended holds no lock and waits for none. */
const forget = (locks: Locks, process: Process): void => {
  locks.listeners.delete(process);
  for (const [name, queue] of locks.queues)
    locks.queues.set(
      name,
      queue.filter((each) => each.process !== process),
    );
  for (const [name, lock] of locks.held)
    if (lock.process === process) {
      locks.held.delete(name);
      grantNext(locks, name);
    }
};
