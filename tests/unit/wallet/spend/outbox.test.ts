/** Sending a built transaction: whatever node, network or disk do, nothing is paid twice and no money is lost. */
import { beforeEach, describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { Fault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import type { TxRelay } from '../../../../src/ports/tx-relay.ts';
import type { WalletFile } from '../../../../src/ports/wallet-files.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { outgoing } from '../../../../src/wallet/ledger/history.ts';
import { rebroadcast, send } from '../../../../src/wallet/spend/outbox.ts';
import type { PendingTx } from '../../../../src/wallet/spend/pending.ts';
import { RELAYED } from '../../../../src/wallet/state/records/relay.ts';
import { change, openLedger, put, type Ledger } from '../../../../src/wallet/state/state.ts';
import {
  bytesOf,
  createTestChain,
  keyImageOf,
  prunedBlob,
  txidOf,
  type TestChain,
  type TestTx,
} from '../test-chain.ts';
import type { TxKeys } from '../../../../src/wallet/state/records/payments.ts';
import { onlyReceiver } from '../only-receiver.ts';
import { readChain, readPool, testFile, testLedger } from '../test-ledger.ts';
import { deferred } from '../../../support/deferred.ts';

const NOW = 1_800_000_000;
const clock: Clock = { now: () => NOW * 1000, sleep: () => Promise.resolve() };

/** A node that gives these answers one after the other; `took` are the transactions that it has. */
const createNode = (...answers: ('ok' | 'rejected' | 'lost' | 'lost after taking' | 'down')[]) => {
  const took: string[] = [];
  const relay: TxRelay = {
    relay: (_blob, txid) => {
      const id = toHex(txid);
      switch (answers.shift() ?? 'ok') {
        case 'rejected':
          return Promise.reject(new Fault('tx_rejected', { reason: 'no', flags: ['double_spend'] }));
        case 'lost':
          return Promise.reject(new Fault('relay_unknown', { txid: id }));
        case 'lost after taking':
          took.push(id);
          return Promise.reject(new Fault('relay_unknown', { txid: id }));
        case 'down':
          return Promise.reject(new Fault('node_unreachable', { address: 'here' }));
        case 'ok':
          took.push(id);
          return Promise.resolve();
      }
    },
    keyImagesSpent: () => Promise.resolve([]),
  };
  return { relay, took };
};

/** Spends `inputs` (100 each), with change of 60. */
const built = (id: string, inputs: readonly string[] = ['a']): PendingTx => ({
  blob: prunedBlob(onChain(id, inputs)),
  txid: txidOf(id),
  fee: 10n,
  weight: 1500,
  keys: { key: asSecretKey(bytesOf('key')), additional: [] },
  account: 0,
  keyImages: inputs.map(keyImageOf),
  destinations: [{ address: 'somebody', amount: 30n }],
  change: 60n,
  amountIn: 100n,
});
const onChain = (id: string, inputs: readonly string[] = ['a']): TestTx => ({
  id,
  spends: inputs,
  fee: 10n,
  outputs: [{ name: `change of ${id}`, amount: 60n }],
});

let chain: TestChain;
let file: WalletFile;
let ledger: Ledger;

beforeEach(async () => {
  chain = createTestChain(2);
  chain.add([{ id: 'funds', outputs: [{ name: 'a', amount: 100n }] }]);
  chain.addEmpty(15);
  file = await testFile();
  ledger = await testLedger({}, file);
  await readChain(ledger, chain);
});

const deps = (node: { relay: TxRelay }) => ({ receivers: onlyReceiver(node.relay), ledger, clock });
const free = (): bigint => balanceOf(ledger.state, 0, false, NOW).unlocked;
const total = (): bigint => balanceOf(ledger.state, 0, false, NOW).balance;
const keys = (id: string) => ledger.state.tables.txKeys.get(toHex(txidOf(id)));
const hexOf = (kept?: TxKeys) => kept && [kept.key, ...kept.additional].map(toHex);
const record = (id: string) => ledger.state.tables.outgoing.get(toHex(txidOf(id)));
/** The tab dies and the wallet is opened again. */
const reopen = async (): Promise<void> => {
  ledger = await openLedger(file);
};
/** Reads blocks and pool, then runs the outbox, as sync does. */
const look = async (node: ReturnType<typeof createNode>, pool: readonly TestTx[] = []): Promise<void> => {
  await readChain(ledger, chain);
  await readPool(ledger, pool);
  await rebroadcast(deps(node));
};

describe('a wallet that is locked during a payment', () => {
  test('has paid when the node has the transaction, and sends it again when it is open', async () => {
    const node = createNode();
    const relay: TxRelay = {
      ...node.relay,
      relay: async (blob, txid) => {
        await node.relay.relay(blob, txid);
        await file.close();
      },
    };
    await send(deps({ relay }), built('t'));
    expect(node.took).toEqual([toHex(txidOf('t'))]);
    expect(record('t')).toMatchObject({ state: 'pending', relay: 'unsent' });
  });
  test('has its money back when a reorg removes the payment from its block, and it is not mined again', async () => {
    const append = file.append.bind(file);
    const node = createNode();
    const relay: TxRelay = {
      ...node.relay,
      relay: async (blob, txid) => {
        await node.relay.relay(blob, txid);
        // The answer is not stored.
        file.append = () => Promise.reject(new Fault('wallet_closed', {}));
      },
    };
    await send(deps({ relay }), built('t'));
    file.append = append;
    await reopen();
    expect(record('t')).toMatchObject({ state: 'pending', relay: 'unsent' });
    chain.add([onChain('t')]);
    await readChain(ledger, chain);
    expect(record('t')).toMatchObject({ state: 'confirmed' });
    chain.pop(1);
    chain.addEmpty(2);
    await readChain(ledger, chain);
    expect([record('t')!.state, free()]).toEqual(['pending', 0n]);
    for (let i = 0; i < 25; i++) await look(node);
    expect([record('t')!.state, free()]).toEqual(['failed', 100n]);
  });
  test('has not paid when the payment could not be stored', async () => {
    const node = createNode();
    await file.close();
    await expect(send(deps(node), built('t'))).rejects.toMatchObject({ code: 'wallet_closed' });
    expect(node.took).toEqual([]);
  });
});

describe('sending', () => {
  test('stores keys and payment on the disk before the node gets the transaction', async () => {
    const relay: TxRelay = {
      relay: async () => {
        const onDisk = await openLedger(file);
        const id = toHex(txidOf('t'));
        expect(hexOf(onDisk.state.tables.txKeys.get(id))).toEqual(hexOf(built('t').keys));
        expect(onDisk.state.tables.outgoing.get(id)).toMatchObject({ state: 'pending', relay: 'unsent' });
        expect(onDisk.state.outputs[0]!.spent).toEqual({ height: 0, txid: txidOf('t') });
      },
      keyImagesSpent: () => Promise.resolve([]),
    };
    await send({ receivers: onlyReceiver(relay), ledger, clock }, built('t'));
    expect(record('t')).toMatchObject({ state: 'pending', relay: RELAYED });
    expect([free(), total()]).toEqual([0n, 60n]);
  });

  test('refuses to send the same money twice', async () => {
    const node = createNode();
    await send(deps(node), built('t'));
    await expect(send(deps(node), built('other'))).rejects.toMatchObject({ data: { reason: 'spent' } });
    expect(node.took).toEqual([toHex(txidOf('t'))]);
  });

  test('may send the same transaction again while it waits', async () => {
    const node = createNode();
    await send(deps(node), built('t'));
    await send(deps(node), built('t'));
    expect(node.took).toEqual([toHex(txidOf('t')), toHex(txidOf('t'))]);
    await expect(send(deps(createNode('rejected')), built('t'))).rejects.toMatchObject({
      code: 'tx_rejected',
    });
    expect(record('t')).toMatchObject({ state: 'pending', relay: RELAYED });
    expect([free(), total()]).toEqual([0n, 60n]);
  });

  test('lets one of two senders at the same moment win, and gives the other a fault', async () => {
    const node = createNode();
    const results = await Promise.allSettled([
      send(deps(node), built('one')),
      send(deps(node), built('two')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(node.took).toEqual([toHex(txidOf('one'))]);
  });

  test('frees the money at once when the node refuses, and the history says so', async () => {
    await expect(send(deps(createNode('rejected')), built('t'))).rejects.toMatchObject({
      code: 'tx_rejected',
    });
    expect([free(), total()]).toEqual([100n, 100n]);
    expect(record('t')).toMatchObject({ state: 'failed' });
    expect(hexOf(keys('t'))).toEqual(hexOf(built('t').keys));
    await reopen();
    expect(hexOf(keys('t'))).toEqual(hexOf(built('t').keys));
  });

  // threat: paid-twice
  test('frees the money at once when the node was never reached, and sends nothing later', async () => {
    const node = createNode('down');
    await expect(send(deps(node), built('t'))).rejects.toMatchObject({ code: 'node_unreachable' });
    expect([free(), total()]).toEqual([100n, 100n]);
    expect(record('t')).toMatchObject({ state: 'failed', notSent: true });
    expect(hexOf(keys('t'))).toEqual(hexOf(built('t').keys));
    // Nothing was sent, so the history shows nothing.
    expect(outgoing(ledger.state, 'failed', {}, NOW)).toEqual([]);
    await reopen();
    await look(node);
    expect(node.took).toEqual([]);
    // The same transaction may be sent again.
    await send(deps(node), built('t'));
    expect(node.took).toEqual([toHex(txidOf('t'))]);
  });

  test('removes an unsent payment with its keys once a block spends its money', async () => {
    await expect(send(deps(createNode('down')), built('t'))).rejects.toThrow();
    const node = createNode();
    await send(deps(node), built('other'));
    await look(node);
    expect(keys('t')).toBeDefined();
    chain.add([onChain('other')]);
    await look(node);
    expect([record('t'), keys('t')]).toEqual([undefined, undefined]);
    expect(keys('other')).toBeDefined();
  });

  test('keeps a payment that a node refused when a later attempt to send it fails', async () => {
    await expect(send(deps(createNode('rejected')), built('t'))).rejects.toThrow();
    await expect(send(deps(createNode('down')), built('t'))).rejects.toThrow();
    expect(record('t')).toMatchObject({ state: 'failed', relay: 'unknown' });
    expect(record('t')!.notSent).toBeUndefined();
  });

  test('sends nothing to the node when the disk is full', async () => {
    const node = createNode();
    const append = file.append.bind(file);
    file.append = () => Promise.reject(new Fault('storage_full', {}));
    await expect(send(deps(node), built('t'))).rejects.toMatchObject({ code: 'storage_full' });
    file.append = append;
    expect(node.took).toEqual([]);
    expect(free()).toBe(100n);
  });

  test('knows of a payment that the node accepted before the disk was full', async () => {
    const node = createNode();
    const append = file.append.bind(file);
    let appends = 0;
    file.append = (entry) =>
      ++appends === 1 ? append(entry) : Promise.reject(new Fault('storage_full', {}));
    await send(deps(node), built('t'));
    file.append = append;
    expect(record('t')).toMatchObject({ state: 'pending' });
    expect(free()).toBe(0n);
    await look(node);
    expect(record('t')).toMatchObject({ relay: RELAYED });
  });

  test('answers relay_unknown when the disk is too full to take a payment back', async () => {
    const node = createNode('down');
    const append = file.append.bind(file);
    let appends = 0;
    file.append = (entry) =>
      ++appends === 1 ? append(entry) : Promise.reject(new Fault('storage_full', {}));
    await expect(send(deps(node), built('t'))).rejects.toMatchObject({ code: 'relay_unknown' });
    file.append = append;
    expect(free()).toBe(0n);
    await look(node);
    expect(node.took).toEqual([toHex(txidOf('t'))]);
  });
});

describe('a payment that a node shows in a block with other bytes', () => {
  // threat: changed-blocks
  test('is refused, and accepted when the node shows the sent bytes', async () => {
    await send(deps(createNode()), built('t'));
    chain.add([{ ...onChain('t'), outputs: [] }]);
    await expect(readChain(ledger, chain)).rejects.toMatchObject({
      code: 'node_bad_answer',
      data: { what: 'another content of a payment made here' },
    });
    expect([record('t')!.state, total()]).toEqual(['pending', 60n]);
    chain.pop(1);
    chain.add([onChain('t')]);
    await readChain(ledger, chain);
    expect([record('t')!.state, total()]).toEqual(['confirmed', 60n]);
  });
});

describe('a tab killed between disk and node', () => {
  const killed = async (): Promise<void> => {
    const never: TxRelay = {
      relay: () => new Promise(() => undefined),
      keyImagesSpent: () => Promise.resolve([]),
    };
    void send({ receivers: onlyReceiver(never), ledger, clock }, built('killed'));
    await ledger.settled();
    await reopen();
  };

  test('sends the transaction when the wallet is open again, and keeps its money bound', async () => {
    await killed();
    expect([free(), record('killed')!.relay]).toEqual([0n, 'unsent']);
    const node = createNode();
    await look(node);
    expect(node.took).toEqual([toHex(txidOf('killed'))]);
    expect(record('killed')).toMatchObject({ relay: RELAYED });
    chain.add([onChain('killed')]);
    await look(node);
    expect(record('killed')).toMatchObject({ state: 'confirmed', destinations: [{ amount: 30n }] });
    expect(total()).toBe(60n);
  });
});
describe('a slow relay', () => {
  test('is not disturbed by a look at the pool', async () => {
    let answer: () => void = () => undefined;
    const slow: TxRelay = {
      relay: () => new Promise((resolve) => (answer = resolve)),
      keyImagesSpent: () => Promise.resolve([]),
    };
    const sending = send({ receivers: onlyReceiver(slow), ledger, clock }, built('t'));
    await ledger.settled();
    const node = createNode();
    await look(node);
    expect(node.took).toEqual([]);
    answer();
    await sending;
    expect(record('t')).toMatchObject({ relay: RELAYED });
  });
});

describe('a payment that is not sent while an older one is relayed again', () => {
  const older = toHex(txidOf('older'));
  const gone = new Fault('node_unreachable', { address: 'here' });

  /**
   * The older payment is being relayed again, and a newer one is being sent. `answer` ends the relay of the older one, `fail`
   * that of the newer one. `asked`: ids that the node was asked to take again.
   */
  const both = async () => {
    chain.add([{ id: 'more', outputs: [{ name: 'b', amount: 100n }] }]);
    chain.addEmpty(12);
    await readChain(ledger, chain);
    await expect(send(deps(createNode('lost')), built('older'))).rejects.toThrow();
    const first = deferred<undefined>();
    const second = deferred<undefined>();
    const asked: string[] = [];
    const holding = (end: Promise<void>, ids: string[] = []): { relay: TxRelay } => ({
      relay: {
        relay: (_blob, txid) => {
          ids.push(toHex(txid));
          return end;
        },
        keyImagesSpent: () => Promise.resolve([]),
      },
    });
    const sending = send(deps(holding(second.promise)), built('newer', ['b']));
    sending.catch(() => undefined);
    await ledger.settled();
    const again = rebroadcast(deps(holding(first.promise, asked)));
    await expect.poll(() => asked).toEqual([older]);
    return { sending, again, asked, answer: first, fail: () => second.reject(gone) };
  };

  // threat: paid-twice
  test('is not sent after it was stored as not sent', async () => {
    const { sending, again, asked, answer, fail } = await both();
    fail();
    await expect(sending).rejects.toMatchObject({ code: 'node_unreachable' });
    expect(record('newer')).toMatchObject({ state: 'failed', notSent: true });
    answer.resolve(undefined);
    await again;
    expect(asked).toEqual([older]);
    expect(record('older')).toMatchObject({ relay: RELAYED });
  });

  // threat: paid-twice
  test('is not sent before it is stored as not sent', async () => {
    const { sending, again, asked, answer, fail } = await both();
    const disk = deferred<undefined>();
    const begun = deferred<undefined>();
    const append = file.append.bind(file);
    file.append = async (entry) => {
      begun.resolve(undefined);
      await disk.promise;
      return append(entry);
    };
    fail();
    await begun.promise;
    // This outcome of the older payment needs no commit, so nothing waits for the disk.
    answer.reject(new Fault('relay_unknown', { txid: older }));
    await again;
    disk.resolve(undefined);
    await expect(sending).rejects.toMatchObject({ code: 'node_unreachable' });
    expect(asked).toEqual([older]);
    expect(record('newer')).toMatchObject({ state: 'failed', notSent: true });
  });
});

describe('relaying again', () => {
  // threat: paid-twice
  test('is not done by a copy without the spend key: its wallet may have given the payment up since', async () => {
    await expect(send(deps(createNode('lost')), built('t'))).rejects.toThrow();
    await ledger.commit(({ settings }) =>
      change([put('settings', '', { ...settings, background: { type: 'custom', away: true, copy: true } })]),
    );
    const node = createNode();
    await rebroadcast(deps(node));
    expect(node.took).toEqual([]);
    expect(record('t')).toMatchObject({ state: 'pending', relay: 'unknown' });
  });

  test('gives the relay its signal, and ends at the payment at which it was stopped', async () => {
    chain.add([{ id: 'more', outputs: [{ name: 'b', amount: 100n }] }]);
    chain.addEmpty(12);
    await readChain(ledger, chain);
    for (const [id, input] of [
      ['one', 'a'],
      ['two', 'b'],
    ] as const)
      await expect(send(deps(createNode('lost')), built(id, [input]))).rejects.toThrow();
    const stop = new AbortController();
    const asked: string[] = [];
    const relay: TxRelay = {
      relay: (_blob, txid, signal) => {
        asked.push(toHex(txid));
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Fault('relay_unknown', { txid: toHex(txid) })));
        });
      },
      keyImagesSpent: () => Promise.resolve([]),
    };
    const again = rebroadcast(deps({ relay }), { signal: stop.signal });
    await expect.poll(() => asked).toEqual([toHex(txidOf('one'))]);
    stop.abort(new Fault('cancelled', {}));
    await expect(again).rejects.toMatchObject({ code: 'cancelled' });
    expect(asked).toEqual([toHex(txidOf('one'))]);
    expect(record('one')).toMatchObject({ state: 'pending', relay: 'unknown' });
  });
});

describe('a relay with an unknown outcome', () => {
  test.each(['lost after taking', 'rejected'] as const)(
    'has succeeded if a block with the transaction was read before the answer: %s',
    async (answer) => {
      const node = createNode(answer);
      const relay: TxRelay = {
        ...node.relay,
        relay: async (blob, txid) => {
          chain.add([onChain('t')]);
          await readChain(ledger, chain);
          await node.relay.relay(blob, txid);
        },
      };
      await send(deps({ relay }), built('t'));
      expect(record('t')).toMatchObject({ state: 'confirmed' });
      expect(total()).toBe(60n);
    },
  );

  test('keeps the money bound until the outcome is known', async () => {
    const node = createNode('lost');
    await expect(send(deps(node), built('t'))).rejects.toMatchObject({ code: 'relay_unknown' });
    expect([free(), total()]).toEqual([0n, 60n]);
    await expect(send(deps(node), built('again'))).rejects.toMatchObject({ code: 'output_not_spendable' });
    await reopen();
    expect(record('t')).toMatchObject({ state: 'pending', relay: 'unknown' });
    expect(free()).toBe(0n);
  });

  test('ends when the transaction is in the pool', async () => {
    const node = createNode('lost after taking');
    await expect(send(deps(node), built('t'))).rejects.toMatchObject({ code: 'relay_unknown' });
    await look(node, [onChain('t')]);
    expect(record('t')).toMatchObject({ state: 'pending', relay: RELAYED });
    expect(node.took).toHaveLength(1);
    expect(total()).toBe(60n);
  });

  test('ends when the transaction is in a block', async () => {
    const node = createNode('lost after taking');
    await expect(send(deps(node), built('t'))).rejects.toMatchObject({ code: 'relay_unknown' });
    chain.add([onChain('t')]);
    await look(node);
    expect(record('t')).toMatchObject({ state: 'confirmed' });
    expect(record('t')!.blob).toBeUndefined();
    expect(node.took).toHaveLength(1);
  });

  test('sends the same transaction again when it is not in the pool', async () => {
    const node = createNode('lost', 'lost', 'ok');
    await expect(send(deps(node), built('t'))).rejects.toMatchObject({ code: 'relay_unknown' });
    await look(node);
    expect(record('t')).toMatchObject({ relay: 'unknown' });
    await look(node);
    expect(record('t')).toMatchObject({ state: 'pending', relay: RELAYED });
    expect(node.took).toEqual([toHex(txidOf('t'))]);
  });

  test('fails after repeated refusals, and only then frees its money', async () => {
    const node = createNode('lost', ...new Array<'rejected'>(20).fill('rejected'));
    await expect(send(deps(node), built('t'))).rejects.toMatchObject({ code: 'relay_unknown' });
    let looks = 0;
    for (; free() === 0n; looks++) {
      expect(looks).toBeLessThan(10);
      await look(node);
    }
    expect(looks).toBeGreaterThan(2);
    expect(record('t')).toMatchObject({ state: 'failed' });
    expect(total()).toBe(100n);
  });

  test('fails and frees nothing that a payment of another device spends, which is in the pool', async () => {
    const node = createNode('lost', ...new Array<'rejected'>(20).fill('rejected'));
    await expect(send(deps(node), built('t'))).rejects.toMatchObject({ code: 'relay_unknown' });
    const theirs = onChain('of the copy');
    await readPool(ledger, [theirs]);
    for (let round = 0; round < 10; round++) {
      await readPool(ledger, [theirs], []);
      await rebroadcast(deps(node));
    }
    expect(['t', 'of the copy'].map((id) => record(id)!.state)).toEqual(['failed', 'pending']);
    expect(ledger.state.outputs[0]!.spent).toEqual({ height: 0, txid: txidOf('of the copy') });
    expect(free()).toBe(0n);
  });

  test('fails when a copy of the wallet spent the money first, and frees its other input', async () => {
    chain.add([{ id: 'more', outputs: [{ name: 'b', amount: 5n }] }]);
    chain.addEmpty(12);
    await readChain(ledger, chain);
    const node = createNode('lost');
    await expect(send(deps(node), built('t', ['a', 'b']))).rejects.toMatchObject({ code: 'relay_unknown' });
    chain.add([onChain('of the copy', ['a'])]);
    await look(node);
    expect(record('t')).toMatchObject({ state: 'failed' });
    expect(free()).toBe(5n);
    expect(total()).toBe(65n);
    expect(node.took).toEqual([]);
  });
});

describe('after sending', () => {
  test('a transaction that the pool dropped is sent again', async () => {
    const node = createNode();
    await send(deps(node), built('t'));
    // Not at once: a node may pass a transaction on with a delay.
    for (let i = 0; i < 11; i++) await look(node);
    expect(node.took).toHaveLength(1);
    await look(node);
    expect(node.took).toHaveLength(2);
    expect(record('t')).toMatchObject({ state: 'pending', relay: RELAYED });
    expect(free()).toBe(0n);
  });

  test('an unreachable node changes nothing', async () => {
    const node = createNode('ok', ...new Array<'down'>(30).fill('down'));
    await send(deps(node), built('t'));
    for (let i = 0; i < 30; i++) await rebroadcast(deps(node));
    for (let i = 0; i < 25; i++) await look(node);
    expect(record('t')).toMatchObject({ state: 'pending' });
    expect(free()).toBe(0n);
  });

  test('a failed payment that reappears in the pool waits for its block again', async () => {
    const node = createNode('lost', ...new Array<'rejected'>(20).fill('rejected'));
    await expect(send(deps(node), built('t'))).rejects.toMatchObject({ code: 'relay_unknown' });
    while (free() === 0n) await look(node);
    await readPool(ledger, [onChain('t')]);
    expect(record('t')).toMatchObject({ state: 'pending', destinations: [{ amount: 30n }] });
    expect([free(), total()]).toEqual([0n, 60n]);
    chain.add([onChain('t')]);
    await look(node);
    expect(record('t')).toMatchObject({ state: 'confirmed' });
    expect(total()).toBe(60n);
  });
});
