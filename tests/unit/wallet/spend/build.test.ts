/** Transactions built with real keys: each receiver finds its outputs, and the fee follows from the weight. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { asPublicKey, asTxId } from '../../../../src/base/brands.ts';
import { compareBytes } from '../../../../src/base/bytes.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import { derivationToScalar, derivePublicKey } from '../../../../src/protocol/keys/derivation.ts';
import { commit, commitmentMask, encodeEcdh } from '../../../../src/protocol/rct/amount.ts';
import { findOutputs, type ScanTx } from '../../../../src/wallet/scan/find-outputs.ts';
import { parseAddress } from '../../../../src/protocol/address/address.ts';
import {
  additionalPublicKeys,
  buildExtra,
  extraPaymentId,
  parseExtra,
  txPublicKeys,
} from '../../../../src/protocol/tx/extra.ts';
import { feeForWeight } from '../../../../src/protocol/tx/fees.ts';
import { txHash } from '../../../../src/protocol/tx/hash.ts';
import { toAbsoluteOffsets } from '../../../../src/protocol/tx/offsets.ts';
import { keyInputs } from '../../../../src/protocol/tx/prefix.ts';
import { readTransaction } from '../../../../src/protocol/tx/transaction.ts';
import { transactionWeight } from '../../../../src/protocol/tx/weight.ts';
import { createInlineCryptoWorkers } from '../../../../src/wallet/crypto-workers.ts';
import { readMetadata, writeMetadata } from '../../../../src/wallet/spend/metadata.ts';
import type { PendingTx } from '../../../../src/wallet/spend/pending.ts';
import type { Payee } from '../../../../src/wallet/spend/plan.ts';
import { preparePayment, prepareSweep, signAll, type SpendDeps } from '../../../../src/wallet/spend/spend.ts';
import { openLedger, put } from '../../../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { inTier, limit, seed } from '../../../support/tier.ts';
import { bytesOf, createTestChain } from '../test-chain.ts';
import { testFile, testLedger } from '../test-ledger.ts';
import { createTestNode } from '../test-node.ts';
import { foundBy, funds, outputSource, person, type Person } from '../test-money.ts';

const XMR = 1_000_000_000_000n;
const FEES = [20_000n, 80_000n, 320_000n, 4_000_000n] as const;
const MASK = 10_000n;
const clock: Clock = { now: () => 1_800_000_000_000, sleep: () => Promise.resolve() };

let alice: Person;
let bob: Person;
let carol: Person;
beforeAll(() => {
  [alice, bob, carol] = [person('alice'), person('bob'), person('carol')];
});

const setup = async (wanted: Parameters<typeof funds>[1], seed = 'build') => {
  const owned = funds(alice, wanted);
  const file = await testFile();
  const ledger = await testLedger(alice.account, file);
  await ledger.commit({
    puts: [
      ...owned.map((output, outputIndex) => put('outputs', String(outputIndex), output)),
      put('labels', '1', ['second', '']),
      put('labels', '0', ['Primary account', '', '', '']),
    ],
    deletes: [],
    chain: { base: 0, append: new Uint8Array(32 * 900) },
  });
  const outputs = outputSource(owned);
  const random = { bytes: seededRandom(seed) };
  const deps: SpendDeps = {
    ledger,
    forPrivate: () => Promise.resolve({ node: outputs, asked: { node: 'https://node.example', choice: 0 } }),
    answers: {
      feeEstimate: () => Promise.resolve({ fees: FEES, quantizationMask: MASK }),
      likelyEstimate: () => Promise.reject(new Error('not asked here')),
      backlog: () => Promise.resolve([]),
      newest: () => Promise.reject(new Error('not asked here')),
      distribution: () => outputs.distribution(),
      forget: () => undefined,
    },
    blocks: createTestNode(createTestChain(5)),
    random,
    cryptoWorkers: createInlineCryptoWorkers(random),
    clock,
  };
  return { deps, ledger, owned, outputs, file };
};
const to = (text: string, amount: bigint): Payee => ({ address: parseAddress(text), text, amount });
const sum = (items: readonly { amount: bigint }[]): bigint =>
  items.reduce((total, { amount }) => total + amount, 0n);

const buildPayment = async (
  deps: SpendDeps,
  request: Parameters<typeof preparePayment>[1],
): Promise<PendingTx[]> => signAll(deps, await preparePayment(deps, request));
const buildSweep = async (
  deps: SpendDeps,
  request: Parameters<typeof prepareSweep>[1],
): Promise<PendingTx[]> => signAll(deps, await prepareSweep(deps, request));

/** Checks what must be true of every transaction that these tests build. */
const expectSound = (pending: PendingTx, owned: readonly OwnedOutput[], perByte: bigint): void => {
  const tx = readTransaction(pending.blob);
  expect(txHash(tx)).toEqual(pending.txid);
  expect(transactionWeight(tx, pending.blob.length)).toBe(pending.weight);
  expect(pending.fee).toBe(feeForWeight(pending.weight, perByte, MASK));
  expect(tx.rct!.fee).toBe(pending.fee);
  expect(tx.prefix.unlockTime).toBe(0n);
  expect(tx.prefix.outputs.length).toBeGreaterThanOrEqual(2);
  const images = keyInputs(tx.prefix).map(({ keyImage }) => keyImage);
  expect(images).toEqual([...images].sort((a, b) => compareBytes(b, a)));
  const spent = owned.filter(({ keyImage }) => images.some((image) => compareBytes(image, keyImage!) === 0));
  expect(spent).toHaveLength(images.length);
  expect(pending.amountIn).toBe(sum(spent));
  expect(pending.amountIn).toBe(sum(pending.destinations) + pending.change + pending.fee);
  // A transaction of at most two outputs always has an encrypted payment id, real or dummy: both look the same.
  const id = extraPaymentId(parseExtra(tx.prefix.extra));
  expect(id?.kind).toBe(tx.prefix.outputs.length === 2 || pending.paymentId ? 'encrypted' : undefined);
};
const outputsOf = ({ blob }: PendingTx) => readTransaction(blob).prefix.outputs;
const keysOf = ({ blob }: PendingTx) => {
  const fields = parseExtra(readTransaction(blob).prefix.extra);
  return { main: txPublicKeys(fields), additional: additionalPublicKeys(fields) };
};

