/** Blocks of a real monerod in compact form: their size, and what wallets find in them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeBlocks, getRawBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { installKernel } from '../../../src/kernel/kernel.ts';
import { positionsOf, readCompact, writeCompact } from '../../../src/protocol/compact/compact-blocks.ts';
import { reduceBlocks } from '../../../src/protocol/compact/reduce-blocks.ts';
import { joinCompact, sliceCompact } from '../../../src/protocol/compact/slice.ts';
import { findOwnOutputs, findTaggedOutputs } from '../../../src/wallet/scan/compact-scan.ts';
import { differenceOf } from '../../../src/wallet/relay/wanted-blocks.ts';
import { scanFast } from '../../../src/wallet/scan/scan-fast.ts';
import { startOnNode } from '../../property/kernel/builds.ts';
import { recordedChain, scannerOf } from './recorded-chain.ts';

const chain = recordedChain();
const raw = getRawBlocks({ startHeight: 0 }).read(chain.bytes);
const reduced = () =>
  reduceBlocks(decodeBlocks(new Uint8Array(raw.bytes), raw.offsets), raw.startHeight, raw.chainHeight);

describe('compact blocks of a real chain', () => {
  beforeAll(async () => installKernel(await startOnNode('simd')));

  it('take less than 0.15 of what the node sent, with the output keys of a fifth of the blocks', () => {
    const { blocks, outputKeys } = reduced();
    const size = writeCompact(blocks).length;
    const keys = outputKeys.reduce((sum, each) => sum + each.length, 0);
    expect(size + 0.21 * keys).toBeLessThan(0.15 * chain.bytes.length);
  });

  it('are read as they were written, in one piece and in parts', () => {
    const { blocks } = reduced();
    const bytes = writeCompact(blocks);
    expect(writeCompact(readCompact(bytes))).toEqual(bytes);
    const parts = [0, 3, 4, blocks.count].flatMap((end, i, ends) =>
      i === 0 ? [] : [sliceCompact(blocks, ends[i - 1]!, end)],
    );
    expect(parts).toHaveLength(3);
    expect(writeCompact(joinCompact(parts)!)).toEqual(bytes);
    expect(joinCompact([parts[0]!, parts[2]!])).toBeUndefined();
    const one = sliceCompact(blocks, 4, 5);
    expect(differenceOf(one, sliceCompact(parts[2]!, 0, 1))).toBeUndefined();
    expect(differenceOf(one, sliceCompact(blocks, 5, 6))).toBe('its id');
  });

  it.each(['C', 'S'] as const)('show wallet %s the blocks with its money', async (name) => {
    const scanner = await scannerOf(chain.seeds[name]);
    const { blocks, outputKeys } = reduced();
    const found = findTaggedOutputs(scanner, writeCompact(blocks));
    const keys = new Uint8Array(found.derivations.length);
    found.blocks.forEach((block, i) => {
      const at = 32 * found.outputs[i]!;
      keys.set(outputKeys[block]!.subarray(at, at + 32), 32 * i);
    });
    const own = new Set(findOwnOutputs(scanner, found, keys).map((i) => found.blocks[i]));
    const range = scanFast(scanner, raw, decodeBlocks)!;
    const expected = new Set(
      range.found.map(({ tx }) => range.blocks.firstTx.findLastIndex((first) => first <= tx)),
    );
    expect(expected.size).toBeGreaterThan(0);
    expect([...own].sort()).toEqual([...expected].sort());
    expect(positionsOf(blocks).outputAt.at(-1)).toBe(chain.counts.outputs);
  });
});
