/**
 * A wallet folder whose functions run in the thread of a program, which wrote them perhaps itself: each call ends within a time limit, because a
 * wallet whose storage never answers could not even be closed.
 */
import type { Clock } from '../ports/clock.ts';
import type { WalletFolder } from '../ports/wallet-folder.ts';

interface ElsewhereDeps {
  /** The folder has `confirm`: a reference to it cannot tell. */
  readonly confirms: boolean;
  /** Sends a reference to a function instead of a copy. */
  readonly byReference: <T extends object>(value: T) => T;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly limitMs?: number;
}

/** The slowest disk writes a large wallet in this time. */
const LIMIT_MS = 60_000;

/** `folder`: a reference to that of the other thread. A late write rejects with `EUNCERTAIN`, other late calls with `ETIMEDOUT`. */
export function folderElsewhere(
  folder: WalletFolder,
  { confirms, byReference, clock, limitMs = LIMIT_MS }: ElsewhereDeps,
): WalletFolder {
  const inTime = async <T>(
    code: 'EUNCERTAIN' | 'ETIMEDOUT',
    work: Promise<T>,
    tooLate: () => void = () => undefined,
  ): Promise<T> => {
    const answered = new AbortController();
    const late = clock.sleep(limitMs, answered.signal).then(() => {
      tooLate();
      throw new Error(`${code}: the storage did not answer in ${limitMs} ms`);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      late.catch(() => undefined);
      answered.abort();
    }
  };
  /** Writes that the storage has not ended in time, by wallet. */
  const lateWrites = new Map<string, Promise<unknown>>();
  /** Sends a call when the late writes of the wallet have ended: they could overwrite what the call writes. */
  const inOrder = <T>(name: string, send: () => Promise<T>): Promise<T> =>
    (lateWrites.get(name) ?? Promise.resolve()).then(send);
  const call = <T>(name: string, send: () => Promise<T>): Promise<T> =>
    inTime('ETIMEDOUT', inOrder(name, send));
  const write = (name: string, send: () => Promise<void>): Promise<void> => {
    const writing = inOrder(name, send);
    return inTime('EUNCERTAIN', writing, () => {
      const end = writing
        .catch(() => undefined)
        .then(() => {
          if (lateWrites.get(name) === end) lateWrites.delete(name);
        });
      lateWrites.set(name, end);
    });
  };
  const claim = async (name: string, onLost: () => void): Promise<boolean> => {
    const claiming = inOrder(name, () => folder.claim(name, byReference(onLost)));
    try {
      return await inTime('ETIMEDOUT', claiming);
    } catch (error) {
      // The caller has already got an error, so this late claim is given back.
      claiming.then((got) => (got ? folder.release(name) : undefined)).catch(() => undefined);
      throw error;
    }
  };
  return {
    list: () => inTime('ETIMEDOUT', folder.list()),
    read: (name, known) => call(name, () => folder.read(name, known)),
    write: (name, files) => write(name, () => folder.write(name, files)),
    append: (name, at, bytes) => write(name, () => folder.append(name, at, bytes)),
    remove: (name) => write(name, () => folder.remove(name)),
    claim: (name, onLost = () => undefined) => claim(name, onLost),
    ...(confirms && { confirm: (name) => call(name, () => folder.confirm!(name)) }),
    release: (name) => call(name, () => folder.release(name)),
    remember: (name, copy) => call(name, () => folder.remember(name, copy)),
  };
}
