/** Limits how many callers run at once; others wait in order. A node limits connections per address. */

export interface Slots {
  /** Waits for a slot; returns the function that releases it. Rejects with the signal's reason when aborted. */
  take(signal?: AbortSignal): Promise<() => void>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  /** A slot must be freed only once, even if it is released twice. */
  const once = () => {
    let held = true;
    return () => {
      if (held) release();
      held = false;
    };
  };
  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the reason is the caller's own
          reject(signal.reason);
          return;
        }
        if (free > 0) {
          free--;
          resolve(once());
          return;
        }
        const start = () => {
          signal?.removeEventListener('abort', leave);
          resolve(once());
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(start), 1);
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the reason is the caller's own
          reject(signal?.reason);
        };
        waiting.push(start);
        signal?.addEventListener('abort', leave, { once: true });
      }),
  };
}
