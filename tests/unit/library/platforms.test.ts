/** Calls around the end of a wallet, in Node and in a page whose worker is a stand-in. */
import * as Comlink from 'comlink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserPlatform } from '../../../src/library/browser-platform.ts';
import { nodePlatform } from '../../../src/library/node-platform.ts';
import type { LibraryPlatform, LibraryPort } from '../../../src/library/platform.ts';
import { sourceTree } from '../../../src/nodejs/source-tree.ts';
import type { Exposed } from '../../../src/transport/comlink/server.ts';
import { createPortWorkers } from '../../support/port-worker.ts';

const OPTIONS = { network: 'mainnet', regtest: false, storage: 'memory', scanWorkers: 1 } as const;
const open = (platform: LibraryPlatform, wanted = {}): Promise<LibraryPort> =>
  platform.open({ ...OPTIONS, ...wanted });
const ask = (port: LibraryPort, method: string) =>
  port.request({ jsonrpc: '2.0', id: 1, method, params: {} });
const CLOSED = { name: 'OstroError', reason: 'wallet_closed' };

describe('a wallet in Node', () => {
  it('rejects calls after it was closed with wallet_closed, whether or not another one is open', async () => {
    const platform = nodePlatform(sourceTree);
    const [port, other] = [await open(platform), await open(platform)];
    await port.stop();
    await expect(ask(port, 'x_status')).rejects.toMatchObject(CLOSED);
    await other.stop();
    for (const each of [port, other]) await expect(ask(each, 'x_status')).rejects.toMatchObject(CLOSED);
  });
});

describe('a wallet in a page', () => {
  const workers = createPortWorkers();
  afterEach(() => {
    workers.close();
    vi.unstubAllGlobals();
  });
  /** Workers that answer `close_wallet` alone. `asked`: the methods. */
  const standIn = () => {
    const asked: string[] = [];
    const spawned: Worker[] = [];
    const exposed: Partial<Exposed> = {
      begin: () => undefined,
      listen: () => undefined,
      request: ({ method }) => {
        asked.push(method);
        return method === 'close_wallet'
          ? Promise.resolve({ jsonrpc: '2.0', id: 0, result: {} })
          : new Promise(() => undefined);
      },
    };
    const spawn = (): Worker => {
      const worker = workers.spawn((end) => Comlink.expose(exposed, end));
      spawned.push(worker);
      return worker;
    };
    vi.stubGlobal('Worker', function newWorker() {
      return spawn();
    });
    return { asked, spawned, exposed };
  };

  it('rejects the calls that its end interrupts, and later ones, with wallet_closed', async () => {
    const { asked } = standIn();
    const port = await open(browserPlatform());
    const running = ask(port, 'refresh').catch((error: unknown) => error);
    await expect.poll(() => asked).toEqual(['refresh']);
    await port.stop();
    expect(await running).toMatchObject(CLOSED);
    await expect(ask(port, 'x_status')).rejects.toMatchObject(CLOSED);
  });
});
