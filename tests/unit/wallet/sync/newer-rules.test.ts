/**
 * A chain that follows rules which this build does not know: all below them is read, the node is not blamed, waiting payments
 * are relayed as long as they are valid, and a later build reads on.
 */
import { describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import { KNOWN_RULES, type KnownRules } from '../../../../src/protocol/block/known-rules.ts';
import { Fault } from '../../../../src/base/fault.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { rebroadcast, send } from '../../../../src/wallet/spend/outbox.ts';
import type { PendingTx } from '../../../../src/wallet/spend/pending.ts';
import { openLedger, type Ledger } from '../../../../src/wallet/state/state.ts';
import { onlyReceiver } from '../only-receiver.ts';
import {
  createTestChain,
  keyImageOf,
  prunedBlob,
  txidOf,
  type TestChain,
  type TestTx,
} from '../test-chain.ts';
import { readPool, testFile, testLedger } from '../test-ledger.ts';
import { createTestNode } from '../test-node.ts';
import { syncOf } from '../test-sync.ts';
import { settled } from '../../../support/settled.ts';

const NOW = 1_800_000_000;
const FORK = 30;
const later: KnownRules = { ...KNOWN_RULES, reads: 17 };

const createClock = () => {
  const slept: number[] = [];
  let now = NOW * 1000;
  const clock: Clock = {
    now: () => now,
    sleep: async (ms, signal) => {
      slept.push(ms);
      now += ms;
      await settled();
      signal?.throwIfAborted();
    },
  };
  return { slept, wait: (ms: number) => void (now += ms), ...clock };
};
const pay = (id: string, amount: bigint): TestTx => ({ id, outputs: [{ name: id, amount }] });

/** A payment of 5 below height 30, and one of 7 above it. */
const forkedChain = (): TestChain => {
  const chain = createTestChain(10);
  chain.add([pay('below', 5n)]);
  chain.addEmpty(FORK - chain.height);
  chain.add([pay('above', 7n)]);
  chain.addEmpty(20);
  return chain;
};
const setup = async (account: Parameters<typeof testLedger>[0] = {}) => {
  const chain = forkedChain();
  const node = createTestNode(chain);
  node.newerFrom = FORK;
  node.plan = { current: 17, height: FORK };
  const file = await testFile();
  const ledger = await testLedger(account, file);
  const clock = createClock();
  return { chain, node, file, ledger, clock, sync: syncOf(node, ledger, clock) };
};
const total = (ledger: Ledger): bigint => balanceOf(ledger.state, 0, false, NOW).balance;

const payment = (inputs: readonly string[]): PendingTx => ({
  txid: txidOf('sent'),
  blob: prunedBlob({ id: 'sent', spends: inputs }),
  fee: 1n,
  weight: 1500,
  keys: { key: asSecretKey(new Uint8Array(32)), additional: [] },
  account: 0,
  keyImages: inputs.map(keyImageOf),
  destinations: [{ address: 'somebody', amount: 4n }],
  change: 0n,
  amountIn: 5n,
});

describe('a chain with newer rules', () => {
  test('is read up to them, and the fault names their first block, version, time and the node', async () => {
    const { chain, ledger, sync } = await setup();
    await expect(sync.refresh()).rejects.toMatchObject({
      code: 'newer_rules',
      data: {
        address: 'https://node.example',
        height: FORK,
        version: 17,
        time: chain.blocks[FORK]!.timestamp,
        sending: true,
      },
    });
    expect(ledger.state.height).toBe(FORK);
    expect(total(ledger)).toBe(5n);
    expect(ledger.state.tables.readAgain.size).toBe(0);
  });

  test('ends sending at the first block of version 18, once the node or this build knows its height', async () => {
    const { node, ledger, sync, clock } = await setup();
    node.rules = (version) => Promise.resolve({ current: 17, height: version === 18 ? 500 : FORK });
    await expect(sync.refresh()).rejects.toMatchObject({ data: { sending: true, sending_ends: 500 } });
    expect(sync.rules.newer).toMatchObject({ sendingEnds: 500 });
    const mainnet = { ...KNOWN_RULES.planned.mainnet, 18: 400 };
    const rules = { ...KNOWN_RULES, planned: { ...KNOWN_RULES.planned, mainnet } };
    const planned = syncOf(node, ledger, clock, undefined, rules);
    await expect(planned.refresh()).rejects.toMatchObject({ data: { sending: true, sending_ends: 400 } });
    node.rules = () => Promise.resolve({ current: 18, height: FORK });
    await expect(sync.refresh()).rejects.toMatchObject({ data: { sending: false } });
    expect(sync.rules.newer).not.toHaveProperty('sendingEnds');
  });

  test('is asked for again about every five minutes, and then only for two blocks', async () => {
    const { node, clock, ledger, sync } = await setup();
    sync.start(10);
    while (node.asked.tip < 4) await settled();
    await sync.stop();
    expect(sync.status).toMatchObject({ phase: 'waiting', problem: { fault: 'newer_rules' } });
    const pauses = clock.slept.filter((ms) => ms >= 1000);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(210_000);
    expect(node.wanted).toBe(2);
    expect(node.asked.blocks).toBeLessThanOrEqual(node.asked.tip);
    expect(ledger.state.height).toBe(FORK);
  });

  test('keeps showing the fault while it is asked for again', async () => {
    const { sync } = await setup();
    const phases: string[] = [];
    await sync.refresh().catch(() => undefined);
    sync.onStatus(({ phase }) => phases.push(phase));
    await sync.refresh().catch(() => undefined);
    expect(phases).toEqual([]);
  });

  test('reports the same to a wallet that begins above the first newer block', async () => {
    const node = createTestNode(createTestChain(5000));
    node.newerFrom = 2000;
    node.plan = { current: 17, height: 2000 };
    const young = await testLedger({ restoreHeight: 4990 });
    const sync = syncOf(node, young, createClock());
    await expect(sync.refresh()).rejects.toMatchObject({
      code: 'newer_rules',
      data: { height: 2000, version: 17, time: 0 },
    });
    expect(young.state.chain.hashes.length).toBe(0);
  });

  test('is named by the height that was met when the node does not say where the rules began', async () => {
    const { node, ledger, clock } = await setup();
    node.plan = undefined;
    const sync = syncOf(node, ledger, clock);
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'newer_rules', data: { height: FORK } });
  });

  test('is read on by a build that knows the rules, without reading anything again', async () => {
    const { node, file, ledger, sync, clock } = await setup();
    await sync.refresh().catch(() => undefined);
    const { base } = ledger.state.chain;
    const reopened = await openLedger(file);
    node.newerFrom = undefined;
    const asked: number[] = [];
    const blocksAfter = node.blocksAfter.bind(node);
    node.blocksAfter = async (...given) => {
      const raw = await blocksAfter(...given);
      asked.push(raw.startHeight);
      return raw;
    };
    node.blocksFrom = () => Promise.reject(new Error('reads from a height'));
    const updated = syncOf(node, reopened, clock, undefined, later);
    expect(await updated.refresh()).toMatchObject({ receivedMoney: true });
    expect(asked).toEqual([FORK - 1]);
    expect(reopened.state.chain.base).toBe(base);
    expect(reopened.state.height).toBe(node.chain.height);
    expect(total(reopened)).toBe(12n);
    expect(updated.rules.newer).toBeUndefined();
  });
});

