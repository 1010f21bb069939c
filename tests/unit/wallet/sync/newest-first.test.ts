/** Many blocks are missing: the newest are read first if the person wants it, and the gap below them later. */
import { describe, expect, test } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { gapsOf } from '../../../../src/wallet/ledger/gaps.ts';
import { lockSpendKey } from '../../../../src/wallet/background/spend-key.ts';
import { setUpBackground } from '../../../../src/wallet/background/set-up.ts';
import { change, openLedger, put } from '../../../../src/wallet/state/state.ts';
import type { AccountRecord } from '../../../../src/wallet/state/records/account.ts';
import type { MobileData } from '../../../../src/wallet/state/records/settings.ts';
import type { LinkKind } from '../../../../src/wallet/sync/types.ts';
import { scanTransactions } from '../../../../src/wallet/sync/scan-transactions.ts';
import { createFakeClock } from '../../../support/rpc/fake-clock.ts';
import { until } from '../../../support/until.ts';
import { createTestChain, txidOf, type TestTx } from '../test-chain.ts';
import { testLedger } from '../test-ledger.ts';
import { createTestNode } from '../test-node.ts';
import { syncOf } from '../test-sync.ts';

const NOW = 1_800_000_000;
const clock: Clock = { now: () => NOW * 1000, sleep: () => Promise.resolve() };
const pay = (id: string, amount: bigint, minor = 0): TestTx => ({
  id,
  outputs: [{ name: id, amount, to: { major: 0, minor } }],
});

/** A wallet that has read 50 blocks, one of which pays it 1. Then it was away for 2000 blocks: one pays 2, the last 4. */
const setup = async ({
  mobileData,
  link = 'unknown',
  fresh = false,
  account = {},
  away = [pay('away', 2n)],
}: {
  readonly mobileData?: MobileData;
  readonly link?: LinkKind;
  readonly fresh?: boolean;
  readonly account?: Partial<AccountRecord>;
  readonly away?: readonly TestTx[];
} = {}) => {
  const chain = createTestChain(20);
  chain.add([pay('before', 1n)]);
  chain.addEmpty(29);
  const node = createTestNode(chain);
  const ledger = await testLedger(account);
  const sync = syncOf(node, ledger, clock);
  if (!fresh) await sync.refresh();
  if (mobileData)
    await ledger.commit((state) => change([put('settings', '', { ...state.settings, mobileData })]));
  chain.addEmpty(500);
  for (const tx of away) chain.add([tx]);
  chain.addEmpty(1500 - away.length);
  chain.add([pay('today', 4n)]);
  sync.setLink(link);
  const balance = () => balanceOf(ledger.state, 0, false, NOW).balance;
  const gaps = () => gapsOf(ledger.state).map(({ from, to }) => [from, to]);
  /** Until no gap is left but those that wait for a link without a price. */
  const readToday = async () => {
    do await sync.refresh();
    while (gapsOf(ledger.state).some(({ wanted }) => wanted));
  };
  const readAll = async () => {
    for (let pass = 0; pass < 40 && gaps().length > 0; pass++) await sync.refresh();
  };
  const isAtTip = () => toHex(ledger.state.chain.hashes.subarray(-32)) === toHex(chain.topHash);
  return { chain, node, ledger, sync, balance, gaps, readToday, readAll, isAtTip };
};

describe('a wallet that misses more than a day', () => {
  test.each([
    ['all', 'metered', 'done', 7n],
    ['newest', 'free', 'done', 7n],
    ['newest', 'metered', 'done', 5n],
    ['newest', 'unknown', 'done', 5n],
    ['ask', 'free', 'done', 7n],
    ['ask', 'metered', 'asking', 1n],
    ['ask', 'unknown', 'asking', 1n],
    [undefined, 'free', 'done', 7n],
    [undefined, 'metered', 'asking', 1n],
    [undefined, 'unknown', 'done', 7n],
  ] as const)(
    'with the choice %s on a %s link is %s, and shows %i',
    async (mobileData, link, phase, found) => {
      const { sync, balance } = await setup({ link, ...(mobileData && { mobileData }) });
      await sync.refresh();
      expect([sync.status.phase, balance()]).toEqual([phase, found]);
    },
  );

  test('that is a day or less does not ask', async () => {
    const { chain, sync, balance } = await setup({ mobileData: 'ask' });
    chain.pop(1331);
    await sync.refresh();
    expect([chain.height - 50, sync.status.phase, balance()]).toEqual([670, 'done', 3n]);
  });
});

test('a gap is read on a free link, and each of its blocks once', async () => {
  const { node, sync, balance, gaps, readAll, isAtTip, readToday } = await setup({
    mobileData: 'newest',
    link: 'metered',
  });
  let scanned = 0;
  node.lies.range = (range) => {
    scanned += range.blocks.count;
    return range;
  };
  await readToday();
  expect([gaps(), balance(), isAtTip()]).toEqual([[[50, 1331]], 5n, true]);
  const newest = scanned;
  await sync.refresh();
  expect([gaps(), scanned]).toEqual([[[50, 1331]], newest]);
  sync.setLink('free');
  await readAll();
  expect([gaps(), balance(), isAtTip()]).toEqual([[], 7n, true]);
  // Some blocks more than 2001: each request for the newest ones begins with a known block.
  expect(scanned - newest).toBe(1331 - 50);
});

