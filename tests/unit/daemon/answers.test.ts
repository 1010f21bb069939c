import { describe, expect, it } from 'vitest';
import { toHex } from '../../../src/base/hex.ts';
import { isFault } from '../../../src/base/fault.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { expectFault } from '../../support/faults.ts';
import { listsOf } from '../../support/index-lists.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { recordedAnswer, recordedAnswers } from './recorded.ts';

const read = (name: string): unknown => {
  const { endpoint, answer } = recordedAnswer(name);
  return endpoint.read(answer);
};

describe('recorded answers of a real monerod', () => {
  it.each(recordedAnswers.map(({ name }) => name))("are the answer to today's request of %s", (name) => {
    const { endpoint, request } = recordedAnswer(name);
    expect(endpoint.path).toBe(name.startsWith('/') ? name : '/json_rpc');
    expect(toHex(endpoint.body)).toBe(toHex(request));
  });
  it('contain height and hash of the tip', () => {
    expect(read('/get_info')).toMatchObject({ height: 92, devnet: true, synchronized: true });
    expect(read('get_version')).toEqual({ major: 3, minor: 14 });
  });
  it('contain the pool, with weights and fees in raw bytes inside JSON', () => {
    expect(read('/get_transaction_pool_hashes')).toHaveLength(1);
    expect(read('get_txpool_backlog')).toEqual([{ weight: 21277, fee: 25532400000n }]);
  });
  it('contain outputs, ids, headers, key images and transactions', () => {
    expect(read('/get_outs.bin')).toHaveLength(100);
    expect(read('/get_output_distribution.bin')).toMatchObject({ startHeight: 0 });
    expect(read('get_block_headers_range')).toHaveLength(1);
    expect(read('/get_transactions')).toHaveLength(1);
    expect(new Set(read('/is_key_image_spent') as number[])).toEqual(new Set([1]));
  });
  it('contain blocks', () => {
    const { answer } = recordedAnswer('/getblocks.bin');
    expect(read('/getblocks.bin')).toMatchObject({ startHeight: 0, count: 91, chainHeight: 91 });
    const blocks = decodeBlocks(answer);
    expect(blocks).toHaveLength(91);
    expect(listsOf(blocks[90]!)).toEqual([[89]]);
    expect(blocks[90]!.block.buffer).toBe(answer.buffer);
  });
  it('contain refusals with their reasons', () => {
    expect(read('/send_raw_transaction')).toEqual({
      accepted: false,
      notRelayed: false,
      reason: 'Sanity check failed',
      flags: ['sanity_check_failed'],
    });
    expectFault(() => read('/start_mining'), 'says_error');
    expectFault(() => read('/stop_mining'), 'says_error');
  });
});

/** A reader may throw a fault, or an error that `ask` reports as a malformed answer. Any other error is a bug. */
const isFinding = (error: unknown): boolean =>
  isFault(error) || error instanceof SyntaxError || error instanceof RangeError;

describe.each(recordedAnswers.map(({ name }) => name))('a damaged answer of %s', (name) => {
  const { endpoint, answer } = recordedAnswer(name);
  const judge = (bytes: Uint8Array<ArrayBuffer>): void => {
    try {
      endpoint.read(bytes);
      if (name === '/getblocks.bin') decodeBlocks(bytes);
    } catch (error) {
      if (!isFinding(error)) throw error;
    }
  };
  it('is read or refused with a fault, whichever bytes were changed', () => {
    const random = seededRandom(`damage ${name}`);
    for (let round = 0; round < 400; round++) {
      const bytes = answer.slice();
      const [hits] = random(1);
      for (let i = 0; i <= hits! % 4; i++) {
        const [low, high, value] = random(3);
        bytes[(low! | (high! << 8)) % bytes.length] = value!;
      }
      judge(bytes);
    }
  });
  it('is refused when its end is missing', () => {
    for (let length = 0; length < answer.length; length += Math.ceil(answer.length / 150)) {
      const cut = answer.slice(0, length);
      expect(() => endpoint.read(cut)).toThrow();
      judge(cut);
    }
  });
});
