/** The library in a page: the engine is in a worker of its own, which starts the scan workers. */
import { createComlinkPort } from '../transport/comlink/client.ts';
import type { RpcRequest, RpcResponse } from '../transport/port.ts';
import type { LibraryPlatform } from './platform.ts';

export function browserPlatform(): LibraryPlatform {
  return {
    open: ({ network, regtest, storage, scanWorkers }) => {
      // Bundlers recognise a worker by this form alone.
      const spawn = (): Worker =>
        new Worker(new URL('./wallet-worker.js', import.meta.url), { type: 'module' });
      const port = createComlinkPort(spawn, {
        network,
        ...(storage !== 'indexedDB' && { folder: storage === 'memory' ? null : storage }),
        ...(regtest && { regtest }),
        ...(scanWorkers !== undefined && { scanWorkers }),
      });
      const request = (envelope: RpcRequest, idempotencyKey?: string): Promise<RpcResponse> => {
        const marked = { ...envelope, ...(idempotencyKey !== undefined && { idempotencyKey }) };
        return port.request(marked);
      };
      return Promise.resolve({
        request,
        on: (listener) => port.on(listener),
        stop: async () => {
          try {
            await request({ jsonrpc: '2.0', id: 0, method: 'close_wallet', params: {} });
          } finally {
            await port.end();
          }
        },
      });
    },
    folder: () => {
      throw new Error('A page has no folder: use indexedDB(), memory() or a storage of your own');
    },
  };
}
