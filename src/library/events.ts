/** Events of a wallet: for listeners, and as an iterator. */
import { check, checkFields, FUNCTION, oneOf, optional, SIGNAL } from './arguments.ts';
import type { LibraryPort } from './platform.ts';
import type { OstroWallet, OstroEvent } from './types.ts';

const TYPES: readonly string[] = [
  'status',
  'changed',
  'received',
  'recorded',
  'closed',
] satisfies OstroEvent['type'][];
const TYPE = oneOf(TYPES);

/** `isClosing`: the program itself closes the wallet, or has closed it. */
export function eventsOf(
  port: Pick<LibraryPort, 'on'>,
  isClosing: () => boolean,
): Pick<OstroWallet, 'on' | 'events'> {
  let isClosed = false;
  const hear = (listener: (event: OstroEvent) => void): (() => void) =>
    port.on((event) => {
      if (!TYPES.includes(event.type)) return;
      const own = event.type === 'closed' && isClosing();
      listener((own ? { type: 'closed', data: { reason: 'closed' } } : event) as OstroEvent);
    });
  hear(({ type }) => {
    // A wallet that another one follows in the same session reads again.
    if (type !== 'status') isClosed = type === 'closed';
  });
  return {
    on: (type, listener) => {
      check('type', type, TYPE);
      check('listener', listener, FUNCTION);
      return hear((event) => {
        if (event.type === type) listener(event.data as Parameters<typeof listener>[0]);
      });
    },
    events: (options = {}) => {
      checkFields('options', options, { signal: optional(SIGNAL) });
      const over = isClosed || isClosing() ? AbortSignal.abort() : options.signal;
      return queueOf(hear, over);
    },
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
