/** Sync with a node that is slow, behind, wrong or lying: typed faults, no lost data, no endless loops. */
import { describe, expect, test, vi } from 'vitest';
import { asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { Fault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { RawBlocks } from '../../../../src/ports/block-source.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import type { WalletFile } from '../../../../src/ports/wallet-files.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { openLedger, type Ledger } from '../../../../src/wallet/state/state.ts';
import type { AccountRecord } from '../../../../src/wallet/state/records/account.ts';
import { addAddresses } from '../../../../src/wallet/account/accounts.ts';
import { createInlineCryptoWorkers } from '../../../../src/wallet/crypto-workers.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import { createSync } from '../../../../src/wallet/sync/sync.ts';
import type { EarlyRows, Sync } from '../../../../src/wallet/sync/types.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { onlyReceiver } from '../only-receiver.ts';
import { bytesOf, createTestChain, txidOf, withId, type TestChain, type TestTx } from '../test-chain.ts';
import { testFile, testLedger } from '../test-ledger.ts';
import { createTestNode, type TestNode } from '../test-node.ts';
import { syncOf } from '../test-sync.ts';
import { settled } from '../../../support/settled.ts';

const NOW = 1_800_000_000;

/** A clock that advances only when code sleeps. */
const createClock = (): Clock & { readonly slept: number[] } => {
  let now = NOW * 1000;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: async (ms, signal) => {
      slept.push(ms);
      now += ms;
      await settled();
      signal?.throwIfAborted();
    },
  };
};

interface Setup {
  readonly chain: TestChain;
  readonly node: TestNode;
  readonly ledger: Awaited<ReturnType<typeof testLedger>>;
  readonly sync: Sync;
  readonly clock: ReturnType<typeof createClock>;
}
const setup = async (
  chain: TestChain,
  account: Partial<AccountRecord> = {},
  file?: WalletFile,
): Promise<Setup> => {
  const node = createTestNode(chain);
  const ledger = await testLedger(account, file);
  const clock = createClock();
  return { chain, node, ledger, clock, sync: syncOf(node, ledger, clock) };
};
/** Each range takes longer than others wait for it, so that it has its own commit. */
const scanSlowly = ({ scanner }: TestNode): void => {
  const scan = scanner.scan.bind(scanner);
  scanner.scan = async (raw) => {
    for (let task = 0; task < 5; task++) await settled();
    return scan(raw);
  };
};
const total = (ledger: Ledger): bigint => balanceOf(ledger.state, 0, false, NOW).balance;
const pay = (id: string, amount: bigint, minor = 0, major = 0): TestTx => ({
  id,
  outputs: [{ name: id, amount, to: { major, minor } }],
});
const heights = ({ state }: Ledger): [number, string] => [
  state.height,
  toHex(state.chain.hashes.subarray(-32)),
];
const tipOf = (chain: TestChain): [number, string] => [chain.height, toHex(chain.topHash)];

describe('catching up', () => {
  test('scans everything in ranges and ends at the tip', async () => {
    const chain = createTestChain(10);
    chain.add([pay('a', 5n)]);
    chain.addEmpty(40);
    const { node, ledger, sync } = await setup(chain);
    node.perAnswer = 7;
    expect(await sync.refresh()).toEqual({ blocksFetched: 50, receivedMoney: true });
    expect(heights(ledger)).toEqual(tipOf(chain));
    expect(total(ledger)).toBe(5n);
    expect(sync.status).toMatchObject({ phase: 'done', height: 51 });
    expect(await sync.refresh()).toEqual({ blocksFetched: 0, receivedMoney: false });
  });

  // threat: request-times
  test('starts up to a day and a reorg below the birthday, always at the same height for the same keys', async () => {
    const chain = createTestChain(1500);
    const first = async (account: Partial<AccountRecord>): Promise<number> => {
      const { ledger, sync } = await setup(chain, { ...account, restoreHeight: 1400 });
      await sync.refresh();
      return ledger.state.chain.base;
    };
    const starts: number[] = [];
    for (let i = 0; i < 12; i++)
      starts.push(await first({ viewSecret: asSecretKey(new Uint8Array(32).fill(i + 1)) }));
    expect(Math.min(...starts)).toBeGreaterThan(1300 - 720);
    expect(Math.max(...starts)).toBeLessThanOrEqual(1300);
    expect(new Set(starts).size).toBeGreaterThan(8);
    expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(300);
    expect(await first({ viewSecret: asSecretKey(new Uint8Array(32).fill(1)) })).toBe(starts[0]);
  });

  test('does not start at the genesis block, and notices a small reorg at its start', async () => {
    const chain = createTestChain(1500);
    const { ledger, sync } = await setup(chain, { restoreHeight: 1400 });
    await sync.refresh();
    expect(ledger.state.chain.base).toBeGreaterThan(500);
    chain.pop(5);
    chain.addEmpty(6, 'other');
    await sync.refresh();
    expect(heights(ledger)).toEqual(tipOf(chain));
  });

  test('uses early look-ahead rows only if they are of these keys and arrive', async () => {
    const chain = createTestChain(3);
    const ledger = await testLedger();
    const { spendPublic } = ledger.state.account;
    const rowOf = async (early: EarlyRows): Promise<unknown> => {
      const sync = syncOf(createTestNode(chain), ledger, createClock(), early);
      await sync.refresh();
      return sync.indexOf(asPublicKey(new Uint8Array(32).fill(7)));
    };
    const rows = Promise.resolve([new Uint8Array(32 * 1000).fill(7)]);
    expect(await rowOf({ spendPublic, rows })).toEqual({ major: 0, minor: 0 });
    expect(
      await rowOf({ spendPublic: asPublicKey(spendPublic.map((byte) => byte ^ 1)), rows }),
    ).toBeUndefined();
    expect(await rowOf({ spendPublic, rows: Promise.reject(new Error('ended')) })).toBeUndefined();
  });

  // threat: stale-chain
  test('a refresh during a scan also waits for blocks that arrived after it was called', async () => {
    const chain = createTestChain(30);
    const { node, ledger, sync } = await setup(chain);
    let begun: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (begun = resolve));
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const poolTxids = node.poolTxids.bind(node);
    // The running pass has asked for the tip and scanned everything.
    node.poolTxids = async (signal) => {
      begun();
      await held;
      return poolTxids(signal);
    };
    const first = sync.refresh();
    await asked;
    chain.add([pay('late', 5n)]);
    const later = [sync.refresh(), sync.refresh()];
    go();
    await first;
    expect(total(ledger)).toBe(0n);
    const [second, third] = await Promise.all(later);
    expect(second).toBe(third);
    expect(heights(ledger)).toEqual(tipOf(chain));
    expect(total(ledger)).toBe(5n);
    expect(node.asked.pool).toBe(2);
  });

  test('a refresh that waits is cancelled when scanning is stopped', async () => {
    const { node, sync } = await setup(createTestChain(30));
    const first = sync.refresh();
    const waiting = sync.refresh();
    const results = Promise.allSettled([first, waiting]);
    await sync.stop();
    for (const result of await results) expect(result).toMatchObject({ status: 'rejected' });
    const { tip } = node.asked;
    await sync.refresh();
    expect(node.asked.tip).toBe(tip + 2);
  });

  test('money far out in the look-ahead is found at once: the range is scanned again with the larger table', async () => {
    const chain = createTestChain(3);
    // Address 320 enters the look-ahead only when 150 is known.
    chain.add([pay('near', 1n, 150), pay('far', 2n, 320)]);
    chain.add([pay('farther', 4n, 500), pay('another account', 8n, 250, 3)]);
    const { ledger, sync } = await setup(chain, { lookahead: { major: 5, minor: 200 } });
    await sync.refresh();
    expect(total(ledger)).toBe(7n);
    expect(ledger.state.tables.labels.get('0')).toHaveLength(501);
    // Address 250 is outside the look-ahead of an unused account.
    expect(balanceOf(ledger.state, 3, false, NOW).balance).toBe(0n);
  });

  test('money at a far address before the money that extends the table is found too', async () => {
    const chain = createTestChain(3);
    chain.add([pay('far', 2n, 320)]);
    chain.add([pay('near', 1n, 150)]);
    const { node, ledger, sync } = await setup(chain, { lookahead: { major: 2, minor: 200 } });
    await sync.refresh();
    expect(total(ledger)).toBe(3n);
    // When each is in its own range, the first range is done before the second extends the table, as in the reference.
    const apart = await setup(chain, { lookahead: { major: 2, minor: 200 } });
    apart.node.perAnswer = 1;
    await apart.sync.refresh();
    expect(total(apart.ledger)).toBe(1n);
    expect(node.scanner.scans).toBeGreaterThan(1);
  });

  test('an address made by hand during a scan is used for the blocks still to come', async () => {
    const chain = createTestChain(3);
    const { ledger, sync } = await setup(chain, { lookahead: { major: 1, minor: 5 } });
    await sync.refresh();
    await addAddresses(ledger, 0, 'many', 20);
    await sync.tableChanged();
    chain.add([pay('a', 5n, 20)]);
    await sync.refresh();
    expect(total(ledger)).toBe(5n);
    expect(ledger.state.tables.labels.get('0')!.slice(1)).toEqual(new Array(20).fill('many'));
  });

  test('many addresses made one after the other need one table, which the next scan has', async () => {
    const chain = createTestChain(3);
    const { ledger, node, sync, clock } = await setup(chain, { lookahead: { major: 1, minor: 5 } });
    await sync.refresh();
    const configure = vi.spyOn(node.scanner, 'configure');
    const waits: (() => void)[] = [];
    const sleep = vi.spyOn(clock, 'sleep').mockImplementation(() => new Promise((end) => waits.push(end)));
    for (let i = 0; i < 30; i++) await addAddresses(ledger, 0, '', 1);
    sleep.mockRestore();
    expect(configure).not.toHaveBeenCalled();
    chain.add([pay('a', 5n, 30)]);
    await sync.refresh();
    expect(total(ledger)).toBe(5n);
    for (const end of waits) end();
    await settled();
    expect(waits).toHaveLength(1);
    expect(configure).toHaveBeenCalledTimes(1);
  });

  test('a label set while a range is applied is not lost', async () => {
    const chain = createTestChain(3);
    chain.add([pay('a', 5n, 4)]);
    const { ledger, node, sync } = await setup(chain);
    const configure = node.scanner.configure.bind(node.scanner);
    let calls = 0;
    // The table is extended for the payment; at that moment the person labels an address.
    Object.assign(node.scanner, {
      configure: async (...args: Parameters<typeof configure>) => {
        if (++calls === 2) await addAddresses(ledger, 0, 'mine', 1);
        await configure(...args);
      },
    });
    await sync.refresh();
    expect(calls).toBeGreaterThan(1);
    expect(ledger.state.tables.labels.get('0')).toEqual(['Primary account', 'mine', '', '', '']);
    expect(total(ledger)).toBe(5n);
  });
});

