/** The platform's clock and randomness: defaults when the caller passes none. */
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';

export const systemRandom: Random = { bytes: (n) => crypto.getRandomValues(new Uint8Array(n)) };

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      // A timer of 0 waits for 1 millisecond in Node and for 4 in browsers; others have their turn at once.
      if (ms === 0 && !signal) {
        nextTask(resolve);
        return;
      }
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

const nextTask = (run: () => void): void => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(undefined);
};
