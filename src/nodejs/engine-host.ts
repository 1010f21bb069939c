/** The engines of a program in a thread of their own: what thread.ts offers to engine-thread.ts, and its messages. */
import { Fault, isFault } from '../base/fault.ts';
import type { WalletFolder } from '../ports/wallet-folder.ts';
import { byReference, endReference } from '../transport/comlink/task-pool.ts';
import { folderElsewhere } from '../store/folder-elsewhere.ts';
import { systemClock } from '../store/platform.ts';
import type { PortEvent, RpcRequest, RpcResponse } from '../transport/port.ts';
import { startEngine, type CallOptions, type Engine, type EngineOptions } from './engine.ts';
import type { Program } from './threads.ts';
import { openWalletStore, shareStore, type SharedStore } from './wallet-store.ts';

/** A database that the thread opens, so that leases are renewed and lost where the wallets are written. */
export interface SentDatabase {
  readonly url: string;
  /** Engines with the same number share leases and connections. */
  readonly number: number;
}
/** Options of an engine that can be sent to a thread. */
export interface SentOptions extends Pick<EngineOptions, 'network' | 'regtest' | 'threads'> {
  /** The folder has `confirm`. */
  readonly confirms?: boolean;
  readonly database?: SentDatabase | undefined;
}
/** `cause`: the bug behind an internal error. */
export type HostAnswer = RpcResponse & { readonly cause?: unknown };
/** A message of the thread: an event of an engine. */
export interface EngineEvent {
  readonly engine: number;
  readonly event: PortEvent;
}
/** The end of a call. An error that crosses threads keeps its text alone, so a fault is sent as a value. */
export type SentOutcome<T> = { readonly value: T } | { readonly fault: Pick<Fault, 'code' | 'data'> };

export interface EngineHost {
  /**
   * Returns the number of the engine. `folder`: a reference to a storage in the program's thread. Without one wallets are in
   * the database of the options, or in memory.
   */
  open(options: SentOptions, folder?: WalletFolder): Promise<SentOutcome<number>>;
  request(engine: number, envelope: RpcRequest, options: CallOptions): Promise<HostAnswer>;
  stop(engine: number): Promise<SentOutcome<undefined>>;
}

interface HostedEngine extends Pick<Engine, 'request' | 'stop'> {
  readonly lastBug: () => unknown;
  readonly leave: () => Promise<void>;
}

/** `tell` sends a message to the program's thread. */
export function createEngineHost(program: Program, tell: (message: EngineEvent) => void): EngineHost {
  const engines = new Map<number, HostedEngine>();
  const stores = new Map<number, SharedStore>();
  let last = 0;
  const engineOf = (id: number): HostedEngine => {
    const engine = engines.get(id);
    if (!engine) throw new Error('this engine has ended');
    return engine;
  };
  const storeOf = ({ url, number }: SentDatabase): SharedStore => {
    const store = stores.get(number) ?? shareStore(() => openWalletStore(url));
    stores.set(number, store);
    return store;
  };
  const open = async (
    { database, confirms = false, ...options }: SentOptions,
    folder?: WalletFolder,
  ): Promise<number> => {
    const id = ++last;
    let bug: unknown;
    const store = database && storeOf(database);
    const own = folder && folderElsewhere(folder, { confirms, byReference, clock: systemClock });
    const place = own ?? (await store?.use()) ?? 'memory';
    const leave = async (): Promise<void> => {
      endReference(folder);
      await store?.leave();
    };
    try {
      const engine = await startEngine(program, {
        ...options,
        folder: place,
        onBug: (error) => (bug = error),
      });
      engine.on((event) => tell({ engine: id, event }));
      engines.set(id, { ...engine, lastBug: () => bug, leave });
      return id;
    } catch (error) {
      await leave();
      throw error;
    }
  };
  return {
    open: (options, folder) => outcomeOf(() => open(options, folder)),
    request: async (id, envelope, options) => {
      const engine = engineOf(id);
      const answer = await engine.request(envelope, options);
      const bug = answer.error?.data?.fault === 'internal' ? engine.lastBug() : undefined;
      // An Error can be sent, and it keeps its text and stack.
      return bug instanceof Error ? { ...answer, cause: bug } : answer;
    },
    stop: (id) =>
      outcomeOf(async () => {
        const engine = engineOf(id);
        engines.delete(id);
        try {
          await engine.stop();
        } finally {
          await engine.leave();
        }
        return undefined;
      }),
  };
}

const outcomeOf = async <T>(work: () => Promise<T>): Promise<SentOutcome<T>> => {
  try {
    return { value: await work() };
  } catch (error) {
    if (!isFault(error)) throw error;
    const { code, data } = error;
    return { fault: { code, data } };
  }
};

/** Throws the fault of a call that failed. */
export function valueOf<T>(outcome: SentOutcome<T>): T {
  if ('fault' in outcome) throw new Fault(outcome.fault.code, outcome.fault.data);
  return outcome.value;
}