/** A number below `most`, from seeded bytes. */
const drawn = (bytes: (n: number) => Uint8Array, most: number): number =>
  new DataView(bytes(4).buffer).getUint32(0) % most;

test(
  'of any coins all but the fee is paid, and one piconero more is not',
  { timeout: limit(10) },
  async () => {
    const bytes = seededRandom(`exact rest ${seed}`);
    for (let run = 0; run < inTier({ short: 2, long: 300 }); run++) {
      const coins = Array.from({ length: 1 + drawn(bytes, 8) }, () => ({
        amount: XMR + BigInt(drawn(bytes, 2 ** 32)) * 1000n,
        to: { major: 0, minor: drawn(bytes, 3) },
      }));
      const { deps } = await setup(coins, `exact ${run}`);
      const priority = (1 + drawn(bytes, 3)) as 1 | 2 | 3;
      const payee = to(bob.text(0, drawn(bytes, 2)), sum(coins));
      const prepare = async (less: bigint) => {
        const payees = [{ ...payee, amount: payee.amount - less }];
        const [only, second] = await preparePayment(deps, { account: 0, payees, priority });
        expect(second).toBeUndefined();
        return only!;
      };
      const { settled, inputs } = await prepare(XMR / 2n);
      expect(inputs).toHaveLength(coins.length);
      const rest = await prepare(settled.fee);
      expect(rest.settled).toMatchObject({ fee: settled.fee, change: 0n });
      await expect(prepare(settled.fee - 1n)).rejects.toMatchObject({ code: 'tx_not_possible' });
    }
  },
);

