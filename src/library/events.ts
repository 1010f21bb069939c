/** Events of a wallet: for listeners, and as an iterator. */
import type { LibraryPort } from './platform.ts';
import type { OstroWallet, OstroEvent } from './types.ts';

const TYPES: readonly string[] = [
  'status',
  'changed',
  'received',
  'recorded',
  'closed',
] satisfies OstroEvent['type'][];

export function eventsOf(port: Pick<LibraryPort, 'on'>): Pick<OstroWallet, 'on' | 'events'> {
  const hear = (listener: (event: OstroEvent) => void): (() => void) =>
    port.on((event) => {
      if (TYPES.includes(event.type)) listener(event as OstroEvent);
    });
  return {
    on: (type, listener) =>
      hear((event) => {
        if (event.type === type) listener(event.data as Parameters<typeof listener>[0]);
      }),
    events: ({ signal } = {}) => queueOf(hear, signal),
  };
}

/** Each event waits until it is taken; of the state, only the newest one does. */
const queueOf = (
  hear: (listener: (event: OstroEvent) => void) => () => void,
  signal: AbortSignal | undefined,
): AsyncIterableIterator<OstroEvent> => {
  const waiting: OstroEvent[] = [];
  const asking: ((result: IteratorResult<OstroEvent>) => void)[] = [];
  let over = false;
  const end = (): void => {
    over = true;
    off();
    signal?.removeEventListener('abort', end);
    for (const answer of asking.splice(0)) answer({ done: true, value: undefined });
  };
  const off = hear((event) => {
    const answer = asking.shift();
    if (answer) answer({ done: false, value: event });
    else {
      const older = event.type === 'status' ? waiting.findIndex(({ type }) => type === 'status') : -1;
      if (older >= 0) waiting.splice(older, 1);
      waiting.push(event);
    }
    if (event.type === 'closed') end();
  });
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  return {
    next: () => {
      const value = waiting.shift();
      if (value) return Promise.resolve({ done: false, value });
      if (over) return Promise.resolve({ done: true, value: undefined });
      return new Promise((resolve) => asking.push(resolve));
    },
    return: () => {
      end();
      waiting.length = 0;
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};
