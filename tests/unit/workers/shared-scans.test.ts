/** One task for the wallets that wait for the same range. */
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import type { RawBlocks } from '../../../src/ports/block-source.ts';
import { packFound } from '../../../src/wallet/scan/found-table.ts';
import { createSharedScans, type SharedScan } from '../../../workers/shared-scans.ts';
import { deferred, type Deferred } from '../../support/deferred.ts';
import { settled } from '../../support/settled.ts';

const rangeAt = (startHeight: number): RawBlocks => ({
  ...{ bytes: new ArrayBuffer(8), startHeight, count: 1, chainHeight: 10, shared: true },
});
const answer = (ids: readonly number[], startHeight: number): SharedScan => ({
  common: { startHeight } as SharedScan['common'],
  found: ids.map(() => packFound([])),
});
/** One worker whose tasks the test ends. */
const open = () => {
  const tasks: (Deferred<SharedScan> & { readonly ids: readonly number[]; readonly height: number })[] = [];
  const scans = createSharedScans(
    () => 1,
    (ids, { startHeight }) => {
      const task = { ...deferred<SharedScan>(), ids, height: startHeight };
      tasks.push(task);
      return task.promise;
    },
  );
  const end = async (index: number): Promise<void> => {
    const { ids, height, resolve } = tasks[index]!;
    resolve(answer(ids, height));
    await settled();
  };
  return { tasks, scans, end };
};

describe('ranges that several wallets scan', () => {
  it('are read once for all wallets that wait while the worker is busy', async () => {
    const { tasks, scans, end } = open();
    const [first, second] = [rangeAt(1), rangeAt(2)];
    const results = [
      scans.scan(1, first),
      ...[2, 3].map((id) => scans.scan(id, first)),
      ...[1, 2].map((id) => scans.scan(id, second)),
    ];
    for (let i = 0; i < 3; i++) await end(i);
    expect(tasks.map(({ ids, height }) => [height, ids])).toEqual([
      [1, [1]],
      [1, [2, 3]],
      [2, [1, 2]],
    ]);
    const ranges = await Promise.all(results);
    expect(ranges.map(({ parts }) => parts[0]!.bytes)).toEqual([
      ...[first, first, first].map(({ bytes }) => bytes),
      ...[second, second].map(({ bytes }) => bytes),
    ]);
  });
  it('are scanned for each wallet alone when a task of several fails', async () => {
    const { tasks, scans, end } = open();
    const busy = scans.scan(9, rangeAt(0));
    const range = rangeAt(1);
    const bad = scans.scan(1, range);
    const good = scans.scan(2, range);
    await end(0);
    tasks[1]!.reject(new Fault('node_bad_answer', {}));
    await settled();
    expect(tasks[2]!.ids).toEqual([1]);
    tasks[2]!.reject(new Fault('node_bad_answer', {}));
    await expect(bad).rejects.toMatchObject({ code: 'node_bad_answer' });
    await settled();
    await end(3);
    expect((await good).startHeight).toBe(1);
    await busy;
  });
  it('are not scanned for a wallet that was closed before', async () => {
    const { tasks, scans, end } = open();
    void scans.scan(1, rangeAt(1));
    const range = rangeAt(2);
    void scans.scan(1, range);
    const other = scans.scan(2, range);
    void scans.scan(1, rangeAt(3));
    scans.drop(1);
    await end(0);
    await end(1);
    await other;
    expect(tasks.map(({ ids }) => ids)).toEqual([[1], [2]]);
  });
});