describe('each receiver of a payment finds its output', () => {
  const ID = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  const cases: readonly [string, () => Payee[], { additional: boolean; paymentId?: Uint8Array }][] = [
    ['a standard address', () => [to(bob.text(0, 0), XMR)], { additional: false }],
    ['a subaddress', () => [to(bob.text(0, 3), XMR)], { additional: false }],
    ['an integrated address', () => [to(bob.text(0, 0, ID), XMR)], { additional: false, paymentId: ID }],
    [
      'two standard addresses',
      () => [to(bob.text(0, 0), XMR), to(carol.text(0, 0), 2n)],
      { additional: false },
    ],
    [
      'a standard address and a subaddress',
      () => [to(bob.text(0, 0), XMR), to(carol.text(1, 2), 2n * XMR)],
      { additional: true },
    ],
    ['two subaddresses', () => [to(bob.text(0, 1), XMR), to(bob.text(1, 1), 7n)], { additional: true }],
    ['one subaddress twice', () => [to(bob.text(0, 1), XMR), to(bob.text(0, 1), 7n)], { additional: false }],
    [
      'fifteen addresses of every kind',
      () =>
        Array.from({ length: 15 }, (_, i) =>
          to((i % 2 ? bob : carol).text(i % 3 === 0 ? 1 : 0, i % 5), BigInt(i + 1)),
        ),
      { additional: true },
    ],
    ['oneself', () => [to(alice.text(0, 0), XMR)], { additional: false }],
    ['oneself, at a subaddress', () => [to(alice.text(0, 2), XMR)], { additional: false }],
    ['oneself, in another account', () => [to(alice.text(1, 1), XMR)], { additional: false }],
  ];
  test.each(cases)('%s', async (_name, wanted, { additional, paymentId }) => {
    const { deps, owned } = await setup([{ amount: 5n * XMR }, { amount: XMR, to: { major: 0, minor: 2 } }]);
    const payees = wanted();
    const [pending, ...more] = await buildPayment(deps, { account: 0, payees, priority: 2 });
    expect(more).toEqual([]);
    expectSound(pending!, owned, FEES[1]);
    expect(keysOf(pending!).main).toHaveLength(1);
    expect(keysOf(pending!).additional).toHaveLength(additional ? payees.length + 1 : 0);

    const found = new Map<string, bigint>();
    for (const each of [alice, bob, carol])
      for (const output of foundBy(each, pending!.blob)) {
        const text = each.text(output.subaddress.major, output.subaddress.minor);
        found.set(text, (found.get(text) ?? 0n) + output.amount);
        if (paymentId && each !== alice) expect(output.paymentId).toEqual(paymentId);
      }
    const expected = new Map<string, bigint>();
    for (const { address, amount } of payees) {
      const owner = [alice, bob, carol].find(({ scanner }) => scanner.rowOf(address.spendPublic, 0) >= 0)!;
      const { rowOf, keys } = owner.scanner;
      const row = rowOf(address.spendPublic, 0);
      const text = owner.text(keys.table.majors[row]!, keys.table.minors[row]!);
      expected.set(text, (expected.get(text) ?? 0n) + amount);
    }
    const change = alice.text(0, 0);
    expected.set(change, (expected.get(change) ?? 0n) + pending!.change);
    expect(found).toEqual(expected);
  });

  test('change of another account comes back to that account', async () => {
    const { deps, owned } = await setup([{ amount: 5n * XMR, to: { major: 1, minor: 1 } }]);
    for (const payees of [
      [to(bob.text(0, 0), XMR)],
      [to(bob.text(0, 1), XMR)],
      [to(bob.text(0, 0), XMR), to(bob.text(0, 1), 1n)],
    ]) {
      const [pending] = await buildPayment(deps, { account: 1, payees, priority: 1 });
      expectSound(pending!, owned, FEES[0]);
      expect(foundBy(alice, pending!.blob)).toMatchObject([
        { subaddress: { major: 1, minor: 0 }, amount: pending!.change },
      ]);
    }
  });

  test('a sweep goes whole to one payee, in parts to an own address, with a dummy beside a single output', async () => {
    const { deps, owned } = await setup([{ amount: 5n * XMR }, { amount: XMR }, { amount: 3n * XMR }]);
    const request = {
      account: 0,
      address: parseAddress(bob.text(0, 0)),
      text: bob.text(0, 0),
      below: 0n,
      allMinors: true,
    };
    const [whole] = await buildSweep(deps, { ...request, outputs: 1, priority: 1 });
    expectSound(whole!, owned, FEES[0]);
    expect(outputsOf(whole!)).toHaveLength(2);
    expect(foundBy(bob, whole!.blob)).toMatchObject([{ amount: 9n * XMR - whole!.fee }]);
    expect(foundBy(alice, whole!.blob)).toEqual([]);
    const [parts] = await buildSweep(deps, { ...request, outputs: 4, priority: 1 });
    expectSound(parts!, owned, FEES[0]);
    expect(outputsOf(parts!)).toHaveLength(4);
    const amounts = foundBy(bob, parts!.blob).map(({ amount }) => amount);
    expect(amounts.reduce((a, b) => a + b, 0n)).toBe(9n * XMR - parts!.fee);
    expect(new Set(amounts.map((amount) => amount / 4n)).size).toBe(1);
  });

  test('payees share a fee that they bear equally', async () => {
    const { deps, owned } = await setup([{ amount: 3n * XMR }]);
    const payees = [to(bob.text(0, 0), XMR), to(bob.text(0, 1), XMR), to(carol.text(0, 0), XMR)];
    const [pending] = await buildPayment(deps, { account: 0, payees, subtractFeeFrom: [0, 1], priority: 1 });
    expectSound(pending!, owned, FEES[0]);
    const [one, two, three] = pending!.destinations.map(({ amount }) => amount);
    expect(three).toBe(XMR);
    expect(2n * XMR - one! - two!).toBe(pending!.fee);
    expect(one! - two! <= 1n && two! - one! <= 1n).toBe(true);
    expect(pending!.change).toBe(0n);
    await expect(
      buildPayment(deps, {
        account: 0,
        payees: [to(bob.text(0, 0), 5n), to(bob.text(0, 1), XMR)],
        subtractFeeFrom: [0],
        priority: 1,
      }),
    ).rejects.toMatchObject({ code: 'tx_not_possible' });
  });

  test('the change is not always at the same position', async () => {
    const places = new Set<number>();
    for (let i = 0; i < 12 && places.size < 2; i++) {
      const { deps } = await setup([{ amount: 5n * XMR }], `place ${i}`);
      const [pending] = await buildPayment(deps, {
        account: 0,
        payees: [to(bob.text(0, 0), XMR)],
        priority: 1,
      });
      places.add(foundBy(alice, pending!.blob)[0]!.outputIndex);
    }
    expect(places).toEqual(new Set([0, 1]));
  });
});