describe('the pool during sync', () => {
  test('is read after the blocks, without asking again for known transactions', async () => {
    const chain = createTestChain(5);
    const { node, ledger, sync } = await setup(chain);
    node.pool = [pay('a', 5n)];
    await sync.refresh();
    await sync.refresh();
    expect(total(ledger)).toBe(5n);
    chain.add([pay('a', 5n)]);
    node.pool = [];
    await sync.refresh();
    expect(total(ledger)).toBe(5n);
  });

  test('shows a spend of an output that was unknown at the first look', async () => {
    const chain = createTestChain(5);
    chain.add([pay('a', 5n)]);
    const { node, ledger, sync } = await setup(chain);
    node.pool = [{ id: 'out', spends: ['a'], fee: 1n, outputs: [{ name: 'change', amount: 3n }] }];
    await sync.readPool();
    expect(ledger.state.tables.outgoing.size).toBe(0);
    await sync.refresh();
    expect([...ledger.state.tables.outgoing.values()]).toMatchObject([{ state: 'pending', fee: 1n }]);
    expect([...ledger.state.tables.payments.values()]).toMatchObject([{ amount: 5n }]);
  });

  test('does not take a payment for dropped that an unread block has, however often only the pool is read', async () => {
    const chain = createTestChain(2);
    chain.add([pay('a', 5n)]);
    const { node, ledger, sync } = await setup(chain);
    await sync.refresh();
    const sent: TestTx = { id: 'sent', spends: ['a'], fee: 5n };
    node.pool = [sent];
    await sync.readPool();
    const record = () => ledger.state.tables.outgoing.get(toHex(txidOf('sent')));
    expect(record()).toMatchObject({ state: 'pending', missing: 0 });
    chain.add([sent]);
    node.pool = [];
    for (let poll = 0; poll < 25; poll++) await sync.readPool();
    expect(record()).toMatchObject({ state: 'pending', missing: 0 });
    await sync.refresh();
    expect(record()).toMatchObject({ state: 'confirmed', height: 3 });
  });

  test('changes nothing of a payment that a block has, while a node still shows it or shows it again', async () => {
    const chain = createTestChain(5);
    const { node, ledger, sync } = await setup(chain);
    const seen = (): unknown[] =>
      [...ledger.state.tables.payments.values()].map(({ amount, height }) => [amount, height]);
    node.pool = [pay('a', 5n)];
    await sync.refresh();
    chain.add([pay('a', 5n)]);
    await sync.refresh();
    expect(seen()).toEqual([[5n, 5]]);
    // New outputs make the wallet scan the pool again.
    chain.add([pay('b', 1n)]);
    await sync.refresh();
    expect(seen()).toEqual([
      [5n, 5],
      [1n, 6],
    ]);
    node.pool = [];
    chain.addEmpty(1);
    await sync.refresh();
    expect(seen()).toEqual([
      [5n, 5],
      [1n, 6],
    ]);
  });

  test('shows again what a reorg returned to it', async () => {
    const chain = createTestChain(5);
    const { node, ledger, sync } = await setup(chain);
    node.pool = [pay('a', 5n)];
    await sync.refresh();
    chain.add([pay('a', 5n)]);
    // The pool still contains the transaction, as in a node that is just adding the block.
    await sync.refresh();
    chain.pop(1);
    chain.addEmpty(2, 'other');
    await sync.refresh();
    expect([...ledger.state.tables.payments.values()]).toMatchObject([{ amount: 5n, height: 0 }]);
    expect(total(ledger)).toBe(5n);
  });
});