// threat: newer-rules
describe('a lying node that claims newer rules', () => {
  test('holds the wallet up and costs nothing: an honest node is read on from there', async () => {
    const { node, ledger, sync } = await setup();
    node.plan = { current: 18, height: FORK };
    await sync.refresh().catch(() => undefined);
    expect(() => sync.rules.requireSending()).toThrow();
    node.newerFrom = undefined;
    node.plan = { current: 16, height: undefined };
    expect(await sync.refresh()).toMatchObject({ receivedMoney: true });
    expect(total(ledger)).toBe(12n);
    expect(ledger.state.tables.readAgain.size).toBe(0);
    expect(() => sync.rules.requireSending()).not.toThrow();
    expect(sync.status.problem).toBeUndefined();
  });

  test('takes back no block that the wallet has read', async () => {
    const { node, ledger, sync } = await setup();
    node.newerFrom = undefined;
    await sync.refresh();
    const known = toHex(ledger.state.chain.hashes);
    node.chain.addEmpty(1);
    node.newerFrom = FORK;
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'newer_rules' });
    expect(toHex(ledger.state.chain.hashes)).toBe(known);
    expect(total(ledger)).toBe(12n);
  });

  test('is not believed when its block does not follow one that the wallet has read', async () => {
    const { node, sync } = await setup();
    const blocksAfter = node.blocksAfter.bind(node);
    node.blocksAfter = async (...given) => {
      const raw = await blocksAfter(...given);
      return raw.newer ? { ...raw, newer: { ...raw.newer, prevHash: new Uint8Array(32) } } : raw;
    };
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'chain_mismatch' });
    expect(sync.rules.newer).toBeUndefined();
  });
});

