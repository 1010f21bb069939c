/** A tab that is killed at a write: the write does nothing and is never answered, as all writes after it. */
import type { MemoryBrowser } from '../../../../src/store/memory.ts';

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
  const writing =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> => {
      if (left > 0) {
        left -= 1;
        return write(...args);
      }
      die();
      return never;
    };
  const { create, claim, commit, remove } = disk;
  const dying = {
    create: writing(create),
    claim: writing(claim),
    commit: writing(commit),
    remove: writing(remove),
  };
  return {
    browser: { hub, disk: Object.assign(Object.create(disk) as typeof disk, dying) },
    dieAfter: (writes) => (left = writes),
    dead,
  };
}
