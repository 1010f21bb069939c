/** A relay says false things, and the wallet notices each of them within one pass. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Fault, isFault } from '../../../../src/base/fault.ts';
import type { CompactSource } from '../../../../src/ports/compact-source.ts';
import {
  noBlocks,
  readCompact,
  writeCompact,
  type CompactColumns,
} from '../../../../src/protocol/compact/compact-blocks.ts';
import { inTier } from '../../../support/tier.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';
import { createRealChain, type RealChain } from './real-chain.ts';
import { NODE, readerOf, recordsOf, RELAY, type Reader } from './relay-wallet.ts';

/** A relay that changes each answer with blocks. */
const changed = (
  relay: CompactSource,
  change: (blocks: CompactColumns) => CompactColumns,
): CompactSource => ({
  ...relay,
  compactBlocks: async (...asked) => writeCompact(change(readCompact(await relay.compactBlocks(...asked)))),
});
const withByte = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
/** The last byte of a column: of the last block, which is always compared. */
const lastByte = (name: 'ids' | 'keys' | 'tags' | 'images') => (blocks: CompactColumns) => ({
  ...blocks,
  [name]: withByte(blocks[name], blocks[name].length - (name === 'images' ? 3 : 1)),
});
const lastNumber = (numbers: Uint32Array, by: number): Uint32Array =>
  numbers.map((each, i) => (i === numbers.length - 1 ? each + by : each));

const LIES: readonly (readonly [
  what: string,
  says: string,
  change: (blocks: CompactColumns) => CompactColumns,
])[] = [
  ['the id of a block', 'its id', lastByte('ids')],
  ['the time of a block', 'its time', (blocks) => ({ ...blocks, times: lastNumber(blocks.times, 1) })],
  [
    'the reward of a block',
    'its reward',
    (blocks) => ({ ...blocks, rewards: [...blocks.rewards.slice(0, -1), 1n] }),
  ],
  [
    'the number of outputs before the blocks',
    'the number of outputs before it',
    (blocks) => ({ ...blocks, firstOutput: blocks.firstOutput + 7 }),
  ],
  [
    'the number of outputs of a block',
    'the number of its outputs',
    (blocks) => ({ ...blocks, rctOutputs: lastNumber(blocks.rctOutputs, 1) }),
  ],
  ['a view tag, which hides an output', 'its view tags', lastByte('tags')],
  ['a public key, which hides a payment', 'public keys of its transactions', lastByte('keys')],
  ['a key image, which hides a spend', 'its key images', lastByte('images')],
  ['a transaction that it leaves out', 'has another number of keys than of view tags', withoutLastTx],
  ['a transaction that it invents', 'has another number of keys than of view tags', withAnotherTx],
  [
    'an input that it leaves out',
    'inputs and outputs of its transactions',
    (blocks) => ({ ...blocks, inputs: lastInputs(blocks, -1), images: blocks.images.slice(0, -3) }),
  ],
  [
    'an input that it invents',
    'inputs and outputs of its transactions',
    (blocks) => ({
      ...blocks,
      inputs: lastInputs(blocks, 1),
      images: Uint8Array.from([...blocks.images, 1, 2, 3]),
    }),
  ],
  ['a block of which it says nothing', 'has another number of keys than of view tags', saysNothing],
];

function lastInputs({ inputs }: CompactColumns, by: number): Uint8Array {
  return inputs.map((each, i) => (i === inputs.length - 1 ? each + by : each));
}
function withoutLastTx(blocks: CompactColumns): CompactColumns {
  const { inputs, outputs, images, tags, keys, odd, txs } = blocks;
  return {
    ...blocks,
    txs: lastNumber(txs, -1),
    inputs: inputs.slice(0, -1),
    outputs: outputs.slice(0, -1),
    images: images.slice(0, -3 * inputs.at(-1)!),
    tags: tags.slice(0, -outputs.at(-1)!),
    keys: keys.slice(0, -32),
    odd,
  };
}
function withAnotherTx(blocks: CompactColumns): CompactColumns {
  const { inputs, outputs, images, tags, keys, txs } = blocks;
  return {
    ...blocks,
    txs: lastNumber(txs, 1),
    inputs: Uint8Array.from([...inputs, 1]),
    outputs: Uint8Array.from([...outputs, 1]),
    images: Uint8Array.from([...images, 9, 9, 9]),
    tags: Uint8Array.from([...tags, 9]),
    keys: Uint8Array.from([...keys, ...keys.subarray(0, 32)]),
  };
}
function saysNothing(blocks: CompactColumns): CompactColumns {
  let { inputs, outputs, images, tags, keys } = blocks;
  for (let left = blocks.txs.at(-1)!; left > 0; left--) {
    images = images.slice(0, images.length - 3 * inputs.at(-1)!);
    tags = tags.slice(0, tags.length - outputs.at(-1)!);
    [inputs, outputs] = [inputs.slice(0, -1), outputs.slice(0, -1)];
    keys = keys.slice(0, -32);
  }
  const zero = (numbers: Uint32Array) => lastNumber(numbers, -numbers.at(-1)!);
  return {
    ...blocks,
    whole: blocks.whole.map((each, i) => (i === blocks.count - 1 ? 1 : each)),
    txs: zero(blocks.txs),
    minerOutputs: zero(blocks.minerOutputs),
    ...{ inputs, outputs, images, tags: tags.slice(0, -1), keys: keys.slice(0, -32) },
  };
}

const faultOf = async (
  reading: Promise<unknown>,
): Promise<Fault<string, { address: string; what: string; kind?: string }>> => {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isFault(error)) throw error instanceof Error ? error : new Error('no fault');
  return error as never;
};

