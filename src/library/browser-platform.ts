/** The library in a page: the engine is in a worker of its own, which starts the scan workers. */
import { noteClaims } from '../store/claims.ts';
import { createComlinkPort } from '../transport/comlink/client.ts';
import type { RpcRequest, RpcResponse } from '../transport/port.ts';
import { endCallsWithPort } from './closing.ts';
import { OstroError } from './error.ts';
import { awaitOstroErrors } from './to-error.ts';
import { defined, type CallMarks, type LibraryPlatform } from './platform.ts';

export function browserPlatform(): LibraryPlatform {
  return {
    open: ({ network, regtest, storage, scanWorkers }) => {
      if (typeof storage === 'object' && 'kind' in storage)
        return Promise.reject(new OstroError(-1, 'A page reaches no database', 'storage_unavailable'));
      // Bundlers recognise a worker by this form alone.
      const spawn = (): Worker =>
        new Worker(new URL('./wallet-worker.js', import.meta.url), { type: 'module' });
      const claims = typeof storage === 'object' ? noteClaims(storage) : undefined;
      const init = {
        network,
        ...(storage !== 'indexedDB' && { folder: claims?.folder ?? null }),
        ...(regtest && { regtest }),
        ...(scanWorkers !== undefined && { scanWorkers }),
      };
      const whenFailed = { type: 'closed', data: { reason: 'stopped' } };
      const port = createComlinkPort(spawn, init, { whenFailed });
      port.on((event) => {
        if (event === whenFailed) claims?.end();
      });
      // The worker takes the marks off again.
      const request = (envelope: RpcRequest, marks?: CallMarks): Promise<RpcResponse> =>
        awaitOstroErrors(() => port.request(Object.assign({}, envelope, { marks: defined(marks) })));
      return Promise.resolve(
        endCallsWithPort({
          request,
          on: (listener) => port.on(listener),
          stop: async () => {
            try {
              await request({ jsonrpc: '2.0', id: 0, method: 'close_wallet', params: {} });
            } finally {
              await port.end();
              // The worker may have ended while it opened a wallet.
              claims?.end();
            }
          },
        }),
      );
    },
  };
}
