/**
 * The thread with all engines of a program (engine-host.ts), so that reading blocks never holds the program's own thread. It
 * starts with the first engine and ends with the last.
 */
import type { WalletFolder } from '../ports/wallet-folder.ts';
import { byReference, createTaskPool } from '../transport/comlink/task-pool.ts';
import type { TaskWorker } from '../transport/start-worker.ts';
import type { PortEvent, RpcRequest } from '../transport/port.ts';
import type { CallOptions } from './engine.ts';
import {
  valueOf,
  type EngineHost,
  type HostAnswer,
  type EngineEvent,
  type SentOptions,
} from './engine-host.ts';
import { noteClaims, type Claims } from '../store/claims.ts';
import { startEngineThread, type Program } from './threads.ts';

/**
 * An engine in the thread. A thread that fails: its calls reject with fault worker_failed, each wallet says that it is closed, and
 * its claims in a folder are given back, so that another engine can open it.
 */
export interface ThreadEngine {
  request(envelope: RpcRequest, options: CallOptions): Promise<HostAnswer>;
  /** Returns a function that removes the listener. */
  on(listener: (event: PortEvent) => void): () => void;
  /** Closes the wallet, if one is open, and ends the engine; the last one ends the thread. */
  stop(): Promise<void>;
}

type Listener = (event: PortEvent) => void;
interface EngineThread {
  /** Runs a task in the thread. */
  ask<T>(task: (host: EngineHost) => Promise<T>): Promise<T>;
  /** Claims of all engines that have a folder. */
  readonly claims: Set<Claims>;
  /** By the number of the engine. */
  readonly listeners: Map<number, Set<Listener>>;
  readonly failed: boolean;
  /** Number of engines that are open, or being opened. */
  engines: number;
  end(): void;
}

const STOPPED: PortEvent = { type: 'closed', data: { reason: 'stopped' } };

let running: EngineThread | undefined;

const startThread = (program: Program): EngineThread => {
  const listeners: EngineThread['listeners'] = new Map();
  const claims: EngineThread['claims'] = new Set();
  let failure: Error | undefined;
  const hear = (message: Event): void => {
    const { engine, event } = (message as MessageEvent<Partial<EngineEvent> | null>).data ?? {};
    if (engine === undefined || !event) return;
    for (const listener of listeners.get(engine) ?? []) listener(event);
  };
  const spawn = (): TaskWorker => {
    const worker = startEngineThread(program);
    worker.addEventListener('message', hear);
    return worker;
  };
  const failed = (error: Error): void => {
    failure = error;
    // The next engine starts another thread.
    if (running === own) running = undefined;
    for (const each of claims) each.end();
    for (const all of listeners.values()) for (const listener of all) listener(STOPPED);
  };
  const tasks = createTaskPool<EngineHost>(spawn, 1, { failed });
  const own: EngineThread = {
    ask: async (task) => {
      if (failure) throw failure;
      return tasks.anywhere((host) => task(host as EngineHost));
    },
    claims,
    listeners,
    get failed() {
      return failure !== undefined;
    },
    engines: 0,
    end: () => {
      if (running === own) running = undefined;
      tasks.dispose();
    },
  };
  return own;
};

/** `folder`: its functions run in this thread; without one wallets are where the options say. */
export async function openThreadEngine(
  program: Program,
  options: SentOptions,
  folder?: WalletFolder,
): Promise<ThreadEngine> {
  const thread = (running ??= startThread(program));
  thread.engines += 1;
  const claims = folder && noteClaims(folder);
  if (claims) thread.claims.add(claims);
  const leave = (): void => {
    if (claims) thread.claims.delete(claims);
    thread.engines -= 1;
    if (thread.engines === 0) thread.end();
  };
  try {
    const sent = folder ? { ...options, confirms: folder.confirm !== undefined } : options;
    const engine = valueOf(await thread.ask((host) => host.open(sent, claims && byReference(claims.folder))));
    const heard = new Set<Listener>();
    thread.listeners.set(engine, heard);
    const stop = async (): Promise<void> => {
      try {
        if (!thread.failed) valueOf(await thread.ask((host) => host.stop(engine)));
      } finally {
        thread.listeners.delete(engine);
        leave();
      }
    };
    let stopping: Promise<void> | undefined;
    return {
      request: (envelope, callOptions) => thread.ask((host) => host.request(engine, envelope, callOptions)),
      on: (listener) => {
        heard.add(listener);
        return () => heard.delete(listener);
      },
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    leave();
    throw error;
  }
}
