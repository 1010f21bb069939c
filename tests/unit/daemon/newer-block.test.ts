/** Answers with blocks of a version that this build does not know: all below them is read, in both scans. */
import { beforeAll, describe, expect, it } from 'vitest';
import { asPublicKey } from '../../../src/base/brands.ts';
import { decodeBlocks, getRawBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { installKernel } from '../../../src/kernel/kernel.ts';
import type { RawBlocks } from '../../../src/ports/block-source.ts';
import { blockId, readBlock, writeBlock } from '../../../src/protocol/block/block.ts';
import type { Block } from '../../../src/protocol/block/types.ts';
import { epee, writeEpee } from '../../../src/protocol/encoding/epee.ts';
import { buildTable, scanKeysOf } from '../../../src/wallet/account/lookahead.ts';
import { splitIntoChunks } from '../../../src/wallet/scan/chunks.ts';
import { createScanner } from '../../../src/wallet/scan/find-outputs.ts';
import { scanFast } from '../../../src/wallet/scan/scan-fast.ts';
import { scanRange } from '../../../src/wallet/scan/scan-range.ts';
import { scanReference } from '../../../src/wallet/scan/scan-reference.ts';
import { writeCarrotBlock, writeLaterBlock } from '../../support/later-blocks.ts';
import { expectFault } from '../../support/faults.ts';
import { BUILDS, startOnNode } from '../../property/kernel/builds.ts';
import { bytesOf } from '../wallet/test-chain.ts';
import { testAccount } from '../wallet/test-ledger.ts';

const FIRST = 50;
const blockAt = (height: number, majorVersion: number): Block => ({
  header: {
    majorVersion,
    minorVersion: majorVersion,
    timestamp: 1_700_000_000 + height,
    prevHash: bytesOf(`block ${height - 1}`),
    nonce: 7,
  },
  minerTx: {
    prefix: {
      version: 2,
      unlockTime: BigInt(height + 60),
      inputs: [{ kind: 'gen', height }],
      outputs: [{ amount: 600_000_000_000n, key: asPublicKey(bytesOf('miner')), viewTag: 1 }],
      extra: new Uint8Array(0),
    },
    signatures: [],
    rct: { type: 0, fee: 0n, pseudoOuts: [], ecdh: [], commitments: [] },
  },
  txHashes: [],
});
const today = (height: number): Uint8Array => writeBlock(blockAt(height, 16));
const later = (height: number): Uint8Array => writeLaterBlock(blockAt(height, 17));
const carrot = (height: number): Uint8Array => writeCarrotBlock(blockAt(height, 18).header, height);
const withHeader = (version: number): Uint8Array => writeBlock(blockAt(FIRST, version));

const read = (blocks: readonly Uint8Array[], reads?: number): RawBlocks => {
  const bytes = writeEpee({
    blocks: epee.sections(blocks.map((block) => ({ pruned: epee.bool(true), block: epee.bytes(block) }))),
    output_indices: epee.sections(
      blocks.map((_, i) => ({ indices: epee.sections([{ indices: epee.u64s([40 + i]) }]) })),
    ),
    start_height: epee.u64(FIRST),
    current_height: epee.u64(FIRST + blocks.length),
    status: epee.text('OK'),
  });
  return getRawBlocks({ startHeight: FIRST }, reads).read(new Uint8Array(bytes));
};
const account = testAccount();
const scanner = createScanner(scanKeysOf(account, buildTable(account, [2]).table));

describe.each(BUILDS)('an answer with blocks of versions 17 and 18 (%s)', (build) => {
  beforeAll(async () => installKernel(await startOnNode(build)));

  it('is cut at the first of them, and both scans read the same blocks below', () => {
    const raw = read([today(50), today(51), later(52), carrot(53)]);
    expect(raw).toMatchObject({ startHeight: 50, count: 2, chainHeight: 54 });
    expect(raw.newer).toEqual({
      height: 52,
      version: 17,
      timestamp: 1_700_000_052,
      prevHash: bytesOf('block 51'),
    });
    const below = read([today(50), today(51)]);
    for (const chunkWork of [1, 1000]) {
      const ranges = [...splitIntoChunks(raw, chunkWork)];
      const expected = [...splitIntoChunks(below, chunkWork)];
      expect(ranges.map(({ startHeight, count }) => [startHeight, count])).toEqual(
        expected.map(({ startHeight, count }) => [startHeight, count]),
      );
      for (const [i, range] of ranges.entries()) {
        const fast = scanFast(scanner, range, decodeBlocks);
        const slow = scanReference(scanner, range, decodeBlocks);
        expect(fast?.blocks).toEqual(slow.blocks);
        expect(slow.blocks).toEqual(scanReference(scanner, expected[i]!, decodeBlocks).blocks);
      }
    }
  });
});

describe('a cut answer', () => {
  it('has no block when the first one is of an unknown version', () => {
    expect(read([carrot(50), carrot(51)])).toMatchObject({
      startHeight: 50,
      count: 0,
      newer: { height: 50 },
    });
  });
  it('does not copy the answer to other threads', () => {
    const { newer } = read([today(50), later(51)]);
    expect(newer!.prevHash.buffer.byteLength).toBe(32);
  });
  it('reaches as far as the build knows versions', () => {
    expect(read([today(50), later(51), carrot(52)], 17)).toMatchObject({ count: 2, newer: { version: 18 } });
    expect(read([today(50), today(51)]).newer).toBeUndefined();
  });
  it('reads nothing but the header of an unknown block: any bytes may follow it', () => {
    const header = later(51).subarray(0, 60);
    expect(read([today(50), header])).toMatchObject({ count: 1, newer: { height: 51, version: 17 } });
  });
  it.each([17, 127, 128, 255])('ends at version %i', (version) => {
    expect(read([withHeader(version)])).toMatchObject({ count: 0, newer: { version } });
  });
  it('is a bad answer when the header of the unknown block ends early', () => {
    expectFault(() => read([today(50), later(51).subarray(0, 20)]), 'truncated');
    expectFault(() => read([Uint8Array.of(0x90, 0)]), 'bad_varint');
  });
  it('lets a build that knows version 17 scan such blocks', () => {
    const raw = read([today(50), later(51), later(52)], 17);
    const range = scanRange(scanner, raw, decodeBlocks);
    expect(range.blocks.count).toBe(3);
    const [, second] = [50, 51].map((height) => blockAt(height, height === 50 ? 16 : 17));
    const id = blockId(readBlock(writeLaterBlock(second!)));
    expect(range.blocks.ids.subarray(32, 64)).toEqual(id);
  });
});

describe('what is unknown in a block of a known version', () => {
  it.each([
    ['output tag 0', carrot(50), 16],
    ['bytes after the transaction hashes', later(50), 16],
  ])('is a bad answer of the node: %s', (_name, bytes, version) => {
    const block = bytes.slice();
    block[0] = version;
    expectFault(() => scanRange(scanner, read([block]), decodeBlocks), 'node_bad_answer');
  });
});