describe('payments under newer rules', () => {
  const waiting = async () => {
    const all = await setup();
    await all.sync.refresh().catch(() => undefined);
    const offline = { ...all.node, relay: () => Promise.reject(new Fault('relay_unknown', { txid: '' })) };
    await send(
      { receivers: onlyReceiver(offline), ledger: all.ledger, clock: all.clock },
      payment(['below']),
    ).catch(() => undefined);
    return all;
  };

  test('a waiting payment is relayed in version 17', async () => {
    const { node, sync } = await waiting();
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'newer_rules', data: { sending: true } });
    expect(node.relayed).toEqual([toHex(txidOf('sent'))]);
    expect(() => sync.rules.requireSending()).not.toThrow();
  });

  test('from version 18 on the wallet relays nothing, and sending ends with a fault', async () => {
    const { node, ledger, sync } = await waiting();
    node.plan = { current: 18, height: FORK };
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'newer_rules', data: { sending: false } });
    expect(node.relayed).toEqual([]);
    expect(() => sync.rules.requireSending()).toThrow(
      expect.objectContaining({ code: 'sending_needs_update', data: { version: 18 } }) as Error,
    );
    expect(ledger.state.tables.outgoing.get(toHex(txidOf('sent')))?.state).toBe('pending');
  });

  // threat: newer-rules
  test('a refusal does not free money: the payment may be in a block that cannot be read', async () => {
    const { node, ledger, sync, clock } = await waiting();
    node.relay = () => Promise.reject(new Fault('tx_rejected', { reason: 'double spend', flags: [] }));
    for (let i = 0; i < 40; i++) await sync.refresh().catch(() => undefined);
    expect(ledger.state.tables.outgoing.get(toHex(txidOf('sent')))?.state).toBe('pending');
    // The same refusals count on a chain that can be read.
    for (let i = 0; i < 10; i++) await rebroadcast({ receivers: onlyReceiver(node), ledger, clock });
    expect(ledger.state.tables.outgoing.get(toHex(txidOf('sent')))?.state).toBe('failed');
  });

  test('a payment without its bytes that left the pool does not fail either', async () => {
    const { node, ledger, sync } = await setup();
    await sync.refresh().catch(() => undefined);
    await readPool(ledger, [{ id: 'elsewhere', spends: ['below'], fee: 1n }]);
    const state = (): string | undefined =>
      ledger.state.tables.outgoing.get(toHex(txidOf('elsewhere')))?.state;
    for (let i = 0; i < 25; i++) await sync.refresh().catch(() => undefined);
    expect(state()).toBe('pending');
    node.newerFrom = undefined;
    for (let i = 0; i < 25; i++) await sync.refresh();
    expect(state()).toBe('failed');
  });
});