test('an output with an invalid transaction public key can be spent, and does not block other payments', async () => {
  const { deps, ledger } = await setup([{ amount: XMR }]);
  // The payer used the shared secret of the identity, as every scan does when the key is not a point.
  const identity = Uint8Array.of(1, ...new Uint8Array(31));
  const scalar = derivationToScalar(identity, 0);
  const amount = 5n * XMR;
  const mask = commitmentMask(scalar);
  const strange: ScanTx = {
    prefix: {
      version: 2,
      unlockTime: 0n,
      inputs: [],
      outputs: [{ amount: 0n, key: derivePublicKey(identity, 0, alice.account.spendPublic) }],
      extra: buildExtra([{ kind: 'publicKey', key: asPublicKey(new Uint8Array(32).fill(0xff)) }]),
    },
    rct: {
      type: 6,
      fee: 1n,
      pseudoOuts: [],
      ecdh: [encodeEcdh(6, { amount, mask }, scalar)],
      commitments: [commit({ amount, mask })],
    },
    coinbase: false,
    blockVersion: 16,
    globalIndices: [1500],
  };
  const [found] = findOutputs(alice.scanner, [strange]);
  const output = { ...found!, txid: asTxId(bytesOf('strange')), height: 510, timestamp: 0, frozen: false };
  await ledger.commit({ puts: [put('outputs', '1', output)], deletes: [] });
  const own = [...ledger.state.outputs];
  const again: SpendDeps = {
    ...deps,
    forPrivate: () =>
      Promise.resolve({ node: outputSource(own), asked: { node: 'https://node.example', choice: 0 } }),
  };
  const [pending] = await buildPayment(again, {
    account: 0,
    payees: [to(bob.text(0, 0), 3n * XMR)],
    priority: 1,
  });
  expectSound(pending!, own, FEES[0]);
  expect(pending!.amountIn).toBeGreaterThanOrEqual(amount);
});

