import { describe, expect, it } from 'vitest';
import { runInParallel, type Job } from '../../../../../scripts/tools/checks/parallel.mjs';

/** Jobs that the test ends, and a record of those that began. */
const jobs = (...rows: readonly Omit<Job<string>, 'run'>[]) => {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    began,
    end: async (name: string): Promise<void> => {
      ends.get(name)!();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
    list: rows.map((row) => ({
      ...row,
      run: () => {
        began.push(row.name);
        return new Promise<string>((resolve) => {
          ends.set(row.name, () => {
            resolve(row.name);
          });
        });
      },
    })),
  };
};
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('jobs side by side', () => {
  it('use no more cores than there are, and return their results in order', async () => {
    const { list, began, end } = jobs({ name: 'a' }, { name: 'b', cores: 2 }, { name: 'c' }, { name: 'd' });
    const all = runInParallel(list, 2);
    await turn();
    expect(began).toEqual(['a', 'c']);
    await end('a');
    expect(began).toEqual(['a', 'c', 'd']);
    await end('c');
    await end('d');
    expect(began).toEqual(['a', 'c', 'd', 'b']);
    await end('b');
    expect(await all).toEqual(['a', 'b', 'c', 'd']);
  });
  it('wait for the job they depend on, unless it does not run', async () => {
    const { list, began, end } = jobs(
      { name: 'test', after: 'build' },
      { name: 'build' },
      { name: 'x', after: 'gone' },
    );
    const all = runInParallel(list, 4);
    await turn();
    expect(began).toEqual(['build', 'x']);
    await end('build');
    expect(began).toEqual(['build', 'x', 'test']);
    await end('x');
    await end('test');
    await all;
  });
  it('run one that needs more cores than there are alone', async () => {
    const { list, end } = jobs({ name: 'big', cores: 8 });
    const all = runInParallel(list, 2);
    await turn();
    await end('big');
    expect(await all).toEqual(['big']);
  });
  it('fail when one throws or depends on itself', async () => {
    const thrown = runInParallel([{ name: 'a', run: () => Promise.reject(new Error('no')) }], 1);
    await expect(thrown).rejects.toThrow('no');
    await expect(runInParallel([{ name: 'a', after: 'a', run: () => 1 }], 1)).rejects.toThrow('itself');
  });
});
