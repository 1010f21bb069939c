/**
 * A watching wallet scans blocks again for spends of outputs whose key images arrive late. The test records each request
 * to the node. `reference` is a wallet that knew the key images when it scanned the blocks.
 */
import { describe, expect, test } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { storeKeyImages } from '../../../../src/wallet/cold/spent.ts';
import { createInlineCryptoWorkers } from '../../../../src/wallet/crypto-workers.ts';
import { openLedger, type Ledger } from '../../../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import { createSync } from '../../../../src/wallet/sync/sync.ts';
import type { Sync, SyncStatus } from '../../../../src/wallet/sync/types.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { onlyReceiver } from '../only-receiver.ts';
import { bytesOf, createTestChain, keyImageOf, txidOf, withId, type TestChain } from '../test-chain.ts';
import { testFile, testLedger } from '../test-ledger.ts';
import { createTestNode, type TestNode } from '../test-node.ts';

/** Money at 1500, spent at 1601 with change and at 1702 without; the change is spent at 1803. 2000 blocks. */
const spentChain = (): TestChain => {
  const chain = createTestChain(1500);
  chain.add([
    { id: 'pay a', outputs: [{ name: 'a', amount: 50n }] },
    { id: 'pay b', outputs: [{ name: 'b', amount: 7n }] },
    { id: 'pay c', outputs: [{ name: 'c', amount: 3n }] },
  ]);
  chain.addEmpty(100);
  chain.add([{ id: 'spend a', spends: ['a'], outputs: [{ name: 'change', amount: 30n }], fee: 2n }]);
  chain.addEmpty(100);
  chain.add([{ id: 'spend b', spends: ['b'], fee: 1n }]);
  chain.addEmpty(100);
  chain.add([{ id: 'spend change', spends: ['change'], fee: 1n }]);
  chain.addEmpty(196);
  return chain;
};
const NAMES = ['a', 'b', 'c', 'change'];

interface Recorded {
  readonly node: TestNode;
  /** Method and first argument of each request since the last call. */
  readonly requests: () => string[];
}
const recordingNode = (chain: TestChain, watching: boolean): Recorded => {
  const seen: string[] = [];
  const node = createTestNode(chain);
  const record =
    <Args extends readonly unknown[], Answer>(name: string, ask: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      seen.push(typeof args[0] === 'number' ? `${name} ${args[0]}` : name);
      return ask(...args);
    };
  node.tip = record('tip', node.tip.bind(node));
  node.blocksAfter = record('blocksAfter', node.blocksAfter.bind(node));
  node.blocksFrom = record('blocksFrom', node.blocksFrom.bind(node));
  node.headers = record('headers', node.headers.bind(node));
  node.poolTxids = record('poolTxids', node.poolTxids.bind(node));
  node.transactions = record('transactions', node.transactions.bind(node));
  node.keyImagesSpent = record('keyImagesSpent', node.keyImagesSpent.bind(node));
  if (watching)
    node.lies.range = (range) => ({
      ...range,
      // Without the spend key a scan computes no key image.
      found: range.found.map(({ keyImage: _image, ...found }) => found),
    });
  return { node, requests: () => seen.splice(0) };
};

const syncOf = (node: TestNode, ledger: Ledger): Sync =>
  createSync({
    blocks: node,
    receivers: onlyReceiver(node),
    pool: node.scanner,
    cryptoWorkers: createInlineCryptoWorkers({ bytes: seededRandom('search') }),
    clock: { now: () => 1_800_000_000_000, sleep: () => Promise.resolve() },
    random: { bytes: seededRandom('waits') },
    ledger,
  });

interface Watching extends Recorded {
  readonly chain: TestChain;
  readonly ledger: Awaited<ReturnType<typeof testLedger>>;
  readonly sync: Sync;
}
/** All blocks are read, no key image is known. */
const watchingWallet = async (): Promise<Watching> => {
  const chain = spentChain();
  const { node, requests } = recordingNode(chain, true);
  const ledger = await testLedger({}, await testFile());
  const sync = syncOf(node, ledger);
  await sync.refresh();
  requests();
  return { chain, node, requests, ledger, sync };
};
const learn = (ledger: Ledger, names = NAMES): Promise<void> =>
  ledger.commit((state) =>
    storeKeyImages(state, new Map(names.map((name) => [toHex(bytesOf(`key ${name}`)), keyImageOf(name)]))),
  );
const search = ({ state }: Ledger) => state.tables.spendSearch.get('');

/** What the screens show of it. */
const history = ({ state }: Ledger): unknown => ({
  outputs: state.outputs.map(({ keyImageRequested: _asked, ...output }: OwnedOutput) => output),
  outgoing: [...state.tables.outgoing].sort(),
  payments: [...state.tables.payments].sort(),
});
const reference = async (chain: TestChain): Promise<unknown> => {
  const ledger = await testLedger();
  await syncOf(recordingNode(chain, false).node, ledger).refresh();
  return history(ledger);
};

