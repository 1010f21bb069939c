/** Calls of the simulated file system: when they happen, and how they fail. */
import type { Dice } from '../dice.ts';
import { asError, type Process } from '../process.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Inode } from './inode.ts';
import { fails, type Trouble } from './trouble.ts';

export interface Calls {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly trouble: Trouble;
  readonly folder: { sync(): void; readonly now: bigint };
  readonly process: Process;
}

/**
 * Does `work` at a moment after the call, and answers later. `grows`: it needs space. A process that ends meanwhile has
 * perhaps done it.
 */
export function later<T>(calls: Calls, what: string, work: () => T, grows = false): Promise<T> {
  const { scheduler, dice, trouble, process } = calls;
  return new Promise((resolve, reject) => {
    scheduler.after(dice.wait(0.5), what, () => {
      if (!process.alive && dice.chance(0.5)) return;
      try {
        if (fails(trouble, dice)) throw failure('EIO', what);
        if (grows && trouble.full) throw failure('ENOSPC', what);
        const result = work();
        process.deliver(() => resolve(result));
      } catch (error) {
        process.deliver(() => reject(asError(error)));
      }
    });
  });
}

export function failure(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: simulated, ${what}`), { code });
}
export function statsOf({ id, bytes, written, changed }: Inode) {
  const size = BigInt(bytes.length);
  return {
    dev: 1n,
    ino: id,
    size,
    mtimeNs: written,
    ctimeNs: changed,
    mtimeMs: Number(written / 1_000_000n),
  };
}
