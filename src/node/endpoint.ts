/** A thread or its port as comlink's Endpoint, which has the events of browsers. */
import type { MessagePort, Worker } from 'node:worker_threads';
import type { TaskWorker } from '../transport/comlink/task-pool.ts';

type Endpoint = Omit<TaskWorker, 'terminate'>;
type Listener = Parameters<Endpoint['addEventListener']>[1];

export function endpointOf(thread: Worker | MessagePort): Endpoint {
  const heard = new Map<Listener, (data: unknown) => void>();
  return {
    postMessage: (message, transfer = []) => {
      thread.postMessage(message, transfer as Parameters<typeof thread.postMessage>[1]);
    },
    addEventListener: (type, listener) => {
      if (type !== 'message') return;
      const hear = (data: unknown): void => {
        const event = { data } as MessageEvent;
        if ('handleEvent' in listener) listener.handleEvent(event);
        else listener(event);
      };
      heard.set(listener, hear);
      thread.on('message', hear);
    },
    removeEventListener: (_type, listener) => {
      const hear = heard.get(listener);
      heard.delete(listener);
      if (hear) thread.off('message', hear);
    },
  };
}