test('a gap is read on request on any link, also after the wallet was opened again', async () => {
  const { node, ledger, sync, gaps } = await setup({ mobileData: 'newest', link: 'metered' });
  await sync.refresh();
  await sync.readGaps();
  await sync.refresh();
  const [[from]] = gaps() as [[number, number]];
  expect(from).toBeGreaterThan(50);
  const again = await openLedger(ledger.file);
  const other = syncOf(node, again, clock);
  other.setLink('metered');
  for (let pass = 0; pass < 40; pass++) await other.refresh();
  expect([gapsOf(again.state), balanceOf(again.state, 0, false, NOW).balance]).toEqual([[], 7n]);
});

test('the answer of the person counts for the blocks that are missing now', async () => {
  const { chain, sync, balance, gaps } = await setup({ link: 'metered' });
  await sync.refresh();
  sync.choose(1900);
  await sync.refresh();
  expect([sync.status.phase, gaps(), balance()]).toEqual(['done', [[50, 1900]], 5n]);
  chain.addEmpty(800);
  await sync.refresh();
  expect(sync.status.phase).toBe('asking');
  sync.choose('all');
  await sync.refresh();
  expect([sync.status.phase, gaps(), balance()]).toEqual(['done', [[50, 1900]], 5n]);
});

test('two absences make two gaps, and both are read', async () => {
  const { chain, sync, balance, gaps, readAll, readToday } = await setup({ mobileData: 'newest' });
  await readToday();
  chain.addEmpty(900);
  chain.add([pay('second', 8n)]);
  chain.addEmpty(900);
  await readToday();
  expect([gaps(), balance()]).toEqual([
    [
      [50, 1331],
      [2051, 3132],
    ],
    5n,
  ]);
  await sync.readGaps();
  await readAll();
  expect([gaps(), balance()]).toEqual([[], 15n]);
});

test('a payment of the newest blocks that spends money of the gap is known as one afterwards', async () => {
  const { chain, ledger, sync, balance, readAll } = await setup({ mobileData: 'newest' });
  chain.add([{ id: 'spend', spends: ['away', 'before'], fee: 1n, outputs: [{ name: 'back', amount: 1n }] }]);
  chain.addEmpty(1);
  await sync.refresh();
  expect([balance(), ledger.state.tables.outgoing.get(toHex(txidOf('spend')))?.amountIn]).toEqual([5n, 1n]);
  await sync.readGaps();
  await readAll();
  expect([balance(), ledger.state.tables.outgoing.get(toHex(txidOf('spend')))]).toEqual([
    5n,
    expect.objectContaining({ amountIn: 3n, change: 1n, state: 'confirmed' }),
  ]);
});

test('a restored wallet can begin with the newest blocks', async () => {
  const { sync, balance, gaps, readAll, isAtTip, readToday } = await setup({
    fresh: true,
    mobileData: 'newest',
  });
  await readToday();
  expect([gaps(), balance(), isAtTip()]).toEqual([[[0, 1331]], 4n, true]);
  await sync.readGaps();
  await readAll();
  expect([gaps(), balance()]).toEqual([[], 7n]);
});

test('the newest block was replaced while the wallet was away: the gap begins where the chains part', async () => {
  const { chain, node, sync, balance, gaps, readAll, readToday } = await setup({
    mobileData: 'newest',
    away: [],
  });
  chain.pop(chain.height - 45);
  chain.add([pay('fork', 16n)], 'fork');
  chain.addEmpty(1500, 'fork');
  node.chain = chain;
  await readToday();
  expect([gaps(), balance()]).toEqual([[[45, 826]], 1n]);
  await sync.readGaps();
  await readAll();
  expect([gaps(), balance()]).toEqual([[], 17n]);
});

// threat: stale-chain
test('a tip that the clock does not allow, with invented headers: no gap is opened, and an honest node is read', async () => {
  const { node, sync, balance, isAtTip } = await setup({ mobileData: 'newest', link: 'metered' });
  const headers = node.headers.bind(node);
  const [header] = await headers(0, 0);
  const idAt = (height: number) => txidOf(`invented ${height}`);
  node.headers = async (first, last) =>
    first < node.chain.height
      ? headers(first, last)
      : Array.from({ length: last - first + 1 }, (_, i) => ({
          ...header!,
          height: first + i,
          hash: idAt(first + i),
          prevHash: idAt(first + i - 1),
        }));
  node.lies.tip = (tip) => ({ ...tip, height: tip.height + 400_000_000 });
  await sync.refresh().catch(() => undefined);
  node.lies = {};
  node.headers = headers;
  await sync.refresh();
  expect([balance(), isAtTip()]).toEqual([7n, true]);
});

