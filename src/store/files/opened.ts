/** State of one open wallet file. It is changed only after the disk was written. */
import { isFault } from '../../base/fault.ts';
import { createQueue, type Queue } from '../../base/queue.ts';
import type { Random } from '../../ports/random.ts';
import type { FileKey } from '../crypt.ts';
import type { Disk } from '../disk.ts';
import { fault } from '../faults.ts';
import type { KdfParams, WalletHeader } from '../header.ts';
import type { Lease } from '../locks.ts';

export interface OpenFileDeps {
  readonly disk: Disk;
  readonly random: Random;
  readonly kdf: KdfParams;
}

export interface Opened extends OpenFileDeps {
  readonly lease: Lease;
  /** Runs reads and commits one after the other. */
  readonly queue: Queue;
  /** Called when another tab takes the file. */
  readonly listeners: (() => void)[];
  /** The header as it is on the disk. */
  header: WalletHeader;
  /** Undefined when the file is closed or lost and all commits have ended. */
  key: FileKey | undefined;
  state: 'open' | 'lost' | 'closed';
}

export function createOpened(
  deps: OpenFileDeps,
  { header, key, lease }: { readonly header: WalletHeader; readonly key: FileKey; readonly lease: Lease },
): Opened {
  return { ...deps, lease, queue: createQueue(), listeners: [], header, key, state: 'open' };
}

/** Refuses new jobs, waits for running ones, and releases the key. */
export async function endAs(file: Opened, state: 'lost' | 'closed'): Promise<void> {
  file.state = state;
  await file.queue.idle();
  file.key = undefined;
}

/** Another tab wants the file or has taken it: finishes running commits, calls the listeners, releases the lock. */
export async function loseFile(file: Opened): Promise<void> {
  if (file.state !== 'open') return;
  await endAs(file, 'lost');
  for (const listener of file.listeners) callSafely(listener);
  // No caller handles a rejection here; it would end the engine.
  await file.lease.release().catch(onlyFaults);
}

const closed = ({ header }: Opened) => fault('wallet_closed', { name: header.name });

/**
 * The key while this tab owns the file. Jobs that were queued before `close` still get it. Faults
 * wallet_open_elsewhere, wallet_closed.
 */
export function keyOf(file: Opened): FileKey {
  if (file.state === 'lost') throw fault('wallet_open_elsewhere', { name: file.header.name });
  if (!file.key) throw closed(file);
  return file.key;
}

/** Runs a job after all queued ones. Fault wallet_closed. */
export function enqueue<T>(file: Opened, job: () => Promise<T>): Promise<T> {
  if (file.state === 'closed') return Promise.reject(closed(file));
  return file.queue.run(job);
}

/** Call it when another tab has written meanwhile and this one could not: this tab loses the file. */
export function loseToOtherTab(file: Opened): Error {
  void loseFile(file);
  return fault('wallet_open_elsewhere', { name: file.header.name });
}

/** For `catch`: swallows faults, not bugs. */
export function onlyFaults(error: unknown): void {
  if (!isFault(error)) throw error;
}

/** A listener that throws is a bug, but the lock must be released all the same. */
const callSafely = (listener: () => void) => {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
};