describe('planned rules', () => {
  const known = async (rules?: KnownRules) => {
    const { node, ledger, clock } = await setup();
    node.newerFrom = undefined;
    node.plan = { current: 16, height: 5000 };
    return { node, clock, sync: syncOf(node, ledger, clock, undefined, rules) };
  };

  test('are announced as what the node says, which is asked again only after hours', async () => {
    const { node, clock, sync } = await known();
    let announced = 0;
    sync.onStatus(() => (announced = sync.rules.next?.height ?? 0));
    await sync.refresh();
    expect(sync.rules.next).toEqual({ version: 17, height: 5000, from: 'node' });
    expect(announced).toBe(5000);
    await sync.refresh();
    expect(node.asked.rules).toBe(1);
    clock.wait(13 * 3600 * 1000);
    node.plan = { current: 16, height: undefined };
    await sync.refresh();
    expect(node.asked.rules).toBe(2);
    expect(sync.rules.next).toBeUndefined();
  });

  test('are taken from the data file first, without a question', async () => {
    const planned = { ...KNOWN_RULES.planned, mainnet: { 17: 7000 } };
    const { node, sync } = await known({ ...KNOWN_RULES, planned });
    await sync.refresh();
    expect(sync.rules.next).toEqual({ version: 17, height: 7000, from: 'data' });
    expect(node.asked.rules).toBe(0);
  });

  test('are not announced for a height that has passed, or by a node that does not answer', async () => {
    const { node, sync } = await known();
    node.plan = { current: 16, height: 3 };
    await sync.refresh();
    expect(sync.rules.next).toBeUndefined();
    const other = await known();
    other.node.plan = undefined;
    await other.sync.refresh();
    expect(other.sync.rules.next).toBeUndefined();
  });
});

describe('a build that reads rules for which it cannot build payments', () => {
  const ahead: KnownRules = { ...KNOWN_RULES, reads: 18, sends: 17 };
  const known = async (rules: KnownRules = ahead) => {
    const { node, ledger, clock, chain } = await setup();
    node.newerFrom = undefined;
    node.plan = { current: 17, height: 5000 };
    return { node, chain, clock, sync: syncOf(node, ledger, clock, undefined, rules) };
  };
  const closes = { code: 'sending_needs_update', data: { version: 18 } };

  test('sends until the next block must be of that version, and again when a reorg ends that', async () => {
    const { node, chain, sync } = await known();
    await sync.refresh();
    expect(sync.rules).toMatchObject({ closed: false, next: { version: 18, height: 5000, from: 'node' } });
    expect(() => {
      sync.rules.requireSending();
    }).not.toThrow();
    let reported = false;
    sync.onStatus(() => (reported = sync.rules.closed));
    node.plan = { current: 18, height: chain.height };
    chain.addEmpty(1);
    await sync.refresh();
    expect(sync.rules).toMatchObject({ closed: true, next: undefined, newer: undefined });
    expect(reported).toBe(true);
    expect(() => {
      sync.rules.requireSending();
    }).toThrow(expect.objectContaining(closes));
    chain.pop(1);
    node.plan = { current: 17, height: chain.height + 1 };
    chain.addEmpty(2);
    await sync.refresh();
    expect(sync.rules.closed).toBe(false);
  });

  test('asks once for each tip', async () => {
    const { node, chain, sync } = await known();
    for (let i = 0; i < 3; i++) await sync.refresh();
    expect(node.asked.rules).toBe(1);
    chain.addEmpty(1);
    for (let i = 0; i < 3; i++) await sync.refresh();
    expect(node.asked.rules).toBe(2);
  });

  test('knows planned heights also when the node does not answer', async () => {
    const planned = { ...KNOWN_RULES.planned, mainnet: { 18: 40 } };
    const { node, chain, sync } = await known({ ...ahead, planned });
    node.plan = undefined;
    expect(chain.height).toBeGreaterThan(40);
    await sync.refresh();
    expect(() => {
      sync.rules.requireSending();
    }).toThrow(expect.objectContaining(closes));
  });

  test('takes the heights of a made-up chain on devnets only', async () => {
    const planned = { ...KNOWN_RULES.planned, devnet: { 18: 40 } };
    const { node, sync } = await known({ ...ahead, planned });
    node.plan = undefined;
    await sync.refresh();
    expect(sync.rules.closed).toBe(false);
    const other = await known({ ...ahead, planned });
    other.node.plan = undefined;
    other.node.lies.tip = (tip) => ({ ...tip, devnet: true });
    await other.sync.refresh();
    expect(other.sync.rules.closed).toBe(true);
  });
});
