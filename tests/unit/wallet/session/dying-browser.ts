/** A tab that is killed at a write: the write does nothing and is never answered, as all writes after it. */
import type { MemoryBrowser, MemoryDisk } from '../../../../src/store/memory.ts';

export interface DyingBrowser {
  /** The browser as the tab sees it that is to be killed. Its disk and locks are those of the given one. */
  readonly browser: MemoryBrowser;
  /** Kills the tab when it has done so many more writes. */
  dieAfter(writes: number): void;
  readonly dead: Promise<void>;
}

export function dyingBrowser({ disk, hub }: MemoryBrowser): DyingBrowser {
  let left = Infinity;
  let die: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => (die = resolve));
  const never = new Promise<never>(() => undefined);
  const write = <R>(work: () => Promise<R>): Promise<R> => {
    if (left > 0) {
      left -= 1;
      return work();
    }
    die();
    return never;
  };
  const writes: Pick<MemoryDisk, 'create' | 'claim' | 'commit' | 'remove'> = {
    create: (...args) => write(() => disk.create(...args)),
    claim: (...args) => write(() => disk.claim(...args)),
    commit: (...args) => write(() => disk.commit(...args)),
    remove: (...args) => write(() => disk.remove(...args)),
  };
  return {
    browser: { hub, disk: Object.assign(Object.create(disk) as MemoryDisk, writes) },
    dieAfter: (count) => (left = count),
    dead,
  };
}
