/** Which outputs are spent, and into how many transactions a payment is split. */
import { beforeEach, describe, expect, test } from 'vitest';
import { asPublicKey, asTxId } from '../../../../src/base/brands.ts';
import type { Random } from '../../../../src/ports/random.ts';
import type { Address } from '../../../../src/protocol/address/address.ts';
import { MAX_TX_OUTPUTS } from '../../../../src/protocol/tx/rules.ts';
import { estimateFee, leastFee, maxInputs } from '../../../../src/wallet/spend/estimates.ts';
import { planPayment, planSweep, type Payee, type PlannedTx } from '../../../../src/wallet/spend/plan.ts';
import { relatedness, selectInputs } from '../../../../src/wallet/spend/select.ts';
import type { FeeRate } from '../../../../src/wallet/spend/fees.ts';
import { RELAYED } from '../../../../src/wallet/state/records/relay.ts';
import { put, type Ledger } from '../../../../src/wallet/state/state.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { bytesOf, createTestChain, type TestTx } from '../test-chain.ts';
import { readChain, readPool, testLedger } from '../test-ledger.ts';

const NOW = 1_800_000_000;
const XMR = 1_000_000_000_000n;
const RATE: FeeRate = { priority: 1, perByte: 20_000n, mask: 10_000n };
const random: Random = { bytes: seededRandom('plan') };
const address: Address = {
  network: 'mainnet',
  kind: 'standard',
  spendPublic: asPublicKey(bytesOf('spend')),
  viewPublic: asPublicKey(bytesOf('view')),
};
const subaddress: Address = { ...address, kind: 'subaddress' };
const payee = (amount: bigint, to = address): Payee => ({ address: to, text: 'somebody', amount });
const sum = (items: readonly { amount: bigint }[]): bigint =>
  items.reduce((total, { amount }) => total + amount, 0n);

/** A wallet with these amounts at its first address, each from a transaction of its own and far from the others. */
const wallet = async (amounts: readonly bigint[], minors: readonly number[] = []): Promise<Ledger> => {
  const ledger = await testLedger();
  const chain = createTestChain(2);
  for (const [i, amount] of amounts.entries()) {
    const to = { major: 0, minor: minors[i] ?? 0 };
    chain.add([{ id: `t${i}`, outputs: [{ name: `o${i}`, amount, to }] }]);
    chain.addEmpty(12);
  }
  await readChain(ledger, chain);
  return ledger;
};
const plan = ({ state }: Ledger, payees: readonly Payee[], more = {}): PlannedTx[] =>
  planPayment(state, random, { account: 0, payees, ...more }, RATE, NOW);
/** Inputs cover what is paid and the least fee, in every transaction; nothing is spent or paid twice. */
const expectSound = (plans: readonly PlannedTx[], payees: readonly Payee[]): void => {
  const spent = plans.flatMap(({ inputs }) => inputs);
  expect(new Set(spent).size).toBe(spent.length);
  for (const { inputs, payees: paid } of plans) {
    expect(paid.length).toBeLessThan(MAX_TX_OUTPUTS);
    expect(inputs.length).toBeLessThanOrEqual(maxInputs(Math.max(2, paid.length + 1)));
    const fee = leastFee(RATE, inputs.length, Math.max(2, paid.length + 1));
    expect(sum(inputs)).toBeGreaterThanOrEqual(sum(paid) + fee);
    for (const { amount } of paid) expect(amount).toBeGreaterThan(0n);
  }
  expect(plans.reduce((total, each) => total + sum(each.payees), 0n)).toBe(sum(payees));
};