describe('the search for spends of outputs whose key images arrive late', () => {
  // threat: own-lookups
  test('finds them with transactions, heights and amounts, as if the images had been known', async () => {
    const { chain, ledger, sync } = await watchingWallet();
    expect(ledger.state.outputs.map(({ spent }) => spent)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    await learn(ledger);
    const reported: SyncStatus[] = [];
    sync.onStatus((status) => reported.push(status));
    await sync.refresh();
    // Until the search is done, the wallet's status says that it scans, and from which height.
    expect(reported[0]).toMatchObject({
      phase: 'reading',
      startHeight: 1440,
      searchHeight: 1440,
      targetHeight: 2000,
    });
    expect(ledger.state.outputs.map(({ spent }) => spent?.height)).toEqual([1601, 1702, undefined, 1803]);
    const [first] = [...ledger.state.tables.outgoing.values()].sort((a, b) => a.height - b.height);
    expect(first).toMatchObject({
      txid: txidOf('spend a'),
      height: 1601,
      amountIn: 50n,
      change: 30n,
      fee: 2n,
    });
    expect(history(ledger)).toEqual(await reference(chain));
    expect(search(ledger)).toBeUndefined();
    expect(sync.status).toMatchObject({ phase: 'done', height: 2000 });
  });

  // threat: own-lookups
  test('requests only blocks, from a multiple of 720 on, and nothing about key images or transactions', async () => {
    const { node, requests, ledger, sync } = await watchingWallet();
    node.perAnswer = 200;
    await learn(ledger);
    await sync.refresh();
    expect(requests()).toEqual(['tip', 'blocksFrom 1440', 'blocksFrom 1640', 'blocksFrom 1840', 'poolTxids']);
    await learn(ledger);
    await sync.refresh();
    expect(requests()).toEqual(['tip', 'poolTxids']);
  });

  test('continues after the program ended, and does not repeat finished blocks', async () => {
    const { chain, node, requests, ledger, sync } = await watchingWallet();
    node.perAnswer = 50;
    await learn(ledger);
    const answer = node.blocksFrom.bind(node);
    node.blocksFrom = (height, options) =>
      height > 1650
        ? Promise.reject(new Fault('node_unreachable', { address: '' }))
        : answer(height, options);
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'node_unreachable' });
    expect(search(ledger)).toMatchObject({ from: 1440, next: 1690, to: 2000 });
    requests();
    node.blocksFrom = answer;
    const again = await openLedger(ledger.file);
    await syncOf(node, again).refresh();
    expect(requests().slice(0, 2)).toEqual(['tip', 'blocksFrom 1690']);
    expect(history(again)).toEqual(await reference(chain));
  });

  // threat: own-lookups
  test('starts again when a node shows other blocks than those scanned before', async () => {
    const { chain, node, ledger, sync } = await watchingWallet();
    node.perAnswer = 50;
    await learn(ledger);
    const honest = node.lies.range!;
    node.lies.range = (range) => withId(honest(range), 1700, 'ids', bytesOf('another block'));
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'chain_mismatch' });
    expect(search(ledger)).toEqual({ from: 1440, next: 1440, to: 2000 });
    node.lies.range = honest;
    await sync.refresh();
    expect(history(ledger)).toEqual(await reference(chain));
  });

  test('is not ended by a node that leaves blocks out', async () => {
    const { node, ledger, sync } = await watchingWallet();
    await learn(ledger);
    const answer = node.blocksFrom.bind(node);
    node.blocksFrom = (height, options) => answer(height + 300, options);
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'node_bad_answer' });
    expect(search(ledger)).toMatchObject({ next: 1440 });
  });

  test('starts over for images that arrive meanwhile, from where their outputs need it', async () => {
    const { chain, node, ledger, sync } = await watchingWallet();
    node.perAnswer = 50;
    await learn(ledger, ['change']);
    expect(search(ledger)).toMatchObject({ from: 1440, next: 1440 });
    const answer = node.blocksFrom.bind(node);
    let late: Promise<void> | undefined;
    node.blocksFrom = async (height, options) => {
      if (height > 1750) await (late ??= learn(ledger));
      return answer(height, options);
    };
    await sync.refresh();
    expect(late).toBeDefined();
    expect(history(ledger)).toEqual(await reference(chain));
    expect(search(ledger)).toBeUndefined();
  });

  test('loses to a reorg what it found above the fork', async () => {
    const { chain, node, ledger, sync } = await watchingWallet();
    await learn(ledger);
    node.blocksFrom = () => Promise.reject(new Fault('node_unreachable', { address: '' }));
    await sync.refresh().catch(() => undefined);
    const { node: other } = recordingNode(chain, true);
    chain.pop(50);
    chain.addEmpty(60, 'other');
    await syncOf(other, ledger).refresh();
    expect(history(ledger)).toEqual(await reference(chain));
    expect(search(ledger)).toBeUndefined();
  });

  test('waits for the node without delaying a payment of ours', async () => {
    const { node, requests, ledger, sync } = await watchingWallet();
    await learn(ledger);
    node.blocksFrom = () => Promise.reject(new Fault('node_unreachable', { address: '' }));
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'node_unreachable' });
    expect(requests()).toContain('poolTxids');
  });
});