describe('a node that is behind', () => {
  // threat: stale-chain
  test('makes the wallet wait and remove nothing', async () => {
    const chain = createTestChain(20);
    chain.add([pay('a', 5n)]);
    const { node, ledger, sync } = await setup(chain);
    await sync.refresh();
    const before = heights(ledger);
    const behind = createTestChain(15);
    node.chain = behind;
    await expect(sync.refresh()).rejects.toMatchObject({
      code: 'node_not_synchronised',
      data: { address: 'https://node.example', height: 15, target: 21 },
    });
    expect(heights(ledger)).toEqual(before);
    expect(total(ledger)).toBe(5n);
    node.chain = chain;
    chain.addEmpty(1);
    await sync.refresh();
    expect(heights(ledger)).toEqual(tipOf(chain));
  });

  test('for the moment of a reorg is asked once more', async () => {
    const chain = createTestChain(20);
    const { node, ledger, sync } = await setup(chain);
    await sync.refresh();
    chain.pop(3);
    const asked = node.asked.tip;
    node.lies.tip = (tip) => {
      // The other blocks arrive after the second question for the tip.
      if (node.asked.tip === asked + 2) chain.addEmpty(5, 'other');
      return tip;
    };
    await sync.refresh();
    expect(heights(ledger)).toEqual(tipOf(chain));
  });

  test('is recognised also when it is below all stored blocks', async () => {
    const chain = createTestChain(500);
    const { node, ledger, sync } = await setup(chain, { restoreHeight: 450 });
    await sync.refresh();
    const before = heights(ledger);
    node.chain = createTestChain(100);
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'node_not_synchronised' });
    expect(heights(ledger)).toEqual(before);
    expect(node.asked.blocks).toBeLessThan(20);
  });
});