describe('inputs of one payment', () => {
  test('are one output that is enough, and a small unrelated second one as most wallets have', async () => {
    const [only] = plan(await wallet([XMR, 5n * XMR, XMR / 2n]), [payee(2n * XMR)]);
    expect(only!.inputs.map(({ amount }) => amount)).toEqual([5n * XMR, XMR / 2n]);
  });

  test('begin with the first output that is enough, not the smallest or largest', async () => {
    const [only] = plan(await wallet([3n * XMR, 9n * XMR, 2n * XMR]), [payee(XMR)]);
    expect(only!.inputs[0]!.amount).toBe(3n * XMR);
  });

  test('exclude large outputs that are not needed, unless there are plenty', async () => {
    const few = plan(await wallet([5n * XMR, 4n * XMR, 3n * XMR]), [payee(XMR)]);
    expect(few[0]!.inputs).toHaveLength(1);
    const plenty = plan(await wallet([5n, 6n, 7n, 8n, 9n, 10n].map((n) => n * XMR)), [payee(XMR)]);
    expect(plenty[0]!.inputs).toHaveLength(2);
  });

  test('avoid two outputs of one transaction, block or hour where possible', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    const both: TestTx = {
      id: 'both',
      outputs: [
        { name: 'a', amount: 5n * XMR },
        { name: 'b', amount: XMR / 10n },
      ],
    };
    chain.add([both, { id: 'same block', outputs: [{ name: 'c', amount: XMR / 10n }] }]);
    chain.addEmpty(5);
    chain.add([{ id: 'soon after', outputs: [{ name: 'd', amount: XMR / 10n }] }]);
    chain.addEmpty(15);
    await readChain(ledger, chain);
    expect(plan(ledger, [payee(XMR)])[0]!.inputs).toHaveLength(1);
    const [a, b, c, d] = ledger.state.outputs;
    expect([relatedness(a!, b!), relatedness(a!, c!), relatedness(a!, d!)]).toEqual([1, 0.9, 0.2]);
  });

  test('are two outputs of one address when none is enough, the least related ones', async () => {
    const [only] = plan(await wallet([XMR, XMR, XMR], [0, 1, 1]), [payee(XMR + XMR / 2n)]);
    expect(only!.inputs.map(({ subaddress: { minor } }) => minor)).toEqual([1, 1]);
  });

  // threat: linked-addresses
  test('use up one address before the next', async () => {
    const amounts = [XMR, XMR, XMR, XMR, XMR, XMR];
    const ledger = await wallet(amounts, [0, 1, 1, 1, 1, 2]);
    const payees = [payee((7n * XMR) / 2n)];
    for (let i = 0; i < 10; i++) {
      const plans = plan(ledger, payees);
      expectSound(plans, payees);
      expect(plans[0]!.inputs.map(({ subaddress: { minor } }) => minor)).toEqual([1, 1, 1, 1]);
    }
  });

  test.each([
    ['from the change', {}],
    ['from the payee', { subtractFeeFrom: [0] }],
  ])(
    'are the few large ones if too many small ones would be needed; the fee comes %s',
    async (_fee, more) => {
      const ledger = await testLedger();
      const chain = createTestChain(2);
      const block = (name: string, count: number, amount: bigint): void =>
        chain.add(
          Array.from({ length: count }, (_, i) => ({
            id: `${name}${i}`,
            outputs: [{ name: `${name}${i}`, amount }],
          })),
        );
      for (let i = 0; i < 20; i++) block(`small${i}-`, 100, XMR / 1000n);
      block('large', 10, XMR);
      chain.addEmpty(12);
      await readChain(ledger, chain);
      const plans = plan(ledger, [payee(5n * XMR)], more);
      expect(plans).toHaveLength(1);
      expect(plans[0]!.inputs.length).toBeLessThan(10);
      expect(sum(plans[0]!.inputs)).toBeGreaterThanOrEqual(5n * XMR);
    },
  );

  test('come from the requested addresses and account only', async () => {
    const ledger = await wallet([5n * XMR, 3n * XMR, XMR], [0, 1, 2]);
    expect(
      plan(ledger, [payee(XMR / 2n)], { minors: [1, 2] })[0]!.inputs.map(({ amount }) => amount),
    ).toEqual([3n * XMR]);
    expect(() => plan(ledger, [payee(4n * XMR)], { minors: [1] })).toThrow('not_enough_money');
    expect(() => plan(ledger, [payee(1n)], { account: 1 })).toThrow('not_enough_money');
  });

  // threat: false-pool
  // threat: ring-request
  test('exclude outputs before ten blocks, coinbase before sixty, and outputs in the pool', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    const reward: TestTx = {
      id: 'reward',
      coinbase: true,
      unlockTime: 62n,
      outputs: [{ name: 'mined', amount: 3n * XMR }],
    };
    chain.add([reward]);
    chain.addEmpty(40);
    chain.add([{ id: 'paid', outputs: [{ name: 'received', amount: 2n * XMR }] }]);
    const pool: TestTx = { id: 'forged', outputs: [{ name: 'never mined', amount: 9n * XMR }] };
    /** The inputs of a payment of half an XMR at each height from 44 on. */
    const taken: string[] = [];
    while (chain.height <= 62) {
      await readChain(ledger, chain);
      await readPool(ledger, [pool]);
      try {
        const [only] = plan(ledger, [payee(XMR / 2n)]);
        taken.push(only!.inputs.map(({ amount }) => String(amount / XMR)).join(' and '));
      } catch (error) {
        taken.push((error as { readonly code: string }).code);
      }
      chain.addEmpty(1);
    }
    expect(taken.slice(0, 9)).toEqual(new Array(9).fill('not_enough_unlocked_money'));
    expect(taken.slice(9, 18)).toEqual(new Array(9).fill('2'));
    expect(taken[18]).toMatch(/3/);
  });

  test('exclude frozen, spent and locked outputs, and those worth less than they cost', async () => {
    const ledger = await wallet([9n * XMR, 8n * XMR, 7n * XMR, 1000n, 6n * XMR]);
    const change = (outputIndex: number, more: object) =>
      ledger.commit({
        puts: [put('outputs', String(outputIndex), { ...ledger.state.outputs[outputIndex]!, ...more })],
        deletes: [],
      });
    await change(0, { frozen: true });
    await change(1, { spent: { height: 0, txid: bytesOf('x') } });
    await change(2, { unlockTime: 1_000_000n });
    const payees = [payee(XMR)];
    const plans = plan(ledger, payees);
    expect(plans[0]!.inputs.map(({ amount }) => amount)).toEqual([6n * XMR]);
  });
});

