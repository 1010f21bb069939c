import { expect, it } from 'vitest';
import { eventsOf } from '../../../src/library/events.ts';
import type { OstroEvent } from '../../../src/library/types.ts';
import type { PortEvent } from '../../../src/transport/port.ts';

const source = () => {
  const listeners = new Set<(event: PortEvent) => void>();
  return {
    port: {
      on: (listener: (event: PortEvent) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    emit: (type: string, data: object = {}) => {
      for (const each of listeners) each({ type, data });
    },
    listeners,
  };
};
const isOpen = () => false;
/** It hears by itself when the wallet is closed. */
const LISTENS_ALWAYS = 1;
const received = (...txids: string[]) => ({ type: 'received', data: { txids } });

it('gives each event to the iterator, also those that came before they were asked for, until the wallet is closed', async () => {
  const { port, emit, listeners } = source();
  const events = eventsOf(port, isOpen).events();
  emit('received', { txids: ['a'] });
  emit('log', { categories: 'not for programs' });
  expect(await events.next()).toEqual({ done: false, value: received('a') });
  const next = events.next();
  emit('received', { txids: ['b'] });
  expect(await next).toEqual({ done: false, value: received('b') });
  emit('closed', { reason: 'locked' });
  expect(await events.next()).toMatchObject({ value: { type: 'closed' } });
  expect(await events.next()).toEqual({ done: true, value: undefined });
  expect(listeners.size).toBe(LISTENS_ALWAYS);
});

it('keeps only the newest of the states that nothing has taken, and every payment', async () => {
  const { port, emit } = source();
  const events = eventsOf(port, isOpen).events();
  emit('status', { height: 1 });
  emit('received', { txids: ['a'] });
  emit('status', { height: 2 });
  emit('closed', { reason: 'locked' });
  const seen: OstroEvent[] = [];
  for await (const event of events) seen.push(event);
  expect(seen.map(({ type }) => type)).toEqual(['received', 'status', 'closed']);
  expect(seen[1]?.data).toEqual({ height: 2 });
});

it('ends with its signal, also while something waits, and when its reader stops', async () => {
  const { port, emit, listeners } = source();
  const abort = new AbortController();
  const { events } = eventsOf(port, isOpen);
  const waiting = events({ signal: abort.signal }).next();
  abort.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(await events({ signal: abort.signal }).next()).toMatchObject({ done: true });
  for await (const _ of (emit('x'), events({ signal: AbortSignal.abort() }))) expect.unreachable();
  expect(listeners.size).toBe(LISTENS_ALWAYS);
});

it('calls listeners of one type until they are removed', () => {
  const { port, emit } = source();
  const heard: unknown[] = [];
  const off = eventsOf(port, isOpen).on('received', (data) => heard.push(data));
  emit('received', { txids: ['a'] });
  emit('status');
  off();
  emit('received', { txids: ['b'] });
  expect(heard).toEqual([{ txids: ['a'] }]);
});

it('ends at once for a wallet that is closed, and tells its own close from others', async () => {
  const { port, emit } = source();
  const lost = eventsOf(port, isOpen);
  emit('closed', { reason: 'taken_over' });
  emit('status');
  expect(await lost.events().next()).toEqual({ done: true, value: undefined });
  let isClosing = false;
  const own = eventsOf(port, () => isClosing);
  const reasons: string[] = [];
  own.on('closed', ({ reason }) => reasons.push(reason));
  isClosing = true;
  emit('closed', { reason: 'locked' });
  expect(reasons).toEqual(['closed']);
  expect(await own.events().next()).toEqual({ done: true, value: undefined });
});