let chain: RealChain;
let honest: unknown;
/** After the lie: it is noted, nothing that came through the relay is left, and the next pass has the truth. */
const expectRecovered = async (reader: Reader): Promise<void> => {
  expect([...reader.ledger.state.tables.relayLies.keys()]).toEqual([RELAY]);
  expect(reader.ledger.state.outputs).toHaveLength(0);
  const before = reader.asked.compact;
  await reader.sync.refresh();
  expect(recordsOf(reader)).toEqual(honest);
  expect(reader.asked.compact).toBe(before);
};

beforeAll(async () => {
  await useWasmKernel();
  chain = createRealChain('lies');
  chain.grow(40);
  chain.pay();
  chain.grow(10);
  chain.spend();
  // The last compact block: a payment, with a foreign transaction that has one key before it.
  chain.pay();
  chain.grow(10);
  const reader = await readerOf(chain);
  await reader.sync.refresh();
  honest = recordsOf(reader);
});

describe('a lie of a relay is caught in the pass, and what it said is read again', () => {
  // threat: changed-blocks
  it.each(inTier({ short: LIES.slice(5, 8), long: LIES }))('%s', async (_what, says, change) => {
    const reader = await readerOf(chain, { relay: changed(chain.relay, change) });
    const { code, data } = await faultOf(reader.sync.refresh());
    const last = says.includes('before it') ? 0 : chain.height - 11;
    expect({ code, ...data }).toEqual({
      code: 'node_bad_answer',
      address: RELAY,
      kind: 'relay',
      what: says.startsWith('has') ? `block ${last} ${says}` : `block ${last}: ${says}, other than ${NODE}`,
    });
    await expectRecovered(reader);
  });

  it('the key of an output of ours', async () => {
    const relay: CompactSource = {
      ...chain.relay,
      outputKeys: async (heights) =>
        (await chain.relay.outputKeys(heights)).map((keys) => withByte(keys, keys.length - 1)),
    };
    const reader = await readerOf(chain, { relay });
    expect((await faultOf(reader.sync.refresh())).data.what).toMatch(/keys of its outputs/);
    await expectRecovered(reader);
  });

  it('fewer keys of outputs than view tags', async () => {
    const relay: CompactSource = {
      ...chain.relay,
      outputKeys: async (heights) => (await chain.relay.outputKeys(heights)).map((keys) => keys.slice(32)),
    };
    const reader = await readerOf(chain, { relay });
    expect((await faultOf(reader.sync.refresh())).data.what).toMatch(/another number of keys/);
    await expectRecovered(reader);
  });

  it('another chain', async () => {
    const other = createRealChain('lies');
    other.grow(40);
    other.pop(20);
    other.grow(chain.height - other.height);
    const reader = await readerOf(chain, { relay: other.relay });
    expect((await faultOf(reader.sync.refresh())).data).toMatchObject({ address: RELAY, kind: 'relay' });
    await expectRecovered(reader);
  });

  it('blocks that do not follow each other', async () => {
    let answers = 0;
    const relay = changed(
      { ...chain.relay, compactBlocks: (height) => chain.relay.compactBlocks(height, 20) },
      (blocks) => (answers++ === 1 ? { ...blocks, previousId: withByte(blocks.previousId, 0) } : blocks),
    );
    const reader = await readerOf(chain, { relay });
    expect((await faultOf(reader.sync.refresh())).data).toMatchObject({ address: RELAY, kind: 'relay' });
    await expectRecovered(reader);
  });
});

it('names the node that lies when another one confirms the relay', async () => {
  const liar: Pick<RealChain['node'], 'blocksFrom' | 'tip'> = {
    tip: () => chain.node.tip(),
    blocksFrom: (height, options) => {
      const other = createRealChain('another');
      other.grow(chain.height);
      return other.node.blocksFrom(height, options);
    },
  };
  const reader = await readerOf(chain, { relay: chain.relay, others: [liar, chain.node] });
  expect((await faultOf(reader.sync.refresh())).data.address).toBe(NODE);
  expect(reader.ledger.state.tables.relayLies.size).toBe(0);
});

it('compares what a relay says with its own whole blocks when there is no other node', async () => {
  const reader = await readerOf(chain, { relay: changed(chain.relay, lastByte('tags')), others: [] });
  expect((await faultOf(reader.sync.refresh())).data.what).toMatch(/other than in the whole block/);
  await expectRecovered(reader);
});

it('reads from nodes alone when a relay is behind, sends nothing, or no node confirms it', async () => {
  const ahead = {
    ...chain.node,
    tip: async () => ({ ...(await chain.node.tip()), height: chain.height + 6 }),
  };
  const behind = await readerOf(chain, { relay: chain.relay, others: [ahead] });
  expect((await faultOf(behind.sync.refresh())).code).toBe('node_not_synchronised');
  const silent = await readerOf(chain, {
    relay: {
      ...chain.relay,
      compactBlocks: (height) => Promise.resolve(writeCompact(noBlocks(height, chain.height))),
    },
  });
  await silent.sync.refresh();
  expect(recordsOf(silent)).toEqual(honest);
  const away = {
    ...chain.node,
    blocksFrom: () => Promise.reject(new Fault('node_unreachable', { address: NODE })),
  };
  const alone = await readerOf(chain, { relay: chain.relay, others: [away] });
  await alone.sync.refresh();
  expect(recordsOf(alone)).toEqual(honest);
});

it('reads the same from a relay that sends a few blocks at a time', async () => {
  const relay = { ...chain.relay, compactBlocks: (height: number) => chain.relay.compactBlocks(height, 7) };
  const reader = await readerOf(chain, { relay });
  await reader.sync.refresh();
  expect(recordsOf(reader)).toEqual(honest);
});