describe('several payees', () => {
  test('fit into one transaction up to fifteen', async () => {
    const ledger = await wallet([50n * XMR, 50n * XMR, 50n * XMR]);
    const fifteen = new Array<Payee>(15).fill(payee(XMR));
    expect(plan(ledger, fifteen)).toHaveLength(1);
    const sixteen = new Array<Payee>(16).fill(payee(XMR));
    const plans = plan(ledger, sixteen);
    expect(plans.map(({ payees }) => payees.length)).toEqual([15, 1]);
    expectSound(plans, sixteen);
  });

  test.each([
    [15, 1],
    [16, 2],
    [31, 3],
    [150, 10],
  ])('%i of them are paid in order, by %i transactions', async (n, transactions) => {
    const ledger = await wallet(new Array<bigint>(transactions).fill(20n * XMR));
    const payees = Array.from({ length: n }, (_, i) => payee(XMR + BigInt(i)));
    const plans = plan(ledger, payees);
    expect(plans).toHaveLength(transactions);
    expect(plans.flatMap((each) => each.payees)).toEqual(payees);
    expectSound(plans, payees);
  });

  test('leave the second input out where another transaction needs it', async () => {
    const ledger = await wallet([20n * XMR, (3n * XMR) / 2n]);
    const payees = new Array<Payee>(16).fill(payee(XMR));
    const plans = plan(ledger, payees);
    expect(plans.map(({ inputs }) => inputs.map(({ amount }) => amount))).toEqual([
      [20n * XMR],
      [(3n * XMR) / 2n],
    ]);
    expectSound(plans, payees);
  });

  test('are refused if the money lies in too few outputs for all transactions', async () => {
    const ledger = await wallet([50n * XMR]);
    expect(() => plan(ledger, new Array<Payee>(31).fill(payee(XMR)))).toThrow(
      expect.objectContaining({ code: 'too_few_outputs', data: { transactions: 3, payable: 15 } }),
    );
    // Here the fee of the second transaction is missing as well.
    const scarce = await wallet([
      16n * XMR + estimateFee(RATE, 1, new Array<Payee>(15).fill(payee(XMR)), 16),
    ]);
    expect(() => plan(scarce, new Array<Payee>(16).fill(payee(XMR)))).toThrow('tx_not_possible');
  });

  test('are split over several transactions where one is too small; one payee may be paid in parts', async () => {
    const inputs = 400;
    const ledger = await testLedger();
    const chain = createTestChain(2);
    for (let i = 0; i < inputs; i++) chain.add([{ id: `t${i}`, outputs: [{ name: `o${i}`, amount: XMR }] }]);
    chain.addEmpty(12);
    await readChain(ledger, chain);
    const payees = [payee(200n * XMR), payee(150n * XMR, subaddress)];
    const plans = plan(ledger, payees);
    expect(plans.length).toBeGreaterThan(2);
    expectSound(plans, payees);
    // Each transaction is nearly full before the next one begins.
    expect(plans[0]!.inputs.length).toBe(maxInputs(3));
  });

  test('may bear the fee: the inputs then cover the amounts alone', async () => {
    const ledger = await wallet([XMR, XMR]);
    const [only] = plan(ledger, [payee(XMR), payee(XMR)], { subtractFeeFrom: [0, 1] });
    expect(sum(only!.inputs)).toBe(2n * XMR);
    expect(only!.feeFrom).toEqual([0, 1]);
    expect(() => plan(ledger, new Array<Payee>(16).fill(payee(1n)), { subtractFeeFrom: [0] })).toThrow(
      'tx_too_large',
    );
  });
});

