/** A block that a node shows must be the one that was asked for: its bytes are hashed. Answer: recorded from monerod. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { lookUpBlock } from '../../../src/daemon/json/get-block.ts';

const { exchanges } = JSON.parse(
  readFileSync(new URL('../../vectors/daemon/rows.json', import.meta.url), 'utf8'),
) as { exchanges: { get_block: { answer: string } } };
const answer = Buffer.from(exchanges.get_block.answer, 'base64').toString();
const { result } = JSON.parse(answer) as {
  result: {
    blob: string;
    block_header: { hash: string; height: number; reward: number };
    tx_hashes: string[];
  };
};
const { hash, height, reward } = result.block_header;
const ASKED = fromHex(hash);

/** What the reader says about the answer with some text replaced, all its occurrences. */
const read = (at: number | Uint8Array, find = '', replace = ''): unknown => {
  const text = find === '' ? answer : answer.replaceAll(find, replace);
  if (find !== '') expect(text).not.toBe(answer);
  try {
    return lookUpBlock(at).read(new Uint8Array(Buffer.from(text)));
  } catch (error) {
    if (isFault(error)) return error.code;
    throw error;
  }
};

describe('a block that was looked up', () => {
  it('is read from its bytes, by its hash and by its height', () => {
    for (const at of [ASKED, height]) {
      const block = read(at) as ReturnType<ReturnType<typeof lookUpBlock>['read']>;
      expect(toHex(block.hash)).toBe(hash);
      expect(block).toMatchObject({ height, reward: BigInt(reward), onChain: true, majorVersion: 16 });
      expect(block.txids.map(toHex)).toEqual(result.tx_hashes);
    }
  });
  // threat: changed-blocks
  it('is refused when it is not the one that was asked for', () => {
    expect(read(height + 1)).toBe('bad_answer');
    expect(read(fromHex('ab'.repeat(32)))).toBe('bad_answer');
  });
  // threat: changed-blocks
  it('is refused when its bytes have another hash', () => {
    const { blob } = result;
    // The nonce, behind two version bytes, a time of five bytes and a hash.
    expect(read(height, blob, `${blob.slice(0, 78)}01${blob.slice(80)}`)).toBe('bad_answer');
  });
  it('is refused when its header has another height than its bytes', () => {
    expect(read(ASKED, `"height": ${height}`, `"height": ${height + 1}`)).toBe('bad_answer');
  });
  it('has the reward of its bytes, not the one that the node reports', () => {
    expect(read(height, `"reward": ${reward}`, '"reward": 1')).toMatchObject({ reward: BigInt(reward) });
  });
});