describe('what the node learns from building', () => {
  const ringsOf = ({ blob }: PendingTx): Map<string, readonly bigint[]> =>
    new Map(
      keyInputs(readTransaction(blob).prefix).map(({ keyImage, keyOffsets }) => [
        toHex(keyImage),
        toAbsoluteOffsets(keyOffsets),
      ]),
    );

  test('a payment whose ring could not be stored is not given out', async () => {
    const { deps, ledger } = await setup([{ amount: 5n * XMR }]);
    const commit = ledger.commit.bind(ledger);
    const commits = vi.spyOn(ledger, 'commit');
    commits.mockImplementationOnce(commit).mockRejectedValueOnce(new Error('the disk is full'));
    const request = { account: 0, payees: [to(bob.text(0, 0), XMR)], priority: 1 } as const;
    await expect(buildPayment(deps, request)).rejects.toThrow('the disk is full');
    commits.mockRestore();
    expect(ledger.state.tables.draws.size).toBe(1);
    expect(ledger.state.tables.rings.size).toBe(0);
  });

  test('rings are on the disk before a payment is given out, and each retry uses them again', async () => {
    const { deps, ledger, file } = await setup([{ amount: 5n * XMR }]);
    const pay = async (amount: bigint, priority: 1 | 4) =>
      (await buildPayment(deps, { account: 0, payees: [to(bob.text(0, 0), amount)], priority }))[0]!;
    const first = ringsOf(await pay(XMR, 1));
    const onDisk = (await openLedger(file)).state.tables.rings;
    for (const [image, indices] of first) expect(onDisk.get(image)!.indices.map(BigInt)).toEqual(indices);
    for (const [amount, priority] of [
      [XMR, 1],
      [2n * XMR, 4],
    ] as const)
      expect(ringsOf(await pay(amount, priority))).toEqual(first);
    expect(ledger.state.tables.rings.size).toBe(1);
  });

  test('two payments prepared at the same moment use one ring', async () => {
    const { deps, outputs } = await setup([{ amount: 5n * XMR }]);
    const pay = (amount: bigint) =>
      buildPayment(deps, { account: 0, payees: [to(bob.text(0, 0), amount)], priority: 1 });
    const [[a], [b]] = await Promise.all([pay(XMR), pay(2n * XMR)]);
    expect(ringsOf(a!)).toEqual(ringsOf(b!));
    expect(outputs.asked).toHaveLength(2);
  });

  test('two payments of the same amount share no key and no output', async () => {
    const { deps } = await setup([{ amount: 5n * XMR }]);
    const pay = async () =>
      (await buildPayment(deps, { account: 0, payees: [to(bob.text(0, 0), XMR)], priority: 1 }))[0]!;
    const [a, b] = [await pay(), await pay()];
    expect(a.keys!.key).not.toEqual(b.keys!.key);
    const keys = [...outputsOf(a), ...outputsOf(b)].map(({ key }) => toHex(key));
    expect(new Set(keys).size).toBe(4);
  });

  test('our own outputs are requested among many, once', async () => {
    const { deps, outputs, owned } = await setup([{ amount: 5n * XMR }, { amount: XMR }]);
    await buildPayment(deps, { account: 0, payees: [to(bob.text(0, 0), XMR)], priority: 1 });
    expect(outputs.asked).toHaveLength(1);
    expect(outputs.asked[0]!.length).toBe(75 * 2);
    for (const { globalIndex } of owned) expect(outputs.asked[0]).toContain(globalIndex);
  });

  test('nothing is signed without a spend key', async () => {
    const { deps, ledger } = await setup([{ amount: 5n * XMR }]);
    const { spendSecret: _secret, ...watching } = alice.account;
    await ledger.commit({ puts: [put('account', '', watching)], deletes: [] });
    const payees = [to(bob.text(0, 0), XMR)];
    await expect(buildPayment(deps, { account: 0, payees, priority: 1 })).rejects.toMatchObject({
      code: 'watch_only',
    });
  });
});