describe('a payment that is impossible', () => {
  let ledger: Ledger;
  beforeEach(async () => {
    ledger = await wallet([XMR, XMR]);
  });

  test.each([
    ['nobody', [], 'no_destination'],
    ['nothing', [payee(0n)], 'zero_amount'],
    ['more than all', [payee(3n * XMR)], 'not_enough_money'],
    ['all without a fee', [payee(2n * XMR)], 'not_enough_money'],
  ] as const)('%s', (_name, payees, code) => {
    expect(() => plan(ledger, payees)).toThrow(code);
  });

  test('lets a payee pay the fee that there is not', () => {
    expect(() => plan(ledger, [payee(XMR)], { subtractFeeFrom: [0, 1] })).toThrow('no_such_fee_payer');
  });

  test('lacks only the fee of two inputs', () => {
    const fee = estimateFee(RATE, 1, [payee(1n)], 2);
    expect(() => plan(ledger, [payee(2n * XMR - fee)])).toThrow('tx_not_possible');
  });

  test('for locked money gives another fault than for missing money', async () => {
    const chain = createTestChain(2);
    chain.add([{ id: 'young', outputs: [{ name: 'young', amount: 5n * XMR }] }]);
    const young = await testLedger();
    await readChain(young, chain);
    expect(() => plan(young, [payee(XMR)])).toThrow('not_enough_unlocked_money');
    expect(() => plan(young, [payee(6n * XMR)])).toThrow('not_enough_money');
  });

  test('for pending change gives the fault for locked money', async () => {
    const [first] = ledger.state.outputs;
    await ledger.commit({
      puts: [
        put('outputs', '0', { ...first!, spent: { height: 0, txid: asTxId(bytesOf('t')) } }),
        put('outgoing', 'aa', {
          txid: asTxId(bytesOf('t')),
          state: 'pending',
          height: 0,
          timestamp: 0,
          amountIn: XMR,
          change: XMR / 2n,
          fee: 1n,
          account: 0,
          subaddresses: [0],
          destinations: [],
          unlockTime: 0n,
          keyImages: [first!.keyImage!],
          relay: RELAYED,
        }),
      ],
      deletes: [],
    });
    expect(() => plan(ledger, [payee((5n * XMR) / 4n)])).toThrow('not_enough_unlocked_money');
    expect(() => plan(ledger, [payee(2n * XMR)])).toThrow('not_enough_money');
  });

  test('for coins that cost more than they are worth counts them as unusable', async () => {
    const dust = await wallet(new Array<bigint>(30).fill(10_000_000n));
    expect(() => plan(dust, [payee(1n)])).toThrow('tx_not_possible');
  });
});

