/** Calls around the end of a wallet, in Node and in a page whose worker is a stand-in. */
import * as Comlink from 'comlink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserPlatform } from '../../../src/library/browser-platform.ts';
import { nodePlatform } from '../../../src/library/node-platform.ts';
import type { LibraryPlatform, LibraryPort } from '../../../src/library/platform.ts';
import { sourceTree } from '../../../src/nodejs/source-tree.ts';
import type { WalletStorage } from '../../../src/library/types.ts';
import type { Exposed } from '../../../src/transport/comlink/server.ts';
import type { HostFolder } from '../../../src/transport/host.ts';
import { deferred } from '../../support/deferred.ts';
import { createPortWorkers } from '../../support/port-worker.ts';
import { settled } from '../../support/settled.ts';

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
  /** Workers that answer `close_wallet` alone, and claim the wallet `shop` for `open_wallet`. `asked`: the methods. */
  const standIn = () => {
    const asked: string[] = [];
    const spawned: Worker[] = [];
    let folder: HostFolder | null | undefined;
    const exposed: Partial<Exposed> = {
      begin: (_options, given) => void (folder = given),
      listen: () => undefined,
      request: ({ method }) => {
        asked.push(method);
        if (method === 'open_wallet') void folder!.claim('shop');
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
    const fail = () =>
      spawned[0]!.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
    return { asked, fail };
  };
  /** A storage of the program. `claimed`: the wallets that cannot be opened elsewhere. `answer`: when a claim is answered. */
  const ownStorage = (answer: Promise<unknown> = Promise.resolve()) => {
    const claimed = new Set<string>();
    const fails = () => Promise.reject(new Error('not asked in this test'));
    const storage: WalletStorage = {
      claim: async (name) => {
        claimed.add(name);
        await answer;
        return true;
      },
      release: (name) => {
        claimed.delete(name);
        return Promise.resolve();
      },
      ...{ list: fails, read: fails, write: fails, append: fails, remove: fails, remember: fails },
    };
    return { claimed, storage };
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

  it('gives back its claim in a storage of the program when it is stopped while it opens', async () => {
    standIn();
    const { claimed, storage } = ownStorage();
    const port = await open(browserPlatform(), { storage });
    const opening = ask(port, 'open_wallet').catch((error: unknown) => error);
    await expect.poll(() => [...claimed]).toEqual(['shop']);
    await port.stop();
    expect([await opening, ...claimed]).toMatchObject([CLOSED]);
  });
  it.each(['after its claim was answered', 'while it claims'])(
    'gives back its claim when its worker fails %s',
    async (when) => {
      const { fail } = standIn();
      const answer = deferred<undefined>();
      const { claimed, storage } = ownStorage(answer.promise);
      const port = await open(browserPlatform(), { storage });
      const opening = ask(port, 'open_wallet').catch((error: unknown) => error);
      await expect.poll(() => [...claimed]).toEqual(['shop']);
      if (when !== 'while it claims') answer.resolve(undefined);
      await settled();
      fail();
      expect(await opening).toMatchObject({ name: 'OstroError', reason: 'worker_failed' });
      answer.resolve(undefined);
      await expect.poll(() => [...claimed]).toEqual([]);
      await port.stop();
    },
  );
});
