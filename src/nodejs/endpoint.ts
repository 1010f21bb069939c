/** A thread or its port as comlink's Endpoint, which has the events of browsers. */
import type { MessagePort, Worker } from 'node:worker_threads';
import type { TaskWorker } from '../transport/start-worker.ts';

type Endpoint = Omit<TaskWorker, 'terminate'>;
type Listener = Parameters<Endpoint['addEventListener']>[1];

/** Node's events for one of a browser, each with what that event has. */
type Emitted = Readonly<Record<string, (value: unknown) => object>>;
const EMITTED: Readonly<Record<string, Emitted>> = {
  message: { message: (data) => ({ data }) },
  messageerror: { messageerror: () => ({}) },
  // A thread that has ended without an error does not work either.
  error: {
    error: (error) => ({ message: String(error) }),
    exit: () => ({ message: 'the thread has ended' }),
  },
};

export function endpointOf(thread: Worker | MessagePort): Endpoint {
  const emitter = thread as NodeJS.EventEmitter;
  const heard = new Map<Listener, () => void>();
  return {
    postMessage: (message, transfer = []) => {
      thread.postMessage(message, transfer as Parameters<typeof thread.postMessage>[1]);
    },
    addEventListener: (type, listener) => {
      const removers = Object.entries(EMITTED[type] ?? {}).map(([name, eventOf]) => {
        const hear = (value: unknown): void => {
          const event = eventOf(value) as Event;
          if ('handleEvent' in listener) listener.handleEvent(event);
          else listener(event);
        };
        emitter.on(name, hear);
        return () => void emitter.off(name, hear);
      });
      heard.set(listener, () => removers.forEach((remove) => remove()));
    },
    removeEventListener: (_type, listener) => {
      heard.get(listener)?.();
      heard.delete(listener);
    },
  };
}
