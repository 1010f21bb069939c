/**
 * The wallet in Node, for programs: one session with at most one open wallet, its files in a folder, its node asked over
 * node:http. The wallet worker of a browser (workers/wallet.worker.ts) connects the same modules.
 */
import { createDaemon } from '../daemon/daemon.ts';
import { createDnsResolver } from '../daemon/dns/doh.ts';
import type { StoredWallets } from '../ports/wallet-files.ts';
import type { WalletFolder } from '../ports/wallet-folder.ts';
import { serve } from '../rpc/serve.ts';
import { createFolderWalletFiles } from '../store/folder-files.ts';
import { createNamedFiles } from '../store/named-files.ts';
import { createMemoryWalletFiles } from '../store/memory.ts';
import { createMemorySettings } from '../store/memory-settings.ts';
import { systemClock, systemRandom } from '../store/platform.ts';
import { setLongBytes } from '../store/long-bytes.ts';
import { setStretcher } from '../store/stretch.ts';
import { askOnce } from '../transport/once.ts';
import type { PortEvent, RpcRequest, RpcResponse } from '../transport/port.ts';
import { createSession } from '../wallet/session/session.ts';
import type { SessionOptions } from '../wallet/session/types.ts';
import { startKernel } from './kernel.ts';
import type { OriginTls } from './fetches.ts';
import { longBytes } from './long-bytes.ts';
import { joinShared } from './shared.ts';
import type { Proxy } from './socks.ts';
import { startPasswordThread, type Program } from './threads.ts';

export interface EngineOptions {
  /** Null: no wallet can be made or opened by name. `memory`: wallets have names and end with the engine. */
  readonly folder: WalletFolder | StoredWallets | null | 'memory';
  /** The only wallet of it that may be used. */
  readonly only?: string | undefined;
  readonly network: NonNullable<SessionOptions['network']>;
  /** Only nodes of a regtest chain. */
  readonly regtest: boolean;
  /** Threads that scan for all engines of the process: the most that one of them wants when they start. */
  readonly threads: number;
  /** Gets every request to a node or a resolver. */
  readonly proxy?: Proxy | undefined;
  /** TLS settings of one node, as long as it has no others. */
  readonly nodeTls?: OriginTls | undefined;
  /** Hears of errors that are bugs. */
  readonly onBug: (error: unknown) => void;
}
export interface CallOptions {
  readonly restricted?: boolean;
  readonly compat?: 'release' | 'master';
  readonly idempotencyKey?: string;
}
export interface Engine {
  /** JSON text in, JSON text out, with exact numbers. */
  text(envelope: string, options?: CallOptions): Promise<string>;
  /** Answers a request given as values; an error has its fault. */
  request(envelope: RpcRequest, options?: CallOptions): Promise<RpcResponse>;
  /** Returns a function that removes the listener. */
  on(listener: (event: PortEvent) => void): () => void;
  /** Closes the wallet, if one is open, and ends threads and connections. */
  stop(): Promise<void>;
}

/** Minimal cost: a wallet in memory has no file that a password could protect. */
const MINIMAL_KDF = { memoryKib: 64, passes: 1, lanes: 1 };

/** The engines of a process share its kernel. */
let kernel: Promise<void> | undefined;

export async function startEngine(
  program: Program,
  { folder, only, network, regtest, threads, proxy, nodeTls, onBug }: EngineOptions,
): Promise<Engine> {
  await (kernel ??= startKernel(program.kernel));
  setLongBytes(longBytes);
  setStretcher((question) => askOnce<Uint8Array>(() => startPasswordThread(program))(question));
  const { fetch, fetchBy, nodes, blocks, newPool, leave } = joinShared({ program, proxy, nodeTls, threads });
  const world = { fetch, clock: systemClock, random: systemRandom };
  const workers = newPool();
  const memory = createMemoryWalletFiles({ kdf: MINIMAL_KDF });
  const files =
    folder === 'memory'
      ? memory
      : folder && 'files' in folder
        ? createNamedFiles({ memory, stored: folder, only })
        : createFolderWalletFiles({ memory, folder: folder ?? undefined, only, ...world });
  const session = createSession(
    {
      ...world,
      ...workers,
      chain: createDaemon({ ...world, fetchBy, shared: nodes }, { regtest }),
      sharedBlocks: blocks,
      secondPool: () => newPool().pool,
      settings: createMemorySettings(),
      dns: createDnsResolver(world),
    },
    files,
    { automated: true, network },
  );
  const server = serve(session, { onBug });
  return {
    text: (envelope, options) => server.text(envelope, options),
    request: async (envelope, options) =>
      (await server.request(envelope, { ...options, outside: true })) as RpcResponse,
    on: (listener) => server.on(listener),
    stop: async () => {
      try {
        await session.close();
      } finally {
        workers.pool.dispose();
        leave();
      }
    },
  };
}
