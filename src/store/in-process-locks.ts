/**
 * Web Locks and the takeover channel (locks.ts) inside one process, since Node.js has none; same rules as
 * https://w3c.github.io/web-locks/. A hub takes the place of the browser, each `tab()` that of a tab.
 */
import type { TakeoverChannel, LockHost } from './locks.ts';

export interface LockHub {
  tab(): { readonly host: LockHost; readonly takeoverChannel: TakeoverChannel };
}

interface Held {
  readonly steal: () => void;
}
interface Waiting {
  readonly grant: () => void;
}

export function createLockHub(): LockHub {
  const held = new Map<string, Held>();
  const queues = new Map<string, Waiting[]>();
  const listeners = new Set<(name: string) => void>();

  const next = (name: string) => {
    if (!held.has(name)) queues.get(name)?.shift()?.grant();
  };

  const run = (name: string, callback: (lock: unknown) => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const me: Held = { steal: () => reject(new DOMException('The lock was stolen', 'AbortError')) };
      held.set(name, me);
      const release = () => {
        if (held.get(name) !== me) return;
        held.delete(name);
        next(name);
      };
      callback({ name }).then(
        () => {
          release();
          resolve();
        },
        (error: unknown) => {
          release();
          reject(asError(error));
        },
      );
    });

  const request: LockHost['request'] = async (name, { ifAvailable, steal, signal }, callback) => {
    await Promise.resolve(); // a browser never grants a lock synchronously
    if (steal) {
      held.get(name)?.steal();
      return run(name, callback);
    }
    if (!held.has(name)) return run(name, callback);
    if (ifAvailable) return callback(null);
    await new Promise<void>((resolve, reject) => {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      const waiting: Waiting = { grant: resolve };
      queue.push(waiting);
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(waiting);
        if (at < 0) return; // granted already
        queue.splice(at, 1);
        reject(new DOMException('The request was aborted', 'AbortError'));
      });
    });
    return run(name, callback);
  };

  return {
    tab() {
      let own: ((name: string) => void) | undefined;
      return {
        host: {
          request,
          query: () => Promise.resolve({ held: [...held.keys()].map((name) => ({ name })) }),
        },
        takeoverChannel: {
          requestLock: (name) =>
            listeners.forEach((listener) => listener !== own && queueMicrotask(() => listener(name))),
          onLockRequest: (listener) => {
            own = listener;
            listeners.add(listener);
          },
        },
      };
    },
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
