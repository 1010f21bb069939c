/** Reading the pool: the requests reveal nothing about the wallet, and neither a large pool nor a failure delays it. */
import { describe, expect, test } from 'vitest';
import { asTxId, type TxId } from '../../../../src/base/brands.ts';
import { Fault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import { addAddresses } from '../../../../src/wallet/account/accounts.ts';
import { createInlineCryptoWorkers } from '../../../../src/wallet/crypto-workers.ts';
import { inPool } from '../../../../src/wallet/ledger/history.ts';
import { createPoolReader } from '../../../../src/wallet/sync/pool-reader.ts';
import { put, type Ledger } from '../../../../src/wallet/state/state.ts';
import { createSync } from '../../../../src/wallet/sync/sync.ts';
import type { Sync } from '../../../../src/wallet/sync/types.ts';
import { createFakeClock } from '../../../support/rpc/fake-clock.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { onlyReceiver } from '../only-receiver.ts';
import { createTestChain, keyImageOf, scannedPoolTx, txidOf, type TestTx } from '../test-chain.ts';
import { testLedger } from '../test-ledger.ts';
import { createTestNode, type TestNode } from '../test-node.ts';

const NOW = 1_800_000_000;
const clock: Clock = { now: () => NOW * 1000, sleep: () => Promise.resolve() };
const random = () => ({ bytes: seededRandom('pool') });
const pay = (id: string, amount: bigint, minor = 0): TestTx => ({
  id,
  outputs: [{ name: id, amount, to: { major: 0, minor } }],
});
const foreignTxs = (count: number): TestTx[] => Array.from({ length: count }, (_, i) => ({ id: `s${i}` }));
const shown = ({ state }: Ledger): bigint[] => inPool(state, {}, NOW).map(({ amount }) => amount);

interface Setup {
  readonly node: TestNode;
  readonly ledger: Ledger;
  readonly sync: Sync;
  /** Ids by request, in hex. */
  readonly asked: string[][];
}
const setup = async (at: Clock = clock): Promise<Setup> => {
  const node = createTestNode(createTestChain(20));
  const ledger = await testLedger();
  const asked: string[][] = [];
  const transactions = node.transactions.bind(node);
  node.transactions = (ids, how) => {
    asked.push(ids.map(toHex));
    return transactions(ids, how);
  };
  const deps = {
    blocks: node,
    receivers: onlyReceiver(node),
    pool: node.scanner,
    clock: at,
    random: random(),
    ledger,
  };
  const sync = createSync({ ...deps, cryptoWorkers: createInlineCryptoWorkers(random()) });
  return { node, ledger, sync, asked };
};

describe('the requests to the node', () => {
  // threat: own-lookups
  test('are the same whether or not a block pays us, an address is made, or a reorg removes our money', async () => {
    const play = async (ours: boolean): Promise<string[][]> => {
      const { node, ledger, sync, asked } = await setup();
      node.pool = foreignTxs(30);
      await sync.refresh();
      node.chain.add(ours ? [pay('a', 5n)] : []);
      await sync.refresh();
      if (ours) {
        await addAddresses(ledger, 0, 'new', 1);
        await sync.tableChanged();
      }
      await sync.refresh();
      node.pool.push({ id: 'one more' });
      await sync.refresh();
      node.chain.pop(1);
      node.chain.addEmpty(2, 'other');
      await sync.refresh();
      return asked;
    };
    const asked = await play(true);
    expect(asked).toEqual(await play(false));
    expect(asked.map(({ length }) => length)).toEqual([30, 1]);
  });
});

describe('a known pool transaction', () => {
  // threat: own-lookups
  test('is checked again when it spends a newly found output of ours', async () => {
    const { node, ledger, sync } = await setup();
    node.pool = [{ id: 'spends it', spends: ['a'] }];
    await sync.refresh();
    node.chain.add([pay('a', 100n)]);
    await sync.refresh();
    expect(ledger.state.outputs[0]!.spent).toEqual({ height: 0, txid: txidOf('spends it') });
  });

  test('is checked again when there are more addresses', async () => {
    const { node, ledger, sync } = await setup();
    node.pool = [pay('far', 7n, 8)];
    const scanTx = node.scanner.scanTx.bind(node.scanner);
    let known = false;
    node.scanner.scanTx = (blob) => (known ? scanTx(blob) : Promise.resolve(scannedPoolTx({ id: 'far' })));
    await sync.refresh();
    expect(shown(ledger)).toEqual([]);
    known = true;
    await sync.refresh();
    expect(shown(ledger)).toEqual([]);
    await ledger.commit({ puts: [put('labels', '0', ['', '', '', '', '', ''])], deletes: [] });
    await sync.tableChanged();
    await sync.refresh();
    expect(shown(ledger)).toEqual([7n]);
  });
});

describe('a conflict that the node sees later', () => {
  // threat: own-lookups
  test('is noted: all transactions are requested again, ours or not, and no more often than every five minutes', async () => {
    const later = createFakeClock(NOW * 1000);
    const { node, ledger, sync, asked } = await setup(later);
    node.pool = [...foreignTxs(120), pay('ours', 9n)];
    await sync.refresh();
    const flags = (): boolean[] => inPool(ledger.state, {}, NOW).map((each) => each.doubleSpendSeen);
    const passSeconds = async (seconds: number): Promise<number> => {
      const before = asked.length;
      await later.advance(seconds * 1000);
      await sync.refresh();
      return asked.length - before;
    };
    expect(await passSeconds(60)).toBe(0);
    node.conflicts.add('ours');
    expect([await passSeconds(59), flags()]).toEqual([0, [false]]);
    expect([await passSeconds(1), flags()]).toEqual([2, [true]]);
    expect(new Set(asked.slice(-2).flat()).size).toBe(121);
    expect(await passSeconds(400)).toBe(0);
    // A node that claims conflicts and shows none.
    node.poolConflicts = () => Promise.resolve(5);
    expect([await passSeconds(60), await passSeconds(299), await passSeconds(1)]).toEqual([2, 0, 2]);
  });

  test('is not learned from a node that does not know the question', async () => {
    const later = createFakeClock(NOW * 1000);
    const { node, ledger, sync } = await setup(later);
    node.pool = [pay('ours', 9n)];
    node.poolConflicts = () => Promise.reject(new Fault('node_lacks_method', { address: '', call: '' }));
    await sync.refresh();
    await later.advance(60_000);
    await sync.refresh();
    expect(shown(ledger)).toEqual([9n]);
  });
});

// threat: false-pool
describe('a pool request that fails', () => {
  test('does not keep a pending payment from being sent again', async () => {
    const { node, ledger, sync } = await setup();
    node.chain.add([pay('a', 100n)]);
    await sync.refresh();
    const record = {
      txid: txidOf('t'),
      state: 'pending',
      height: 0,
      timestamp: NOW,
      amountIn: 100n,
      change: 0n,
      fee: 1n,
      account: 0,
      subaddresses: [0],
      destinations: [],
      unlockTime: 0n,
      keyImages: [keyImageOf('a')],
      blob: new Uint8Array(1),
      relay: 'unknown',
    } as const;
    await ledger.commit({ puts: [put('outgoing', toHex(record.txid), record)], deletes: [] });
    node.poolTxids = () => Promise.reject(new Fault('node_busy', { address: '' }));
    await sync.refresh();
    expect(node.relayed).toEqual([toHex(record.txid)]);
    await expect(sync.readPool()).rejects.toMatchObject({ code: 'node_busy' });
  });

  test('does not stop the other requests', async () => {
    const { node, ledger, sync } = await setup();
    node.pool = [...foreignTxs(250), pay('ours', 9n)];
    const transactions = node.transactions.bind(node);
    let requests = 0;
    node.transactions = (ids, how) => {
      requests += 1;
      const ours = ids.some((id) => toHex(id) === toHex(txidOf('ours')));
      return ours ? transactions(ids, how) : Promise.reject(new Fault('node_busy', { address: '' }));
    };
    await sync.refresh();
    expect(requests).toBe(3);
    expect(shown(ledger)).toEqual([9n]);
  });
});

// threat: false-pool
describe('a pool of 50,000', () => {
  const flood = (ids: readonly TxId[], answers: boolean) => {
    const nothing = scannedPoolTx({ id: 'x' });
    const asked: number[] = [];
    const named = new Set<string>();
    let now = 0;
    const slow = { cost: 0 };
    const node = createTestNode(createTestChain(2));
    node.poolTxids = () => Promise.resolve(ids);
    node.transactions = (part) => {
      asked.push(part.length);
      for (const id of part) named.add(toHex(id));
      now += slow.cost;
      const answer = { blob: new Uint8Array(1), pruned: true, inPool: true, doubleSpendSeen: false };
      return Promise.resolve(answers ? part.map((txid) => ({ txid, ...answer })) : []);
    };
    const look = createPoolReader({
      blocks: node,
      pool: { scanTx: () => Promise.resolve(nothing) },
      clock: { now: () => now, sleep: () => Promise.resolve() },
      random: random(),
    });
    return { look, asked, named, slow };
  };
  const ids = Array.from({ length: 50_000 }, (_, i) => {
    const id = new Uint8Array(32);
    new DataView(id.buffer).setUint32(0, i);
    return id;
  });
  const signal = new AbortController().signal;

  test('costs ten requests per round, for other transactions each time', async () => {
    const { look, asked, named } = flood(ids.map(asTxId), true);
    let seen = 0;
    for (let i = 0; i < 4; i++) {
      const round = await look.round(signal);
      seen += round.seen.length;
      round.applied();
      expect(asked.length).toBe(10 * (i + 1));
    }
    expect([seen, named.size]).toEqual([4000, 4000]);
  });

  test('that answers slowly delays a round by at most twenty seconds and one request', async () => {
    const { look, asked, slow } = flood(ids.map(asTxId), true);
    slow.cost = 15_000;
    await look.round(signal);
    expect(asked).toHaveLength(2);
  });

  test('cannot hide real transactions: those requested least often come first', async () => {
    const { look, named } = flood(ids.slice(0, 5000).map(asTxId), false);
    for (let i = 0; i < 5; i++) await look.round(signal);
    // The wallet asks for each once, in five rounds of a thousand.
    expect(named.size).toBe(5000);
  });
});
