import { describe, expect, test } from 'vitest';
import { equalBytes } from '../../../src/base/bytes.ts';
import { toHex } from '../../../src/base/hex.ts';
import { decodeBlocks, getRawBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { blockId, readBlock } from '../../../src/protocol/block/block.ts';
import { repeatChain } from '../../bench/repeated-chain.ts';
import { recordedChain } from '../../vectors/regtest/recorded-chain.ts';

const real = recordedChain();

describe('the repeated chain of the bench', () => {
  const read = async () => {
    const chain = await repeatChain(real.bytes, { blocks: 1200, txsPerBlock: 3 });
    const blocks = [];
    for (let height = 1; height < chain.height;) {
      const { body, read: parse } = getRawBlocks({ startHeight: height });
      const raw = parse(chain.answer(body) as Uint8Array<ArrayBuffer>);
      expect(raw.startHeight).toBe(height);
      blocks.push(...decodeBlocks(new Uint8Array(raw.bytes), raw.offsets));
      height += raw.count;
    }
    return { chain, blocks };
  };
  test('has blocks that follow each other and coinbases of their heights', async () => {
    const { chain, blocks } = await read();
    expect(blocks).toHaveLength(1200);
    let previous: Uint8Array | undefined;
    for (const [i, { block, txs }] of blocks.entries()) {
      const parsed = readBlock(block);
      expect(parsed.minerTx.prefix.inputs).toEqual([{ kind: 'gen', height: i + 1 }]);
      expect(txs).toHaveLength(3);
      expect(previous === undefined || equalBytes(parsed.header.prevHash, previous)).toBe(true);
      previous = blockId(parsed);
    }
    expect(toHex(previous!)).toBe(chain.topHash);
  });
  test('numbers its RingCT outputs from 0, the first after the genesis block', async () => {
    const { blocks } = await read();
    const indices = blocks.flatMap(({ outputCounts, indicesOf }) =>
      Array.from(outputCounts, (_, tx) => indicesOf(tx)).flat(),
    );
    expect(indices.every((index, i) => index === i)).toBe(true);
  });
  test('answers a wallet that has its newest block with no blocks', async () => {
    const chain = await repeatChain(real.bytes, { blocks: 10, txsPerBlock: 3 });
    const top = Uint8Array.from(Buffer.from(chain.topHash, 'hex'));
    const { body, read: parse } = getRawBlocks({ history: [top] });
    const raw = parse(chain.answer(body) as Uint8Array<ArrayBuffer>);
    expect([raw.count, raw.chainHeight]).toEqual([0, 11]);
  });
});
