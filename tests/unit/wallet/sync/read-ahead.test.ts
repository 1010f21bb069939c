import { describe, expect, it } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import { getRawBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import type { RawBlocks } from '../../../../src/ports/block-source.ts';
import { answerSize, blocksOfSize } from '../../../../src/wallet/sync/answer-size.ts';
import { createReadAhead } from '../../../../src/wallet/sync/read-ahead.ts';
import { settled } from '../../../support/settled.ts';
import { recordedChain } from '../../../vectors/regtest/recorded-chain.ts';

const BLOCK_BYTES = 10_000;

/** A node whose answers wait until the test releases them. */
const slowNode = (chainHeight: number, { most = Infinity }: { readonly most?: number } = {}) => {
  const asked: { height: number; blocks: number; signal: AbortSignal }[] = [];
  const open: { resolve: (raw: RawBlocks) => void; reject: (error: Error) => void }[] = [];
  const blocks = (startHeight: number, wanted: number): RawBlocks => {
    const count = Math.min(wanted, most, chainHeight - startHeight);
    return { bytes: new ArrayBuffer(count * BLOCK_BYTES), startHeight, count, chainHeight };
  };
  const waiting = new Set<number>();
  const from = (height: number, wanted: number, signal: AbortSignal): Promise<RawBlocks> => {
    const index = asked.push({ height, blocks: wanted, signal }) - 1;
    waiting.add(index);
    return new Promise<RawBlocks>((resolve, reject) => {
      open[index] = { resolve, reject };
      signal.addEventListener('abort', () => reject(new Fault('cancelled', {})));
    }).finally(() => waiting.delete(index));
  };
  return {
    asked,
    first: (count: number) => Promise.resolve(blocks(0, count)),
    from,
    get inFlight() {
      return waiting.size;
    },
    answer: async (index: number) => {
      const { height, blocks: wanted } = asked[index]!;
      open[index]!.resolve(blocks(height, wanted));
      await settled();
    },
    refuse: async (index: number, error: Error) => {
      open[index]!.reject(error);
      await settled();
    },
  };
};
const readerOf = (node: ReturnType<typeof slowNode>, count = 200) => {
  const clock = { now: () => 0 };
  const { signal } = new AbortController();
  return createReadAhead({ first: node.first(count), from: node.from, clock, signal });
};
const unreachable = () => new Fault('node_unreachable', { address: '' });

describe('reading ahead', () => {
  it('keeps two requests in flight, and gives their blocks in chain order whichever ends first', async () => {
    const node = slowNode(2000);
    const reader = readerOf(node);
    const heights: number[] = [];
    heights.push((await reader.next())!.startHeight);
    expect(node.asked.map(({ height, blocks }) => [height, blocks])).toEqual([
      [200, 300],
      [500, 600],
    ]);
    const next = reader.next();
    await node.answer(1);
    expect(node.asked).toHaveLength(2);
    await node.answer(0);
    heights.push((await next)!.startHeight);
    expect(node.inFlight).toBe(1);
    heights.push((await reader.next())!.startHeight);
    expect(node.inFlight).toBe(2);
    await node.answer(2);
    heights.push((await reader.next())!.startHeight);
    expect(heights).toEqual([0, 200, 500, 1100]);
  });
  it('reads into the buffers of answers whose blocks were all taken', async () => {
    const { bytes, ...recorded } = getRawBlocks({}).read(recordedChain().bytes.slice());
    const given: ArrayBuffer[] = [];
    const kept: ArrayBuffer[] = [];
    const answerAt = (startHeight: number) => {
      // Longer than the answer, which is therefore copied although it is one chunk.
      const buffer = new ArrayBuffer(bytes.byteLength + 8);
      new Uint8Array(buffer).set(new Uint8Array(bytes));
      kept.push(buffer);
      const size = bytes.byteLength;
      return { ...recorded, bytes: buffer, size, startHeight, chainHeight: 100 * recorded.count };
    };
    const reader = createReadAhead({
      first: Promise.resolve(answerAt(0)),
      from: (height, _blocks, _signal, room) => {
        given.push(room);
        return Promise.resolve(answerAt(height));
      },
      clock: { now: () => 0 },
      signal: new AbortController().signal,
    });
    // A node that sends another number of blocks than was asked for gets one request at a time.
    for (let chunks = 0; given.length < 6; chunks++) {
      expect(chunks).toBeLessThan(1000);
      await reader.next();
    }
    expect(given.slice(0, 2).map(({ byteLength }) => byteLength)).toEqual([0, 0]);
    expect(given.slice(2).every((room) => kept.includes(room))).toBe(true);
    expect(new Set(given.slice(2)).size).toBe(given.length - 2);
  });
  it('asks for nothing beyond the chain', async () => {
    const node = slowNode(450);
    const reader = readerOf(node);
    await reader.next();
    expect(node.asked).toHaveLength(1);
    await node.answer(0);
    expect((await reader.next())!.count).toBe(250);
    expect(await reader.next()).toBeUndefined();
    expect(node.asked).toHaveLength(1);
  });
  it('asks again, one at a time, where a node sends fewer blocks than it was asked for', async () => {
    const node = slowNode(2000, { most: 100 });
    const reader = readerOf(node, 100);
    await reader.next();
    await node.answer(0);
    expect((await reader.next())!.startHeight).toBe(100);
    // The request from 300 on was cancelled, since the blocks from 200 on did not come.
    expect(node.asked[1]!.signal.aborted).toBe(true);
    expect(node.asked[2]!.height).toBe(200);
    await node.answer(2);
    expect((await reader.next())!.startHeight).toBe(200);
    expect(node.inFlight).toBe(1);
  });
  it('asks alone for what a node refused beside another request', async () => {
    const node = slowNode(2000);
    const reader = readerOf(node);
    await reader.next();
    await node.refuse(1, unreachable());
    await node.answer(0);
    await reader.next();
    const next = reader.next();
    await settled();
    const again = node.asked.at(-1)!;
    expect(again.height).toBe(500);
    await node.answer(node.asked.length - 1);
    expect((await next)!.startHeight).toBe(500);
    expect(node.inFlight).toBe(1);
  });
  it('throws the failure of a request that was alone, and other faults, at once', async () => {
    const node = slowNode(2000);
    const reader = readerOf(node);
    await reader.next();
    await node.refuse(0, unreachable());
    await expect(reader.next()).rejects.toThrow('node_unreachable');
    const other = slowNode(2000);
    const second = readerOf(other);
    await second.next();
    await other.answer(0);
    await other.refuse(1, new Fault('node_bad_answer', { address: '', what: 'nonsense' }));
    await second.next();
    await expect(second.next()).rejects.toThrow('node_bad_answer');
  });
  it('cancels the requests in flight when reading stops', async () => {
    const node = slowNode(2000);
    const reader = readerOf(node);
    await reader.next();
    reader.stop();
    await settled();
    expect(node.asked.every(({ signal }) => signal.aborted)).toBe(true);
    expect(node.inFlight).toBe(0);
  });
});

describe('the size of an answer', () => {
  it('is what the link carries in two seconds, within its limits', () => {
    expect(answerSize(1_000_000, 1000)).toBe(2_000_000);
    expect(answerSize(1_000_000, 100)).toBe(6_000_000);
    expect(answerSize(1_000_000, 60_000)).toBe(200_000);
    expect(answerSize(1_000_000, undefined)).toBe(6_000_000);
  });
  it('becomes at most four times as many blocks as the last answer, and 10 to 1000', () => {
    const last = (count: number, size: number) => ({ count, bytes: new ArrayBuffer(count * size) });
    expect(blocksOfSize(6_000_000, last(200, 1000))).toBe(800);
    expect(blocksOfSize(6_000_000, last(900, 1000))).toBe(1000);
    expect(blocksOfSize(6_000_000, last(200, 60_000))).toBe(100);
    expect(blocksOfSize(6_000_000, last(1, 7_000_000))).toBe(10);
  });
});