describe('a node that lies', () => {
  test('about its height, without blocks up to it, gives a fault', async () => {
    const chain = createTestChain(20);
    const { node, ledger, sync } = await setup(chain);
    node.lies.tip = (tip) => ({ ...tip, height: 1_000_000, topHash: bytesOf('nothing') });
    await expect(sync.refresh()).rejects.toBeInstanceOf(Fault);
    expect(heights(ledger)).toEqual(tipOf(chain));
    expect(node.asked.blocks).toBeLessThan(20);
  });

  test('with another top hash at our height, without other blocks, gives a fault', async () => {
    const chain = createTestChain(20);
    const { node, sync } = await setup(chain);
    await sync.refresh();
    node.lies.tip = (tip) => ({ ...tip, topHash: bytesOf('other') });
    await expect(sync.refresh()).rejects.toBeInstanceOf(Fault);
    expect(node.asked.blocks).toBeLessThan(20);
  });

  // threat: fake-chain
  test('with another chain is refused', async () => {
    const chain = createTestChain(150);
    const { node, ledger, sync } = await setup(chain);
    await sync.refresh();
    const foreign = createTestChain(1);
    foreign.addEmpty(199, 'foreign');
    node.chain = foreign;
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'reorg_too_deep' });
    expect(heights(ledger)).toEqual(tipOf(chain));
  });

  test('with another genesis block is refused', async () => {
    const { node, ledger, sync } = await setup(createTestChain(20));
    node.lies.range = (range) => withId(range, 0, 'ids', bytesOf('genesis'));
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'chain_mismatch' });
    expect(ledger.state.height).toBe(0);
    expect(node.asked.blocks).toBeLessThan(20);
  });

  // threat: fake-chain
  test('with blocks that do not link is refused, and the earlier blocks are kept', async () => {
    const chain = createTestChain(50);
    const { node, ledger, sync } = await setup(chain);
    node.perAnswer = 10;
    node.lies.range = (range) => withId(range, 25, 'previousIds', bytesOf('x'));
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'chain_mismatch' });
    expect(ledger.state.height).toBe(20);
    expect(node.asked.blocks).toBeLessThan(40);
    node.lies = {};
    await sync.refresh();
    expect(heights(ledger)).toEqual(tipOf(chain));
  });

  test('with a reorg deeper than a hundred blocks is refused; one of a hundred is followed', async () => {
    const chain = createTestChain(300);
    chain.add([pay('a', 5n)]);
    chain.addEmpty(100);
    const { ledger, sync } = await setup(chain);
    await sync.refresh();
    chain.pop(101);
    chain.addEmpty(110, 'other');
    await expect(sync.refresh()).rejects.toMatchObject({
      code: 'reorg_too_deep',
      data: { depth: 101, max: 100 },
    });
    expect(total(ledger)).toBe(5n);
    chain.pop(110);
    chain.add([pay('a', 5n)]);
    chain.addEmpty(110, 'another');
    await sync.refresh();
    expect(heights(ledger)).toEqual(tipOf(chain));
    expect(total(ledger)).toBe(5n);
  });

  // threat: fake-chain
  test('cannot pass the reorg limit in steps of 99 blocks, nor after a restart', async () => {
    const chain = createTestChain(500);
    const { node, ledger, sync } = await setup(chain);
    await sync.refresh();
    const shorten = (blocks: number, fork: string): void => {
      chain.pop(blocks);
      chain.addEmpty(2, fork);
    };
    shorten(99, 'first step');
    await sync.refresh();
    expect(heights(ledger)).toEqual([403, tipOf(chain)[1]]);
    shorten(99, 'second step');
    await expect(sync.refresh()).rejects.toMatchObject({
      code: 'reorg_too_deep',
      data: { depth: 196, max: 100 },
    });
    const reopened = await openLedger(ledger.file);
    await expect(syncOf(node, reopened, createClock()).refresh()).rejects.toMatchObject({
      code: 'reorg_too_deep',
    });
    expect(reopened.state.height).toBe(403);
  });

  // threat: stale-chain
  test('cannot start an empty wallet in the middle of the chain', async () => {
    const chain = createTestChain(10);
    chain.add([pay('early', 7n)]);
    chain.addEmpty(200);
    for (const restoreHeight of [0, 150]) {
      const { node, ledger, sync } = await setup(chain, { restoreHeight });
      const [blocksAfter, blocksFrom] = [node.blocksAfter.bind(node), node.blocksFrom.bind(node)];
      const stale = () => blocksFrom(180);
      Object.assign(node, {
        blocksAfter: stale,
        blocksFrom: (height: number) => blocksFrom(Math.max(height, 180)),
      });
      await expect(sync.refresh()).rejects.toMatchObject({ code: 'node_bad_answer' });
      expect(ledger.state.height).toBe(0);
      Object.assign(node, { blocksAfter, blocksFrom });
      await sync.refresh();
      expect(heights(ledger)).toEqual(tipOf(chain));
      expect(total(ledger)).toBe(restoreHeight === 0 ? 7n : 0n);
    }
  });

  // threat: stale-chain
  test('and gave the wallet a birthday above the chain: the birthday becomes the first tip', async () => {
    const chain = createTestChain(500);
    const { ledger, sync } = await setup(chain, { restoreHeight: 24_500 });
    await sync.refresh();
    expect(ledger.state.account.restoreHeight).toBe(400);
    chain.add([pay('a', 5n)]);
    await sync.refresh();
    expect(total(ledger)).toBe(5n);
  });

  test('and made an older version skip blocks: the wallet scans them now', async () => {
    const chain = createTestChain(500);
    const { node, sync } = await setup(chain);
    await sync.refresh();
    chain.add([pay('a', 5n)]);
    const older = await setup(chain, { restoreHeight: 24_500 });
    const { hash } = chain.blocks[400]!;
    await older.ledger.commit({ puts: [], deletes: [], chain: { base: 400, append: hash } });
    await older.sync.refresh();
    expect([older.ledger.state.account.restoreHeight, total(older.ledger)]).toEqual([400, 5n]);
    // The height of a node that is still synchronising proves nothing.
    const behind = await setup(chain, { restoreHeight: 24_500 });
    behind.node.lies.tip = (tip) => ({ ...tip, synchronized: false });
    await behind.sync.refresh();
    expect(behind.ledger.state.account.restoreHeight).toBe(24_500);
    expect(node.asked.tip).toBeGreaterThan(0);
  });

  test('by changing the chain at every request gives a fault', async () => {
    const chain = createTestChain(50);
    const { node, sync } = await setup(chain);
    await sync.refresh();
    let swaps = 0;
    node.lies.tip = (tip) => {
      chain.pop(2);
      chain.addEmpty(2, `swap ${swaps++}`);
      return { ...tip, topHash: bytesOf('elsewhere') };
    };
    await expect(sync.refresh()).rejects.toBeInstanceOf(Fault);
    expect(swaps).toBeLessThan(12);
  });

  test('with an answer that the scanner refuses gives a fault and loses nothing', async () => {
    const chain = createTestChain(30);
    const { node, ledger, sync } = await setup(chain);
    node.perAnswer = 10;
    node.lies.range = (range) => {
      if (range.startHeight >= 20) throw new Fault('node_bad_answer', { address: '', what: 'a block' });
      return range;
    };
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'node_bad_answer' });
    expect(ledger.state.height).toBe(20);
  });
});

