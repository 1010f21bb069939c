/** The compact blocks of a relay: made once, kept on disk, made again after a reorganisation or when a file is damaged. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCompactStore } from '../../../../src/nodejs/relay/compact-store.ts';
import { readCompact, writeCompact } from '../../../../src/protocol/compact/compact-blocks.ts';
import { readOutputKeys } from '../../../../src/protocol/compact/output-keys.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';
import { createRealChain, type RealChain } from '../../wallet/relay/real-chain.ts';

const folder = mkdtempSync(join(tmpdir(), 'ostro-relay-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
let chain: RealChain;
let [asked, now] = [0, 0];
const storeOf = (at: string | undefined) =>
  createCompactStore({
    node: {
      ...chain.node,
      blocksFrom: (...given) => {
        asked += 1;
        return chain.node.blocksFrom(...given);
      },
    },
    clock: { now: () => now },
    folder: at,
  });
/** The blocks as made directly; the height of the chain is that of the answer. */
const expected = (from: number, count: number): Uint8Array => writeCompact(chain.reduced(from, count).blocks);

beforeAll(async () => {
  await useWasmKernel();
  chain = createRealChain('store');
  chain.grow(520);
});

it('serves blocks across files, up to ten below the tip, and keeps settled ones on disk', async () => {
  const store = storeOf(folder);
  expect(await store.blocks(150, 300)).toEqual(expected(150, 300));
  expect(readCompact(await store.blocks(500, 100)).count).toBe(chain.height - 10 - 500);
  expect(readCompact(await store.blocks(600, 100)).count).toBe(0);
  const keys = readOutputKeys(await store.outputKeys([150, 399]), 2);
  expect(keys).toEqual([chain.reduced(150, 1).outputKeys[0], chain.reduced(399, 1).outputKeys[0]]);
  expect(readdirSync(folder)).toEqual(['00000000.compact', '00000200.compact']);
});

it('reads settled blocks from the disk after a restart, and no others', async () => {
  asked = 0;
  const store = storeOf(folder);
  expect(await store.blocks(0, 400)).toEqual(expected(0, 400));
  await store.outputKeys([1, 399]);
  expect(asked).toBeLessThanOrEqual(1); // the blocks after them, ahead
});

it('makes a damaged file again', async () => {
  const file = join(folder, '00000000.compact');
  const bytes = readFileSync(file);
  bytes[5000] = bytes[5000]! ^ 1;
  writeFileSync(file, bytes);
  expect(await storeOf(folder).blocks(0, 200)).toEqual(expected(0, 200));
  writeFileSync(file, bytes.subarray(0, 20));
  expect(await storeOf(folder).blocks(0, 200)).toEqual(expected(0, 200));
});

it('makes blocks again that a reorganisation replaced', async () => {
  const store = storeOf(folder);
  await store.blocks(300, 300);
  chain.pop(130);
  chain.grow(140);
  now += 10_000;
  expect(await store.blocks(380, 140)).toEqual(expected(380, 140));
  chain.pop(15);
  chain.grow(15);
  chain.grow(1);
  now += 10_000;
  expect(await store.blocks(500, 20)).toEqual(expected(500, 20));
  // Files of the old chain are not read after a restart.
  expect(await storeOf(folder).blocks(380, 140)).toEqual(expected(380, 140));
});
