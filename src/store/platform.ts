/** The platform's clock and randomness: defaults when the caller passes none. */
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';

export const systemRandom: Random = { bytes: (n) => crypto.getRandomValues(new Uint8Array(n)) };

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};