describe('a scan that is interrupted', () => {
  test('by a full disk loses nothing: memory equals the disk', async () => {
    const chain = createTestChain(5);
    for (let i = 0; i < 10; i++) chain.add([pay(`p${i}`, 1n)]);
    chain.addEmpty(5);
    for (let fullAt = 0; fullAt < 22; fullAt++) {
      const file = await testFile();
      const { node, ledger, sync } = await setup(chain, {}, file);
      node.perAnswer = 1;
      scanSlowly(node);
      const append = file.append.bind(file);
      let appends = 0;
      file.append = (entry) => {
        if (appends++ === fullAt) return Promise.reject(new Fault('storage_full', {}));
        return append(entry);
      };
      const outcome = await sync.refresh().then(
        () => undefined,
        (error: unknown) => (error as Fault).code,
      );
      if (outcome !== undefined) expect(outcome).toBe('storage_full');
      file.append = append;
      // Another tab opens the wallet from the disk: its state equals this tab's.
      const again = await openLedger(file);
      expect(heights(again)).toEqual(heights(ledger));
      expect(again.state.outputs).toEqual(ledger.state.outputs);
      await syncOf(node, again, createClock()).refresh();
      expect(heights(again)).toEqual(tipOf(chain));
      expect(total(again)).toBe(10n);
    }
  });
});

