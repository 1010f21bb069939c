import { describe, expect, it } from 'vitest';
import type { RawBlocks } from '../../../../src/ports/block-source.ts';
import { createRangePipeline } from '../../../../src/wallet/sync/range-pipeline.ts';
import { settled } from '../../../support/settled.ts';

const rangeAt = (startHeight: number): RawBlocks => ({
  bytes: new ArrayBuffer(0),
  startHeight,
  count: 1,
  chainHeight: 100,
});
/** Reads `count` ranges, then ends, or fails with `error`. */
const readerOf = (count: number, error?: Error) => {
  let read = 0;
  return {
    get read() {
      return read;
    },
    next: () => {
      if (read < count) return Promise.resolve(rangeAt(read++));
      return error ? Promise.reject(error) : Promise.resolve(undefined);
    },
  };
};

describe('the range pipeline', () => {
  it('returns scanned ranges in chain order, whichever scan ends first', async () => {
    const ends: (() => void)[] = [];
    const pipeline = createRangePipeline(
      readerOf(3),
      ({ startHeight }) => new Promise<number>((resolve) => (ends[startHeight] = () => resolve(startHeight))),
      3,
    );
    const first = pipeline.next();
    await settled();
    for (const startHeight of [1, 2, 0]) ends[startHeight]!();
    const all = [await first, await pipeline.next(), await pipeline.next(), await pipeline.next()];
    expect(all).toEqual([0, 1, 2, undefined]);
  });
  it('reads no more ranges than its limit ahead of the caller', async () => {
    const reader = readerOf(10);
    const pipeline = createRangePipeline(reader, ({ startHeight }) => Promise.resolve(startHeight), 2);
    await pipeline.next();
    await settled();
    expect(reader.read).toBe(3);
  });
  it('returns the ranges read before a failed read, then throws its error', async () => {
    const reader = readerOf(2, new Error('no answer'));
    const pipeline = createRangePipeline(reader, ({ startHeight }) => Promise.resolve(startHeight), 5);
    expect([await pipeline.next(), await pipeline.next()]).toEqual([0, 1]);
    await expect(pipeline.next()).rejects.toThrow('no answer');
    await expect(pipeline.next()).rejects.toThrow('no answer');
  });
  it('leaves no range out after a failed scan: each further call throws its error', async () => {
    const pipeline = createRangePipeline(
      readerOf(3),
      ({ startHeight }) =>
        startHeight === 1 ? Promise.reject(new Error('bad block')) : Promise.resolve(startHeight),
      3,
    );
    expect(await pipeline.next()).toBe(0);
    await expect(pipeline.next()).rejects.toThrow('bad block');
    await expect(pipeline.next()).rejects.toThrow('bad block');
  });
  it('replaces all ranges that wait, at once and in order, and not those read later', async () => {
    const pipeline = createRangePipeline(
      readerOf(4),
      ({ startHeight }) => Promise.resolve(`${startHeight}`),
      2,
    );
    expect(await pipeline.next()).toBe('0');
    await settled();
    const replaced: string[] = [];
    pipeline.replaceWaiting((range) => {
      replaced.push(range);
      return Promise.resolve(`${range} again`);
    });
    await settled();
    expect(replaced).toEqual(['1', '2']);
    const all = [await pipeline.next(), await pipeline.next(), await pipeline.next(), await pipeline.next()];
    expect(all).toEqual(['1 again', '2 again', '3', undefined]);
  });
  it('throws the error of a failed replacement when its range is due', async () => {
    const pipeline = createRangePipeline(readerOf(3), ({ startHeight }) => Promise.resolve(startHeight), 2);
    expect(await pipeline.next()).toBe(0);
    await settled();
    pipeline.replaceWaiting((range) =>
      range === 2 ? Promise.reject(new Error('stopped')) : Promise.resolve(range),
    );
    expect(await pipeline.next()).toBe(1);
    await expect(pipeline.next()).rejects.toThrow('stopped');
  });
});