// threat: fake-chain
test('gaps that begin lower and lower take back a hundred blocks together, not more', async () => {
  const { chain, node, ledger, sync, balance } = await setup({ mobileData: 'newest', away: [] });
  await sync.refresh();
  await sync.readGaps();
  for (let pass = 0; pass < 40 && gapsOf(ledger.state).length > 0; pass++) await sync.refresh();
  expect([ledger.state.height, balance()]).toEqual([2051, 5n]);
  const headers = node.headers.bind(node);
  const fork = (from: number, name: string): void => {
    chain.pop(chain.height - from);
    chain.addEmpty(727, name);
    // The pass fails before it opens the second gap, which would end higher.
    node.headers = (first, last) => (first > from + 7 ? Promise.resolve([]) : headers(first, last));
    sync.choose('newest');
  };
  fork(1952, 'one');
  await sync.refresh().catch(() => undefined);
  expect(ledger.state.height).toBe(1959);
  fork(1862, 'two');
  await expect(sync.refresh()).rejects.toMatchObject({ code: 'reorg_too_deep', data: { depth: 189 } });
  expect(ledger.state.height).toBe(1959);
});

test('money at an address near the end of the look-ahead: the blocks above are read again, with the wider one', async () => {
  const { chain, sync, balance, gaps, readAll } = await setup({
    mobileData: 'newest',
    // The look-ahead of these wallets is five addresses.
    away: [pay('near', 2n, 4)],
  });
  chain.add([pay('far', 8n, 8)]);
  await sync.refresh();
  expect(balance()).toBe(5n);
  await sync.readGaps();
  await readAll();
  await sync.refresh();
  expect([gaps(), balance()]).toEqual([[], 15n]);
});

test('the node serves no blocks of the gap: that is a fault, and the loop waits before it asks again', async () => {
  const { node, ledger, readToday } = await setup({ mobileData: 'newest', link: 'metered' });
  await readToday();
  const waiting = createFakeClock(NOW * 1000);
  const sync = syncOf(node, ledger, waiting);
  sync.setLink('free');
  const tip = node.tip.bind(node);
  node.asked.tip = 0;
  // Without an end, a loop that does not wait would never let the test go on.
  node.tip = () => (node.asked.tip < 50 ? tip() : new Promise(() => undefined));
  const blocksFrom = node.blocksFrom.bind(node);
  node.blocksFrom = (height) => blocksFrom(height, { maxBlocks: 0 });
  sync.start(20);
  await until(async () => {
    await waiting.advance(25);
    return sync.status.phase === 'waiting' || node.asked.tip >= 50;
  });
  await waiting.advance(5);
  expect(sync.status.problem).toMatchObject({
    fault: 'node_bad_answer',
    data: { what: 'no blocks from 50' },
  });
  expect(node.asked.tip).toBeLessThan(5);
  node.blocksFrom = blocksFrom;
  await until(async () => {
    await waiting.advance(1000);
    return ledger.state.tables.gaps.size === 0;
  });
  await sync.stop();
  expect(sync.status.problem).toBeUndefined();
});

test('the node serves another chain in the gap: the blocks from the gap on are read in order', async () => {
  const { node, sync, balance, gaps, isAtTip } = await setup({ mobileData: 'newest' });
  await sync.refresh();
  const lie = createTestChain(50);
  lie.addEmpty(3000, 'lie');
  const blocksFrom = node.blocksFrom.bind(node);
  node.blocksFrom = (height, options) => {
    const { chain } = node;
    node.chain = lie;
    const answer = blocksFrom(height, options);
    node.chain = chain;
    return answer;
  };
  await sync.readGaps();
  await sync.refresh();
  node.blocksFrom = blocksFrom;
  await sync.refresh();
  expect([gaps(), balance(), isAtTip()]).toEqual([[], 7n, true]);
});

describe('a wallet', () => {
  test.each([
    ['without the spend key', { spendSecret: undefined }],
    [
      'of several signers',
      {
        multisig: {
          threshold: 2,
          signers: [],
          signerSecret: new Uint8Array(32),
          keys: [],
          rounds: 0,
          derivations: [],
        },
      },
    ],
  ])('%s reads its blocks in order', async (_name, account) => {
    const { sync, gaps } = await setup({
      mobileData: 'newest',
      account: account as unknown as Partial<AccountRecord>,
    });
    await sync.refresh();
    expect(gaps()).toEqual([]);
  });

  test('with a gap refuses to lock its spend key away, and to scan single transactions', async () => {
    const { node, ledger, sync, readToday } = await setup({ mobileData: 'newest' });
    await readToday();
    const wallet = { name: '', ledger, state: ledger.state, sync } as unknown as Parameters<
      typeof lockSpendKey
    >[0];
    await expect(
      setUpBackground({} as never, wallet, { type: 'reuse', password: 'pw', copyPassword: '' }),
    ).rejects.toMatchObject({ code: 'bad_background', data: { reason: 'gap' } });
    await expect(
      scanTransactions({ chain: node, pool: node.scanner, sync, ledger, now: () => NOW }, [txidOf('x')]),
    ).rejects.toMatchObject({ code: 'blocks_left_out', data: { blocks: 1281 } });
  });
});