describe('a rescan during a scan', () => {
  test('starts at the birthday again, and not with a range from the middle', async () => {
    const chain = createTestChain(3);
    chain.add([pay('early', 1n)]);
    chain.addEmpty(60);
    chain.add([pay('late', 2n)]);
    for (let at = 1; at < 8; at++) {
      const { node, ledger, sync } = await setup(chain);
      node.perAnswer = 10;
      const scan = node.scanner.scan.bind(node.scanner);
      let scans = 0;
      Object.assign(node.scanner, {
        scan: async (raw: RawBlocks) => {
          if (++scans === at) await ledger.commit((state) => forgetChain(state, false));
          return scan(raw);
        },
      });
      await sync.refresh();
      expect(heights(ledger)).toEqual(tipOf(chain));
      expect(ledger.state.chain.base).toBe(0);
      expect(total(ledger)).toBe(3n);
    }
  });
});

// threat: request-times
describe('automatic refresh', () => {
  test('reports a silent node, asks ever more rarely, and continues when it answers', async () => {
    const chain = createTestChain(5);
    const { node, sync, clock } = await setup(chain);
    const phases: string[] = [];
    sync.onStatus(({ phase, problem }) => phases.push(problem ? `${phase}: ${problem.fault}` : phase));
    let failures = 0;
    node.lies.tip = (tip) => {
      if (failures++ < 4) throw new Fault('node_unreachable', { address: '' });
      return tip;
    };
    sync.start(10);
    while (sync.status.phase !== 'done') await settled();
    await sync.stop();
    expect(phases.filter((phase) => phase === 'waiting: node_unreachable')).toHaveLength(4);
    const due = [2000, 4000, 8000, 16000, 10_000];
    const pauses = clock.slept.filter((ms) => ms >= 1000);
    expect(pauses.slice(0, 5).every((ms, i) => Math.abs(ms / due[i]! - 1) <= 0.3)).toBe(true);
    expect(sync.status.problem).toBeUndefined();
  });

  test('asks at irregular times', async () => {
    const { node, sync, clock } = await setup(createTestChain(5));
    sync.start(10);
    while (clock.slept.length < 60) await settled();
    await sync.stop();
    const waits = clock.slept.slice(0, 60);
    expect(new Set(waits).size).toBeGreaterThan(50);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(4000);
    expect(node.asked.tip).toBeGreaterThanOrEqual(60);
  });

  test('asks at most once a minute while the page is hidden, and at once when it is visible again', async () => {
    const chain = createTestChain(5);
    const { node, ledger } = await setup(chain);
    let now = 0;
    /** A clock that the test advances. */
    const sleepers = new Set<{ readonly until: number; readonly end: () => void }>();
    const clock: Clock = {
      now: () => now,
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          const sleeper = { until: now + ms, end: resolve };
          sleepers.add(sleeper);
          signal?.addEventListener('abort', () => {
            sleepers.delete(sleeper);
            reject(new Error('woken'));
          });
        }),
    };
    const pass = async (seconds: number): Promise<void> => {
      for (let i = 0; i < seconds; i++) {
        now += 1000;
        for (const each of sleepers)
          if (each.until <= now) {
            sleepers.delete(each);
            each.end();
          }
        await settled();
      }
    };
    const sync = syncOf(node, ledger, clock);
    sync.start(10);
    while (sync.status.phase !== 'done' || sleepers.size === 0) await settled();
    // The first round scans the chain: it asks for the tip before and after.
    const first = node.asked.tip;
    sync.hide(true);
    await pass(59);
    expect(node.asked.tip).toBe(first);
    await pass(541);
    expect(node.asked.tip - first).toBeGreaterThanOrEqual(6);
    expect(node.asked.tip - first).toBeLessThanOrEqual(10);
    const before = node.asked.tip;
    sync.hide(false);
    await expect.poll(() => node.asked.tip).toBe(before + 1);
    await pass(60);
    expect(node.asked.tip - before).toBeGreaterThanOrEqual(4);
    await sync.stop();
  });

  test('ends a scan when stopped, and continues it when started', async () => {
    const chain = createTestChain(100);
    const { node, ledger, sync } = await setup(chain);
    node.perAnswer = 1;
    scanSlowly(node);
    const running = sync.refresh();
    while (ledger.state.height < 5) await settled();
    await sync.stop();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(ledger.state.height).toBeLessThan(100);
    await sync.refresh();
    expect(heights(ledger)).toEqual(tipOf(chain));
  });
});

test('a tip is stored with the node that was asked, also when another node is used meanwhile', async () => {
  const { node, ledger, clock } = await setup(createTestChain(1));
  const first = node.node;
  let inUse = first;
  const blocks = {
    ...node,
    get node() {
      return inUse;
    },
    tip: async () => {
      const tip = await node.tip();
      inUse = { address: 'https://another.example' };
      await clock.sleep(5000);
      return tip;
    },
  };
  const random = { bytes: seededRandom('sync') };
  const cryptoWorkers = createInlineCryptoWorkers(random);
  const sync = createSync({
    blocks,
    receivers: onlyReceiver(node),
    pool: node.scanner,
    cryptoWorkers,
    clock,
    random,
    ledger,
  });
  await sync.refresh();
  expect(sync.lastTip).toMatchObject({ tip: { height: 1 }, at: NOW * 1000 });
  expect(sync.lastTip!.from).toBe(first);
});
