/**
 * A node may keep a payment that it refused and have it mined later. So the next payments spend at least one of its
 * inputs: at most one of them can be mined, whatever the next payment looks like.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { Fault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import type { Random } from '../../../../src/ports/random.ts';
import type { TxRelay } from '../../../../src/ports/tx-relay.ts';
import { addressOf } from '../../../../src/wallet/account/addresses.ts';
import { below } from '../../../../src/wallet/decoys/gamma.ts';
import { send } from '../../../../src/wallet/spend/outbox.ts';
import type { PendingTx } from '../../../../src/wallet/spend/pending.ts';
import {
  planPayment,
  planSweep,
  type PlannedTx,
  type SweepRequest,
} from '../../../../src/wallet/spend/plan.ts';
import type { Ledger } from '../../../../src/wallet/state/state.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { onlyReceiver } from '../only-receiver.ts';
import { bytesOf, createTestChain, txidOf, type TestChain } from '../test-chain.ts';
import { readChain, readPool, testAccount, testLedger } from '../test-ledger.ts';

const NOW = 1_800_000_000;
const clock: Clock = { now: () => NOW * 1000, sleep: () => Promise.resolve() };
const RATE = { perByte: 1n, mask: 1n, priority: 1 } as const;
const COIN = 1_000_000n;
const ADDRESS = addressOf(testAccount(), { major: 1, minor: 1 });

let chain: TestChain;
let ledger: Ledger;
let random: Random;

/** Twelve outputs at three addresses, in blocks far apart. */
beforeEach(async () => {
  random = { bytes: seededRandom('refused') };
  chain = createTestChain(2);
  for (let i = 0; i < 12; i++) {
    chain.add([
      {
        id: `in ${i}`,
        outputs: [{ name: `c${i}`, amount: COIN + BigInt(i), to: { major: 0, minor: i % 3 } }],
      },
    ]);
    chain.addEmpty(11);
  }
  ledger = await testLedger();
  await readChain(ledger, chain);
});

const answering = (code: 'tx_rejected' | 'relay_unknown' | 'node_unreachable' | undefined): TxRelay => ({
  relay: (_blob, txid) => {
    if (code === undefined) return Promise.resolve();
    if (code === 'tx_rejected') return Promise.reject(new Fault(code, { reason: 'no', flags: [] }));
    if (code === 'relay_unknown') return Promise.reject(new Fault(code, { txid: toHex(txid) }));
    return Promise.reject(new Fault(code, { address: 'here' }));
  },
  keyImagesSpent: () => Promise.resolve([]),
});

const payees = (amount: bigint) => [{ address: ADDRESS, text: 'somebody', amount }];
const plan = (amount: bigint, minors: number[] = []): PlannedTx[] =>
  planPayment(ledger.state, random, { account: 0, minors, payees: payees(amount) }, RATE, NOW);
const imagesOf = ({ inputs }: PlannedTx): string[] => inputs.map(({ keyImage }) => toHex(keyImage!));
const shares = (a: PlannedTx, b: PlannedTx): boolean =>
  imagesOf(a).some((image) => imagesOf(b).includes(image));

const transaction = (id: string, { inputs }: PlannedTx): PendingTx => ({
  blob: bytesOf(`blob ${id}`),
  txid: txidOf(id),
  fee: 1n,
  weight: 1500,
  keys: { key: asSecretKey(bytesOf('key')), additional: [] },
  account: 0,
  keyImages: inputs.map(({ keyImage }) => keyImage!),
  destinations: [{ address: 'somebody', amount: 1n }],
  change: 0n,
  amountIn: inputs.reduce((sum, { amount }) => sum + amount, 0n),
});
/** Plans and sends a payment, and the node gives this answer. */
const pay = async (id: string, amount: bigint, code: Parameters<typeof answering>[0]): Promise<PlannedTx> => {
  const [planned] = plan(amount);
  const sending = send(
    { receivers: onlyReceiver(answering(code)), ledger, clock },
    transaction(id, planned!),
  );
  await (code === undefined ? sending : expect(sending).rejects.toMatchObject({ code }));
  return planned!;
};

