/** A payment that waits too long is sent again, or given up so that it can still not be paid twice. */
import { beforeEach, describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { concat } from '../../../../src/base/bytes.ts';
import { Fault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import type { TxRelay } from '../../../../src/ports/tx-relay.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { openGap } from '../../../../src/wallet/ledger/gaps.ts';
import { createRelaying } from '../../../../src/wallet/areas/relaying.ts';
import { giveUp, resend, waitingPayment } from '../../../../src/wallet/spend/late-payment.ts';
import { whileSending } from '../../../../src/wallet/spend/locks.ts';
import { rebroadcast, send } from '../../../../src/wallet/spend/outbox.ts';
import type { PendingTx } from '../../../../src/wallet/spend/pending.ts';
import { openRefusals } from '../../../../src/wallet/spend/refused.ts';
import type { Ledger } from '../../../../src/wallet/state/state.ts';
import { deferred } from '../../../support/deferred.ts';
import { onlyReceiver } from '../only-receiver.ts';
import {
  bytesOf,
  createTestChain,
  keyImageOf,
  prunedBlob,
  txidOf,
  type TestChain,
  type TestTx,
} from '../test-chain.ts';
import { readChain, readPool, testLedger } from '../test-ledger.ts';

const NOW = 1_800_000_000;
const clock: Clock = { now: () => NOW * 1000, sleep: () => Promise.resolve() };
const PAID: TestTx = { id: 'paid', spends: ['a'], fee: 10n, outputs: [{ name: 'change', amount: 60n }] };
const ID = toHex(txidOf('paid'));
const payment: PendingTx = {
  blob: prunedBlob(PAID),
  txid: txidOf('paid'),
  fee: 10n,
  weight: 1500,
  keys: { key: asSecretKey(bytesOf('key')), additional: [] },
  account: 0,
  keyImages: [keyImageOf('a')],
  destinations: [{ address: 'payee', amount: 30n }],
  change: 60n,
  amountIn: 100n,
};

let chain: TestChain;
let ledger: Ledger;
let relayed: Uint8Array[];
/** What the node answers next. */
let refusal: Fault | undefined;
const relay: TxRelay = {
  relay: (blob) => {
    if (refusal) return Promise.reject(refusal);
    relayed.push(blob);
    return Promise.resolve();
  },
  keyImagesSpent: () => Promise.resolve([]),
};
const deps = () => ({ receivers: onlyReceiver(relay), ledger, clock });
const record = () => ledger.state.tables.outgoing.get(ID);
const free = (): bigint => balanceOf(ledger.state, 0, false, NOW).unlocked;
const readsWithoutIt = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await readPool(ledger, []);
};

beforeEach(async () => {
  chain = createTestChain(2);
  chain.add([{ id: 'funds', outputs: [{ name: 'a', amount: 100n }] }]);
  chain.addEmpty(15);
  ledger = await testLedger();
  await readChain(ledger, chain);
  relayed = [];
  refusal = undefined;
  await send(deps(), payment);
});

describe('a payment that waits for a block', () => {
  test('is sent again with the same bytes, and counts as shown by the node from then on', async () => {
    await readsWithoutIt(5);
    await resend(deps(), ID);
    expect(relayed).toHaveLength(2);
    expect(relayed[1]).toEqual(relayed[0]);
    expect(record()).toMatchObject({ state: 'pending', missing: 0 });
    expect(free()).toBe(0n);
  });

  test('keeps waiting when the node refuses it, however often it is sent again', async () => {
    refusal = new Fault('tx_rejected', { reason: 'no', flags: [] });
    for (let i = 0; i < 20; i++)
      await expect(resend(deps(), ID)).rejects.toMatchObject({
        code: 'tx_rejected',
      });
    expect(record()).toMatchObject({ state: 'pending' });
    expect(free()).toBe(0n);
  });

  // threat: paid-twice
  test('cannot be given up while the node shows it, or until three reads of the pool did not find it', async () => {
    await readPool(ledger, [PAID]);
    await readsWithoutIt(2);
    await expect(giveUp(ledger, ID, false)).rejects.toMatchObject({ data: { reason: 'in_pool' } });
    await readsWithoutIt(2);
    await readPool(ledger, [PAID]);
    await expect(giveUp(ledger, ID, false)).rejects.toMatchObject({ data: { reason: 'in_pool' } });
    expect(free()).toBe(0n);
  });

  test('cannot be given up while it is being sent, or while a block that cannot be read may contain it', async () => {
    await readsWithoutIt(3);
    await whileSending(ledger, [ID], () =>
      expect(giveUp(ledger, ID, false)).rejects.toMatchObject({ data: { reason: 'sending' } }),
    );
    await expect(giveUp(ledger, ID, true)).rejects.toMatchObject({ data: { reason: 'unread_blocks' } });
    expect(record()).toMatchObject({ state: 'pending' });
  });
});

describe('a payment in a gap of unread blocks', () => {
  /** The blocks from the wallet's height on are left out; the last one is of `until` (seconds). */
  const leaveOut = async (until: number): Promise<void> => {
    const first = ledger.state.height;
    chain.add([PAID]);
    chain.addEmpty(3);
    const ids = concat(...chain.blocks.slice(first).map(({ hash }) => hash));
    await ledger.commit((state) => openGap(state, first, { first, ids, since: NOW - 5000, until }, 100));
  };
  const refuse = async (times: number): Promise<void> => {
    refusal = new Fault('tx_rejected', { reason: 'no', flags: ['double_spend'] });
    await readsWithoutIt(12);
    for (let i = 0; i < times; i++) await rebroadcast(deps());
  };

  test('cannot be given up, and no refusal ends it', async () => {
    await leaveOut(NOW + 5000);
    await refuse(10);
    await expect(giveUp(ledger, ID, false)).rejects.toMatchObject({ data: { reason: 'unread_blocks' } });
    expect(record()).toMatchObject({ state: 'pending' });
    expect(free()).toBe(0n);
  });

  test('can be given up if it was sent a day after the newest block of the gap', async () => {
    await leaveOut(NOW - 86_401);
    await readsWithoutIt(3);
    await giveUp(ledger, ID, false);
    expect(record()).toMatchObject({ state: 'failed' });
  });

  test('ends by refusals if it was sent a day after the newest block of the gap', async () => {
    await leaveOut(NOW - 86_401);
    await refuse(10);
    expect(record()).toMatchObject({ state: 'failed' });
  });

  test.each([
    [60, 'pending'],
    [-86_401, 'failed'],
  ])(
    'that a copy made, seen %i seconds before the gap ended, is %s after many reads',
    async (after, state) => {
      const seenAt = 1_700_000_000;
      const other: TestTx = { id: 'of a copy', spends: ['a'], fee: 1n };
      ledger = await testLedger();
      await readChain(ledger, chain);
      await readPool(ledger, [other]);
      await leaveOut(seenAt + after);
      await readsWithoutIt(21);
      expect(ledger.state.tables.outgoing.get(toHex(txidOf(other.id)))).toMatchObject({
        state,
        timestamp: seenAt,
      });
    },
  );
});

describe('a payment that is being sent for the first time', () => {
  const NEW: PendingTx = { ...payment, txid: txidOf('new'), keyImages: [keyImageOf('b')] };
  const newId = toHex(NEW.txid);
  /** The node is not reached when `fail` is called. */
  const beingSent = async () => {
    chain.add([{ id: 'more', outputs: [{ name: 'b', amount: 100n }] }]);
    chain.addEmpty(12);
    await readChain(ledger, chain);
    const { promise, reject } = deferred<undefined>();
    const unreached: TxRelay = { ...relay, relay: () => promise };
    const sending = send({ ...deps(), receivers: onlyReceiver(unreached) }, NEW);
    sending.catch(() => undefined);
    await ledger.settled();
    return { sending, fail: () => reject(new Fault('node_unreachable', { address: 'here' })) };
  };

  // threat: paid-twice
  test('is not sent a second time, since that call may store it as not sent', async () => {
    const { sending, fail } = await beingSent();
    await expect(resend(deps(), newId)).rejects.toMatchObject({ code: 'not_waiting' });
    fail();
    await expect(sending).rejects.toMatchObject({ code: 'node_unreachable' });
    expect(relayed).toHaveLength(1);
  });

  // threat: paid-twice
  test('is not sent after it was stored as not sent while the nodes were compared', async () => {
    const { sending, fail } = await beingSent();
    const compared = deferred<undefined>();
    const relaying = createRelaying({
      ...deps(),
      sync: {
        rules: {
          newer: undefined,
          next: undefined,
          closed: false,
          proving: false,
          requireSending: () => undefined,
        },
        tip: undefined,
      },
      beforePrivate: () => compared.promise,
      automated: false,
    });
    const again = relaying.resend(newId);
    fail();
    await expect(sending).rejects.toMatchObject({ code: 'node_unreachable' });
    compared.resolve(undefined);
    await expect(again).rejects.toMatchObject({ code: 'not_waiting' });
    expect(relayed).toHaveLength(1);
    expect(ledger.state.tables.outgoing.get(newId)).toMatchObject({ state: 'failed', notSent: true });
  });
});

describe('a payment that was given up', () => {
  beforeEach(async () => {
    await readsWithoutIt(3);
    await giveUp(ledger, ID, false);
  });

  // threat: paid-twice
  test('frees its money, and the next payment of the account must spend one of its inputs', () => {
    expect(free()).toBe(100n);
    expect(record()).toMatchObject({ state: 'failed' });
    expect(openRefusals(ledger.state, 0).map(({ txid }) => toHex(txid))).toEqual([ID]);
  });

  test('is not sent again by itself, and is no waiting payment any more', async () => {
    for (let i = 0; i < 30; i++) {
      await readsWithoutIt(1);
      await rebroadcast(deps());
    }
    expect(relayed).toHaveLength(1);
    expect(() => waitingPayment(ledger.state, ID)).toThrow('not_waiting');
    await expect(giveUp(ledger, ID, false)).rejects.toMatchObject({ code: 'not_waiting' });
  });

  test('waits again when a pool shows it, and is confirmed when a block contains it', async () => {
    await readPool(ledger, [PAID]);
    expect(record()).toMatchObject({ state: 'pending' });
    expect(free()).toBe(0n);
    chain.add([PAID]);
    await readChain(ledger, chain);
    expect(record()).toMatchObject({ state: 'confirmed' });
    expect(balanceOf(ledger.state, 0, false, NOW).balance).toBe(60n);
  });
});
