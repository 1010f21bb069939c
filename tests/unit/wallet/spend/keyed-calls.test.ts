/** Calls with an idempotency key: killed at any moment and repeated, they send the first transactions and no others. */
import { beforeEach, describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { Fault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import type { TxRelay } from '../../../../src/ports/tx-relay.ts';
import type { WalletFile } from '../../../../src/ports/wallet-files.ts';
import {
  finishKeyed,
  identify,
  KEYED_CALL_LIMITS,
  resultOf,
  sendKeyed,
  storedCall,
} from '../../../../src/wallet/spend/keyed-calls.ts';
import { rebroadcast } from '../../../../src/wallet/spend/outbox.ts';
import type { PendingTx } from '../../../../src/wallet/spend/pending.ts';
import { change, openLedger, put, type Ledger } from '../../../../src/wallet/state/state.ts';
import { bytesOf, createTestChain, keyImageOf, prunedBlob, txidOf } from '../test-chain.ts';
import { onlyReceiver } from '../only-receiver.ts';
import { readChain, testFile, testLedger } from '../test-ledger.ts';

const NOW = 1_800_000_000;
const DAY = 86_400;
const CALL = { key: 'order 1', hash: bytesOf('transfer of order 1') };
type Answer = 'ok' | 'rejected' | 'lost after taking' | 'down' | 'killed before' | 'killed after';

/** A node that gives these answers, then takes everything. A killed wallet does not continue. */
const createNode = (...answers: Answer[]) => {
  const took: string[] = [];
  const relay: TxRelay = {
    relay: (_blob, txid) => {
      const answer = answers.shift() ?? 'ok';
      if (['ok', 'lost after taking', 'killed after'].includes(answer)) took.push(toHex(txid));
      if (answer === 'rejected')
        return Promise.reject(new Fault('tx_rejected', { reason: 'no', flags: ['double_spend'] }));
      if (answer === 'lost after taking')
        return Promise.reject(new Fault('relay_unknown', { txid: toHex(txid) }));
      if (answer === 'down') return Promise.reject(new Fault('node_unreachable', { address: 'here' }));
      return answer === 'ok' ? Promise.resolve() : Promise.reject(new Error('killed'));
    },
    keyImagesSpent: () => Promise.resolve([]),
  };
  /** It takes everything from now on. */
  const recover = (): void => {
    answers.length = 0;
  };
  return { relay, took, recover };
};
type Node = ReturnType<typeof createNode>;

/** Spends one output of 100, with change of 60. */
const built = (id: string, input: string): PendingTx => ({
  blob: prunedBlob({ id, spends: [input], fee: 10n, outputs: [{ name: `change of ${id}`, amount: 60n }] }),
  txid: txidOf(id),
  fee: 10n,
  weight: 1500,
  keys: { key: asSecretKey(bytesOf(`key of ${id}`)), additional: [] },
  account: 0,
  keyImages: [keyImageOf(input)],
  destinations: [{ address: 'somebody', amount: 30n }],
  change: 60n,
  amountIn: 100n,
});

let file: WalletFile;
let ledger: Ledger;
let clock: Clock;
/** Number of calls that built transactions: each builds other ones. */
let builds: number;

beforeEach(async () => {
  const chain = createTestChain(2);
  const outputs = ['a', 'b', 'c'].map((name) => ({ name, amount: 100n }));
  chain.add([{ id: 'funds', outputs }]);
  chain.addEmpty(15);
  file = await testFile();
  ledger = await testLedger({}, file);
  await readChain(ledger, chain);
  clock = { now: () => NOW * 1000, sleep: () => Promise.resolve() };
  builds = 0;
});

const deps = ({ relay }: Node, of = ledger) => ({ receivers: onlyReceiver(relay), ledger: of, clock });
const ids = (...names: string[]): string[] => names.map((name) => toHex(txidOf(name)));
const stateOf = (name: string) => ledger.state.tables.outgoing.get(toHex(txidOf(name)))?.state;

/** A call that pays with two transactions, as a sending method makes it. Returns their ids. */
const pay = async (node: Node, of = ledger): Promise<unknown> => {
  const stored = storedCall(of.state, CALL);
  if (stored) {
    await finishKeyed(deps(node, of), stored);
    return resultOf(stored);
  }
  builds += 1;
  const txs = [built(`first ${builds}`, 'a'), built(`second ${builds}`, 'b')];
  const result = { ids: txs.map(({ txid }) => toHex(txid)), fee: 20n };
  await sendKeyed(deps(node, of), txs, { ...CALL, result });
  return result;
};
const FIRST = { ids: ids('first 1', 'second 1'), fee: 20n };
/** The program is killed and started again. */
const reopen = async (): Promise<void> => {
  ledger = await openLedger(file);
};

describe('a call with an idempotency key', () => {
  test('is on the disk, with all its transactions and their keys, before the node gets a byte', async () => {
    const seen: unknown[] = [];
    const node = createNode();
    const relay: TxRelay = {
      ...node.relay,
      relay: async () => {
        const { tables } = (await openLedger(file)).state;
        seen.push([
          [...tables.outgoing.keys()],
          [...tables.txKeys.keys()],
          tables.keyedCalls.get(CALL.key)?.txids,
        ]);
      },
    };
    await pay({ ...node, relay });
    const both = ids('first 1', 'second 1');
    expect(seen).toEqual([
      [both, both, both],
      [both, both, both],
    ]);
  });

  test('that is repeated gets the first answer, and sends nothing', async () => {
    const node = createNode();
    expect(await pay(node)).toEqual(FIRST);
    expect(await pay(node)).toEqual(FIRST);
    await reopen();
    expect(await pay(node)).toEqual(FIRST);
    expect(node.took).toEqual(FIRST.ids);
  });

  test('is another one when its parameters differ', async () => {
    await pay(createNode());
    expect(() => storedCall(ledger.state, { ...CALL, hash: bytesOf('of order 2') })).toThrow(
      expect.objectContaining({ code: 'idempotency_key_reused' }) as Error,
    );
  });

  // threat: lost-answer
  test('pays once, wherever a write to the disk or a request to the node is the last before the kill', async () => {
    const before = file;
    for (let writes = 0; writes < 4; writes++)
      for (const nodeDies of ['no', 'killed before', 'killed after'] as const)
        for (const at of [0, 1]) {
          file = await testFile();
          const copy = await openLedger(before);
          ledger = await openLedger(file);
          await ledger.commit(copyOf(copy));
          const answers: Answer[] = [
            ...new Array<Answer>(at).fill('ok'),
            ...(nodeDies === 'no' ? [] : [nodeDies]),
          ];
          const node = createNode(...answers);
          const killed = await openLedger(killedAfter(file, writes));
          builds = 0;
          await pay(node, killed).catch(() => undefined);
          await reopen();
          node.recover();
          const answer = await pay(node);
          const paid = ids(`first ${builds}`, `second ${builds}`);
          expect(answer).toEqual({ ids: paid, fee: 20n });
          expect([...new Set(node.took)]).toEqual(paid);
          for (const id of paid) expect(ledger.state.tables.txKeys.has(id)).toBe(true);
        }
  });
});

/** Takes so many writes; then the program is killed. */
const killedAfter = (to: WalletFile, writes: number): WalletFile => {
  let left = writes;
  return {
    ...to,
    load: () => to.load(),
    append: (bytes) => (left-- > 0 ? to.append(bytes) : Promise.reject(new Error('killed'))),
  };
};
/** All records of a ledger as one change. */
const copyOf = ({ state }: Ledger) => ({
  ...change([
    put('account', '', state.account),
    put('labels', '0', state.tables.labels.get('0')!),
    ...state.outputs.map((output, i) => put('outputs', String(i), output)),
  ]),
  chain: { base: state.chain.base, append: state.chain.hashes },
});

describe('when the node does not take the first transaction', () => {
  test('because it is away, the call is forgotten, and the next one builds anew', async () => {
    const node = createNode('down');
    await expect(pay(node)).rejects.toMatchObject({ code: 'node_unreachable' });
    expect([stateOf('first 1'), stateOf('second 1')]).toEqual(['failed', 'failed']);
    expect(ledger.state.tables.keyedCalls.size).toBe(0);
    expect(await pay(node)).toEqual({ ids: ids('first 2', 'second 2'), fee: 20n });
    expect(node.took).toEqual(ids('first 2', 'second 2'));
  });

  test('because it refuses, the others are not sent, and a repeated call sends the same ones', async () => {
    const node = createNode('rejected');
    await expect(pay(node)).rejects.toMatchObject({ code: 'tx_rejected' });
    expect([stateOf('first 1'), stateOf('second 1')]).toEqual(['failed', 'failed']);
    await rebroadcast(deps(node));
    expect(node.took).toEqual([]);
    expect(await pay(node)).toEqual(FIRST);
    expect(node.took).toEqual(FIRST.ids);
  });

  test('and does not say so, the outbox sends the rest even if nobody repeats the call', async () => {
    const node = createNode('lost after taking');
    await expect(pay(node)).rejects.toMatchObject({ code: 'relay_unknown' });
    expect([stateOf('first 1'), stateOf('second 1')]).toEqual(['pending', 'pending']);
    await rebroadcast(deps(node));
    expect([...new Set(node.took)]).toEqual(FIRST.ids);
    expect(await pay(node)).toEqual(FIRST);
  });
});

test('when the node is away after the first transaction, a repeated call sends the second one', async () => {
  const node = createNode('ok', 'down');
  await expect(pay(node)).rejects.toMatchObject({ code: 'node_unreachable' });
  expect([stateOf('first 1'), stateOf('second 1')]).toEqual(['pending', 'failed']);
  await reopen();
  expect(await pay(node)).toEqual(FIRST);
  expect(node.took).toEqual(FIRST.ids);
});

test('a repeated call does not pay from an output that another payment has spent meanwhile', async () => {
  const node = createNode('ok', 'down');
  await expect(pay(node)).rejects.toMatchObject({ code: 'node_unreachable' });
  await sendKeyed(deps(node), [built('other', 'b')], { key: 'other', hash: bytesOf('other'), result: {} });
  await expect(pay(node)).rejects.toMatchObject({ code: 'output_not_spendable', data: { reason: 'spent' } });
  expect(node.took).toEqual(ids('first 1', 'other'));
});

test('two transactions of one call may not spend the same output', async () => {
  const txs = [built('one', 'a'), built('two', 'a')];
  const node = createNode();
  await expect(sendKeyed(deps(node), txs, { ...CALL, result: {} })).rejects.toMatchObject({
    code: 'output_not_spendable',
  });
  expect(node.took).toEqual([]);
  expect(ledger.state.tables.keyedCalls.size).toBe(0);
});

describe('stored calls', () => {
  const store = (key: string): Promise<void> =>
    sendKeyed(deps(createNode()), [], { key, hash: bytesOf(key), result: { key } });
  // threat: lost-answer
  test('are kept when the clock jumps years ahead, and pay once', async () => {
    await store('old');
    clock = { ...clock, now: () => (NOW + 3650 * DAY) * 1000 };
    await store('new');
    expect([...ledger.state.tables.keyedCalls.keys()]).toEqual(['old', 'new']);
  });
  test('are forgotten from the oldest on when there are too many', async () => {
    const { calls } = KEYED_CALL_LIMITS;
    const record = { hash: bytesOf('x'), at: NOW, txids: [], result: new Uint8Array(1) };
    // In memory alone: writing so many takes long, and only the next write is tested.
    for (let i = 0; i < calls; i++) ledger.state.tables.keyedCalls.set(`call ${i}`, record);
    await store('new');
    const keys = [...ledger.state.tables.keyedCalls.keys()];
    expect([keys.length, keys[0], keys.at(-1)]).toEqual([calls, 'call 1', 'new']);
  });
  test('are forgotten from the oldest on when their answers are too large together', async () => {
    const { bytes } = KEYED_CALL_LIMITS;
    const record = { hash: bytesOf('x'), at: NOW, txids: [], result: new Uint8Array(bytes / 2) };
    for (const key of ['one', 'two']) ledger.state.tables.keyedCalls.set(key, record);
    await store('new');
    expect([...ledger.state.tables.keyedCalls.keys()]).toEqual(['two', 'new']);
  });
});

test('a key has 1 to 255 printable characters of ASCII', () => {
  const reason = (key: string): unknown => {
    try {
      identify(key, 'transfer');
      return undefined;
    } catch (error) {
      return (error as Fault<string, { reason: string }>).data.reason;
    }
  };
  expect(['', 'x'.repeat(256), 'ü', 'a\nb', 'x'.repeat(255), 'order 17/2'].map(reason)).toEqual([
    'length',
    'length',
    'characters',
    'characters',
    undefined,
    undefined,
  ]);
});