describe('after a node refused a payment', () => {
  // threat: paid-twice
  test('in 300 tries the next payment always spends one of its inputs, whatever it pays', async () => {
    const first = await pay('first', COIN / 2n, 'tx_rejected');
    for (let i = 0; i < 300; i++) {
      const amount = 1n + BigInt(below(random, 9_000_000));
      for (const each of plan(amount)) expect(shares(each, first)).toBe(true);
    }
  });

  test('repeatedly, the last payment excludes all that came before', async () => {
    const before: PlannedTx[] = [];
    for (const [i, amount] of [COIN / 2n, 3n * COIN, COIN / 3n, 5n * COIN].entries()) {
      const next = await pay(`try ${i}`, amount, 'tx_rejected');
      for (const each of before) expect(shares(next, each)).toBe(true);
      before.push(next);
    }
  });

  test('two refused payments that were built at once are both excluded', async () => {
    const [one] = plan(COIN / 2n);
    let refuse: (fault: Error) => void = () => undefined;
    const slow: TxRelay = { ...answering(undefined), relay: () => new Promise((_, no) => (refuse = no)) };
    const first = send({ receivers: onlyReceiver(slow), ledger, clock }, transaction('one', one!));
    const failing = expect(first).rejects.toThrow();
    await ledger.settled();
    const two = await pay('two', COIN / 2n, 'tx_rejected');
    expect(shares(one!, two)).toBe(false);
    refuse(new Fault('tx_rejected', { reason: 'no', flags: [] }));
    await failing;
    const [next] = plan(COIN / 2n);
    expect([shares(next!, one!), shares(next!, two)]).toEqual([true, true]);
  });

  test('the next payment is free to choose inputs while another excludes it', async () => {
    const first = await pay('first', COIN / 2n, 'tx_rejected');
    const second = await pay('second', COIN / 2n, undefined);
    expect(shares(first, second)).toBe(true);
    const [third] = plan(COIN / 2n);
    expect(shares(third!, second)).toBe(false);
  });

  // threat: paid-twice
  test("a waiting payment that is invented and in the node's pool excludes nothing", async () => {
    const first = await pay('first', COIN / 2n, 'tx_rejected');
    const spends = [...ledger.state.outputs.entries()]
      .filter(([, output]) => imagesOf(first).includes(toHex(output.keyImage!)))
      .map(([i]) => `c${i}`);
    await readPool(ledger, [{ id: 'made up', spends }]);
    expect(() => plan(COIN / 2n)).toThrow('may_pay_twice');
  });

  test('a block that spends its money otherwise ends the exclusion', async () => {
    const first = await pay('first', COIN / 2n, 'tx_rejected');
    const [outputIndex] = [...ledger.state.outputs.entries()].find(([, output]) =>
      imagesOf(first).includes(toHex(output.keyImage!)),
    )!;
    chain.add([{ id: 'elsewhere', spends: [`c${outputIndex}`] }]);
    await readChain(ledger, chain);
    const [next] = plan(COIN / 2n);
    expect(shares(next!, first)).toBe(false);
  });

  test('a payment that was never sent excludes nothing', async () => {
    await pay('first', COIN / 2n, 'node_unreachable');
    // Pays with everything except the first payment's inputs: possible, because that one was never sent.
    const others = ledger.state.outputs.filter(({ spent }) => !spent);
    expect(others).toHaveLength(12);
    expect(() => plan(COIN / 2n, [0])).not.toThrow();
    expect(() => plan(COIN / 2n, [1])).not.toThrow();
    expect(() => plan(COIN / 2n, [2])).not.toThrow();
  });

  test('a payment from addresses that hold none of its money is refused, so that nothing is paid twice', async () => {
    const first = await pay('first', COIN / 2n, 'tx_rejected');
    const minors = new Set(first.inputs.map(({ subaddress }) => subaddress.minor));
    const other = [0, 1, 2].find((minor) => !minors.has(minor))!;
    expect(() => plan(COIN / 2n, [other])).toThrow('may_pay_twice');
  });

  // threat: paid-twice
  test('a sweep of one address chooses one that the refused payment spends', async () => {
    const first = await pay('first', COIN / 2n, 'tx_rejected');
    for (let i = 0; i < 40; i++) {
      const [sweep] = planSweep(
        ledger.state,
        random,
        { account: 0, address: ADDRESS, text: '', outputs: 1, below: 0n, allMinors: false },
        RATE,
        NOW,
      );
      expect(shares(sweep!, first)).toBe(true);
    }
  });

  // threat: paid-twice
  test('a sweep of addresses or small coins that hold none of its money is refused; others are not', async () => {
    const [first] = plan(COIN / 2n, [2]) as [PlannedTx];
    const deps = { receivers: onlyReceiver(answering('tx_rejected')), ledger, clock };
    await expect(send(deps, transaction('first', first))).rejects.toMatchObject({ code: 'tx_rejected' });
    const sweep = (more: Partial<SweepRequest>): PlannedTx[] =>
      planSweep(
        ledger.state,
        random,
        { account: 0, address: ADDRESS, text: '', outputs: 1, below: 0n, allMinors: true, ...more },
        RATE,
        NOW,
      );
    expect(() => sweep({ minors: [0, 1], allMinors: false })).toThrow('may_pay_twice');
    expect(() => sweep({ below: COIN + 2n })).toThrow('may_pay_twice');
    for (const more of [{ minors: [1, 2], allMinors: false }, { below: COIN + 6n }, {}])
      expect(shares(sweep(more)[0]!, first)).toBe(true);
    // The person names one coin (sweep_single).
    const only = ledger.state.outputs[0]!;
    expect(sweep({ minors: [0], allMinors: false, only })).toHaveLength(1);
  });

  test('another account is not affected', async () => {
    await pay('first', COIN / 2n, 'tx_rejected');
    chain.add([{ id: 'more', outputs: [{ name: 'm', amount: COIN, to: { major: 1, minor: 0 } }] }]);
    chain.addEmpty(11);
    await readChain(ledger, chain);
    const request = { account: 1, payees: payees(COIN / 2n) };
    expect(planPayment(ledger.state, random, request, RATE, NOW)).toHaveLength(1);
  });
});
