import { describe, expect, it } from 'vitest';
import { decodeBlocks, getRawBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import type { DecodedBlock } from '../../../src/ports/block-source.ts';
import { epee, writeEpee, type EpeeFields } from '../../../src/protocol/encoding/epee.ts';
import { expectFault } from '../../support/faults.ts';
import { listsOf } from '../../support/index-lists.ts';

const blob = (...bytes: number[]) => Uint8Array.from(bytes);
const txs = (...blobs: Uint8Array[]) =>
  epee.sections(
    blobs.map((one) => ({ blob: epee.bytes(one), prunable_hash: epee.bytes(new Uint8Array(32)) })),
  );
const indices = (...lists: number[][]): EpeeFields => ({
  indices: epee.sections(lists.map((list) => ({ indices: epee.u64s(list) }))),
});

/** Two blocks as monerod writes them; the first has two transactions, the second of which has no output. */
const honest = {
  blocks: epee.sections([
    { pruned: epee.bool(true), block: epee.bytes(blob(1, 2, 3)), txs: txs(blob(4), blob(5, 6)) },
    { pruned: epee.bool(true), block: epee.bytes(blob(7)) },
  ]),
  output_indices: epee.sections([indices([10], [11, 2 ** 40], []), indices([12])]),
  start_height: epee.u64(100),
  current_height: epee.u64(102),
  daemon_time: epee.u64(1_700_000_000),
  pool_info_extent: epee.u8(0),
  credits: epee.u64(0),
  status: epee.text('OK'),
  top_hash: epee.text(''),
  untrusted: epee.bool(false),
};
const answer = (change: EpeeFields = {}): Uint8Array<ArrayBuffer> =>
  new Uint8Array(writeEpee({ ...honest, ...change }));
/** Expects a fault from the receiver of the answer and from the decoder. */
const refused = (change: EpeeFields, code?: string) => {
  const bytes = answer(change);
  expectFault(() => getRawBlocks({}).read(bytes), code);
  expectFault(() => decodeBlocks(bytes), code);
};

const compared = ({ block, txs, ...rest }: DecodedBlock) => ({
  block,
  txs,
  lists: listsOf({ block, txs, ...rest }),
});

describe('an answer of /getblocks.bin', () => {
  it('is read for its counts and heights without decoding blocks', () => {
    const bytes = answer();
    const { offsets, ...raw } = getRawBlocks({}).read(bytes);
    expect(raw).toEqual({ bytes: bytes.buffer, startHeight: 100, count: 2, chainHeight: 102 });
    expect(decodeBlocks(bytes, offsets).map(compared)).toEqual(decodeBlocks(bytes).map(compared));
  });
  it('is split into views of blocks, transactions and indices', () => {
    const bytes = answer();
    const blocks = decodeBlocks(bytes);
    expect(blocks.map(compared)).toEqual([
      { block: blob(1, 2, 3), txs: [blob(4), blob(5, 6)], lists: [[10], [11, 2 ** 40], []] },
      { block: blob(7), txs: [], lists: [[12]] },
    ]);
    expect(blocks[0]!.txs[1]!.buffer).toBe(bytes.buffer);
  });
  it('may contain nothing new', () => {
    const bytes = answer({ blocks: undefined, output_indices: undefined, start_height: epee.u64(0) });
    expect(getRawBlocks({}).read(bytes)).toMatchObject({ startHeight: 0, count: 0, chainHeight: 102 });
    expect(decodeBlocks(bytes)).toEqual([]);
  });
  it('must begin at the requested height', () => {
    expect(getRawBlocks({ startHeight: 100 }).read(answer())).toMatchObject({ startHeight: 100, count: 2 });
    expectFault(() => getRawBlocks({ startHeight: 99 }).read(answer()), 'bad_answer');
  });
  it('is refused when its status is not OK, before anything else is checked', () => {
    refused({ status: epee.text('BUSY'), blocks: undefined, output_indices: undefined }, 'says_busy');
    refused({ status: epee.text('Failed'), start_height: undefined }, 'says_error');
    refused({ status: undefined });
    refused({ status: epee.bool(true) });
  });
  it('is refused when heights are missing, absurd or do not match the count', () => {
    refused({ start_height: undefined });
    refused({ current_height: undefined });
    refused({ current_height: epee.u64(101) });
    refused({ current_height: epee.u64(2n ** 63n) });
    refused({ current_height: epee.u64(600_000_000) });
    refused({ start_height: epee.text('100') });
  });
  it('is refused when blocks and indices differ in number', () => {
    refused({ output_indices: epee.sections([indices([10], [11], [])]) });
    refused({ output_indices: undefined });
    refused({ blocks: epee.sections(Array.from({ length: 1001 }, () => ({ block: epee.bytes(blob(1)) }))) });
    refused({ blocks: epee.byteStrings([blob(1), blob(2)]) });
  });
  it('is refused by the decoder when a block is too large, or an output index is impossible', () => {
    const bad = (change: EpeeFields) =>
      expectFault(() => decodeBlocks(answer(change)).map(compared), 'bad_answer');
    bad({ output_indices: epee.sections([indices([10], [11, 2 ** 50], []), indices([12])]) });
    bad({
      blocks: epee.sections([
        { block: epee.bytes(blob(1)), txs: txs(blob(4), new Uint8Array(1_000_001)) },
        { block: epee.bytes(blob(7)) },
      ]),
    });
  });
  it('is refused when a block is empty or has the indices of another', () => {
    refused({ output_indices: epee.sections([indices([10], [11]), indices([12])]) });
    refused({ blocks: epee.sections([{ pruned: epee.bool(true) }, { block: epee.bytes(blob(7)) }]) });
  });
  // threat: malformed-input
  it('is refused when sections are nested in unknown fields', () => {
    let deep: EpeeFields = { x: epee.u8(1) };
    for (let i = 0; i < 200; i++) deep = { x: epee.section(deep) };
    refused(deep);
  });
});