describe('a sweep', () => {
  const request = { account: 0, address, text: 'somebody', outputs: 1, below: 0n, allMinors: true };

  test('takes each output that is worth it, once', async () => {
    const ledger = await wallet([XMR, 2n * XMR, 5n, 3n * XMR], [0, 1, 0, 2]);
    const plans = planSweep(ledger.state, random, request, RATE, NOW);
    expect(plans).toHaveLength(1);
    expect(sum(plans[0]!.inputs)).toBe(6n * XMR);
    expect(plans[0]!.feeFrom).toBe('payees');
  });

  test('takes one random address when none is given, the first address last', async () => {
    const ledger = await wallet([XMR, 2n * XMR, 3n * XMR], [0, 1, 2]);
    const seen = new Set<bigint>();
    for (let i = 0; i < 40; i++)
      seen.add(sum(planSweep(ledger.state, random, { ...request, allMinors: false }, RATE, NOW)[0]!.inputs));
    expect([...seen].sort()).toEqual([2n * XMR, 3n * XMR]);
  });

  test('takes small outputs only, given addresses only, or one output only, on request', async () => {
    const ledger = await wallet([XMR, 2n * XMR, 3n * XMR, 1000n], [0, 1, 2, 3]);
    const amounts = (more: object) =>
      planSweep(ledger.state, random, { ...request, ...more }, RATE, NOW)
        .flatMap(({ inputs }) => inputs.map(({ amount }) => amount))
        .sort();
    expect(amounts({ below: 2n * XMR })).toEqual([XMR]);
    expect(amounts({ minors: [0, 2] })).toEqual([XMR, 3n * XMR]);
    expect(amounts({ only: ledger.state.outputs[1] })).toEqual([2n * XMR]);
    for (const [more, among] of [
      [{ below: 1n }, 'below'],
      [{ minors: [7] }, 'addresses'],
      [{ account: 5, minors: [7] }, 'account'],
      [{ minors: [3] }, 'dust'],
    ] as const)
      expect(() => amounts(more)).toThrow(
        expect.objectContaining({ code: 'nothing_to_sweep', data: { among } }),
      );
  });

  test('of more outputs than one transaction holds is split evenly', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    const limit = maxInputs(2);
    for (let i = 0; i < limit + 1; i++)
      chain.add([{ id: `t${i}`, outputs: [{ name: `o${i}`, amount: XMR }] }]);
    chain.addEmpty(12);
    await readChain(ledger, chain);
    const plans = planSweep(ledger.state, random, request, RATE, NOW);
    expect(plans).toHaveLength(2);
    const [first, second] = plans.map(({ inputs }) => inputs.length);
    expect(Math.abs(first! - second!)).toBeLessThan(2);
    expect(new Set(plans.flatMap(({ inputs }) => inputs)).size).toBe(limit + 1);
  });
});

describe('the choice of inputs', () => {
  test('fails when all outputs together are not enough, or too many would be needed', async () => {
    const { state } = await wallet([XMR, XMR, XMR]);
    const selection = { random, candidates: state.outputs, maxInputs: 10 };
    expect(selectInputs({ ...selection, needed: () => 4n * XMR })).toBeUndefined();
    expect(selectInputs({ ...selection, needed: () => 3n * XMR, maxInputs: 2 })).toBeUndefined();
    expect(selectInputs({ ...selection, needed: () => 3n * XMR })).toHaveLength(3);
    expect(selectInputs({ ...selection, candidates: [], needed: () => 1n })).toBeUndefined();
  });
});