// threat: built-wrong
describe('a payment that was signed wrongly is not given out', () => {
  type Signed = Awaited<ReturnType<SpendDeps['cryptoWorkers']['sign']>>[number];
  const changed = <T extends Uint8Array>(bytes: T) =>
    bytes.map((byte, i) => (i === 0 ? byte ^ 1 : byte)) as T;

  test.each<[string, string, (signed: Signed) => Signed]>([
    [
      'a signature that does not verify',
      'ring_signature',
      ({ clsag, ...rest }) => ({ ...rest, clsag: { ...clsag, c1: changed(clsag.c1) } }),
    ],
    [
      'another key image',
      'a key image is not the one we know',
      ({ keyImage, ...rest }) => ({ ...rest, keyImage: changed(keyImage) }),
    ],
  ])('with %s', async (_name, what, spoil) => {
    const { deps } = await setup([{ amount: 5n * XMR }]);
    const { cryptoWorkers } = deps;
    const spoiling = {
      ...cryptoWorkers,
      sign: async (tasks: Parameters<typeof cryptoWorkers.sign>[0]) =>
        (await cryptoWorkers.sign(tasks)).map(spoil),
    };
    const payees = [to(bob.text(0, 0), XMR)];
    const payment = buildPayment({ ...deps, cryptoWorkers: spoiling }, { account: 0, payees, priority: 1 });
    await expect(payment).rejects.toMatchObject({ code: 'built_wrong', data: { what } });
  });
});

describe('metadata of a payment', () => {
  test('is read back as it was written', async () => {
    const { deps, ledger } = await setup([{ amount: 5n * XMR }]);
    const payees = [to(alice.text(0, 2), XMR), to(bob.text(0, 0), 3n)];
    const [pending] = await buildPayment(deps, { account: 0, payees, priority: 1 });
    expect(pending!.destinations).toEqual([
      { address: alice.text(0, 2), amount: XMR, minor: 2 },
      { address: bob.text(0, 0), amount: 3n },
    ]);
    expect(readMetadata(ledger.state, writeMetadata(pending!))).toEqual(pending);
  });

  test.each([
    ['malformed hex', () => 'xyz'],
    ['nothing', () => ''],
    ['random bytes', () => 'a1b2c3'],
    ['cut bytes', (hex: string) => hex.slice(0, -2)],
    [
      'another amount of change',
      (_hex: string, pending: PendingTx) => {
        const { change } = pending.construction!;
        const more = { ...change, amount: change.amount + 1n };
        return writeMetadata({ ...pending, construction: { ...pending.construction!, change: more } });
      },
    ],
  ])('with %s is refused', async (_name, spoil) => {
    const { deps, ledger } = await setup([{ amount: 5n * XMR }]);
    const [pending] = await buildPayment(deps, {
      account: 0,
      payees: [to(bob.text(0, 0), XMR)],
      priority: 1,
    });
    expect(() => readMetadata(ledger.state, spoil(writeMetadata(pending!), pending!))).toThrow(
      'bad_tx_metadata',
    );
  });

  test('of spent outputs is refused with that reason', async () => {
    const { deps, ledger, owned } = await setup([{ amount: 5n * XMR }]);
    const [pending] = await buildPayment(deps, {
      account: 0,
      payees: [to(bob.text(0, 0), XMR)],
      priority: 1,
    });
    const spent = { ...owned[0]!, spent: { height: 0, txid: owned[0]!.txid } };
    await ledger.commit({ puts: [put('outputs', '0', spent)], deletes: [] });
    expect(() => readMetadata(ledger.state, writeMetadata(pending!))).toThrow('output_not_spendable');
  });
});
