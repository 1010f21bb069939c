/** Locks, channels and messages with which the windows of one origin share a wallet worker. */
import type { PortEvent, RpcRequest, RpcResponse } from '../port.ts';

/** A BroadcastChannel. Browsers deliver its messages to windows of the same origin and storage partition alone. */
export interface WindowChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown; origin: string }) => void): void;
  close(): void;
}
/** The part of `navigator.locks` that is used. */
interface Locks {
  request(name: string, options: object, callback: () => Promise<void>): Promise<unknown>;
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}
export interface WindowParts {
  readonly locks: Locks;
  readonly channel: (name: string) => WindowChannel;
  /** The origin of this window. */
  readonly origin: string;
  /** Names this window; no other window has the same. */
  readonly id: string;
  /** Milliseconds. */
  readonly now: () => number;
}

/** A call of a window that uses the worker of another one. */
export interface SharedCall {
  readonly from: string;
  readonly number: number;
  readonly envelope: RpcRequest;
}
/** To the window that called: an answer, or an event of the worker. */
export type SharedNews =
  | { readonly number: number; readonly answer: RpcResponse }
  | { readonly number: number; readonly failed: true }
  /** `lock`: of the window that sends the event; empty while it has no wallet open. */
  | { readonly event: PortEvent; readonly lock: string };

const SHARES = 'ostro shares ';
/** The channel on which a window says that it begins to share its wallet. */
export const BEGINS = 'ostro begins to share';

/** The name of the lock that a window holds while it shares its wallet. The newest one sorts last. */
export function sharingLock(time: number, id: string): string {
  return `${SHARES}${String(time).padStart(15, '0')} ${id}`;
}
export function isSharingLock(lock: string | undefined): lock is string {
  return lock?.startsWith(SHARES) === true;
}
/** The channel of calls to the window that holds this lock. */
export function callsOf(lock: string): string {
  return `${lock} calls`;
}
/** The channel of answers and events to this window. It is also the name of the lock that the window holds while it listens. */
export function newsFor(id: string): string {
  return `ostro window ${id}`;
}

/** Holds a lock until the returned function is called, or until the window is gone. */
export function hold(locks: Locks, name: string): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  // A window that is about to end gets no lock.
  locks.request(name, {}, () => held).catch(() => undefined);
  return () => release();
}
/** Calls `gone` when the holder of this lock has released it, or is gone. */
export function whenReleased(locks: Locks, name: string, gone: () => void): void {
  const granted = (): Promise<void> => {
    gone();
    return Promise.resolve();
  };
  locks.request(name, {}, granted).catch(() => undefined);
}

/** Listens to messages of windows of this origin alone. */
export function hear(channel: WindowChannel, own: string, listener: (data: unknown) => void): void {
  channel.addEventListener('message', ({ data, origin }) => {
    if (origin === own) listener(data);
  });
}
