/** Finding own outputs in well-formed, malformed and old transactions. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { publicKeyOf } from '../../../../src/protocol/keys/public-key.ts';
import {
  asCommitment,
  asKeyImage,
  asPublicKey,
  asSecretKey,
  type PublicKey,
  type SecretKey,
} from '../../../../src/base/brands.ts';
import { concat } from '../../../../src/base/bytes.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import {
  deriveSecretKey,
  generateDerivation,
  generateKeyImage,
} from '../../../../src/protocol/keys/derivation.ts';
import { encryptPaymentId } from '../../../../src/protocol/keys/payment-id.ts';
import { subaddressSecret } from '../../../../src/protocol/keys/subaddress.ts';
import { buildExtra, paymentIdField, type ExtraField } from '../../../../src/protocol/tx/extra.ts';
import { findOutputs, type ScanTx } from '../../../../src/wallet/scan/find-outputs.ts';
import { buildOutputs, type PlannedOutput } from '../../../../src/wallet/spend/outputs.ts';
import { bytesOf } from '../test-chain.ts';
import { person, type Person } from '../test-money.ts';

const key = (name: string): SecretKey => asSecretKey(kernel.scalarReduce(bytesOf(name)));
const R = (name: string): PublicKey => publicKeyOf(key(name));
const publicKey = (name: string): ExtraField => ({ kind: 'publicKey', key: R(name) });

let alice: Person;
let bob: Person;
beforeAll(() => {
  [alice, bob] = [person('alice'), person('bob')];
});

/** A transaction of the newest version with these outputs under one transaction key; `extra` replaces its extra. */
const tx = (
  planned: readonly (Omit<PlannedOutput, 'change'> & { readonly change?: boolean })[],
  extra?: readonly ExtraField[],
  secret = 'r',
): ScanTx => {
  const whole = planned.map((each) => ({ change: false, ...each }));
  const secrets = { key: key(secret), additional: whole.map((_, i) => key(`${secret} ${i}`)) };
  const built = buildOutputs(whole, secrets, key('nobody'));
  return {
    prefix: {
      version: 2,
      unlockTime: 0n,
      inputs: [],
      outputs: built.outputs,
      extra: extra ? buildExtra(extra) : built.extra,
    },
    rct: { type: 6, fee: 7n, pseudoOuts: [], ecdh: built.ecdh, commitments: built.commitments },
    coinbase: false,
    blockVersion: 16,
    globalIndices: whole.map((_, i) => 100 + i),
  };
};
const find = (who: Person, ...txs: ScanTx[]) => findOutputs(who.scanner, txs);
const to = (who: Person, amount: bigint, major = 0, minor = 0) => ({
  address: who.address(major, minor),
  amount,
});

describe('an output of ours', () => {
  test('is found with amount, address index and the key image that spends it', () => {
    const [found, ...more] = find(alice, tx([to(bob, 5n), to(alice, 7n, 1, 2)]));
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      tx: 0,
      outputIndex: 1,
      globalIndex: 101,
      amount: 7n,
      subaddress: { major: 1, minor: 2 },
      rct: true,
      fee: 7n,
    });
    const { account } = alice;
    const derivation = generateDerivation(found!.additionalKeys[1]!, account.viewSecret);
    const secret = kernel.scalarAdd(
      deriveSecretKey(derivation, 1, account.spendSecret!),
      subaddressSecret(account.viewSecret, 1, 2),
    );
    expect(kernel.mulBase(secret)).toEqual(found!.key);
    expect(found!.keyImage).toEqual(generateKeyImage(found!.key, asSecretKey(secret)));
  });

  test('is found in each transaction of a batch, in order', () => {
    const found = find(
      alice,
      tx([to(alice, 1n)], undefined, 'a'),
      tx([to(bob, 2n)], undefined, 'b'),
      tx([to(alice, 3n), to(alice, 4n)], undefined, 'c'),
    );
    expect(found.map(({ tx: at, outputIndex, amount }) => [at, outputIndex, amount])).toEqual([
      [0, 0, 1n],
      [2, 0, 3n],
      [2, 1, 4n],
    ]);
  });

  test('beyond the look-ahead table is not found', () => {
    expect(find(alice, tx([to(alice, 1n, 0, 5)]))).toHaveLength(1);
    expect(find(alice, tx([to(alice, 1n, 0, 6)]))).toEqual([]);
    expect(find(alice, tx([to(alice, 1n, 2, 0)]))).toEqual([]);
  });

  test('is found by a watching wallet too, without a key image', () => {
    const { spendSecret: _secret, ...keys } = alice.scanner.keys;
    const [found] = findOutputs({ ...alice.scanner, keys }, [tx([to(alice, 1n)])]);
    expect(found!.amount).toBe(1n);
    expect(found!.keyImage).toBeUndefined();
  });
});

describe('public keys in the extra', () => {
  const payment = () => [to(alice, 5n), to(bob, 1n)];

  // threat: false-amount
  test('that are repeated count an output once', () => {
    expect(find(alice, tx(payment(), [publicKey('r'), publicKey('r')]))).toMatchObject([
      { amount: 5n, pkIndex: 0 },
    ]);
  });

  test('after the first one find what the first did not', () => {
    expect(find(alice, tx(payment(), [publicKey('other'), publicKey('r')]))).toMatchObject([
      { amount: 5n, pkIndex: 1 },
    ]);
  });

  test('and outputs by the hundred are tested in small batches', () => {
    const one = tx([to(alice, 5n)], [publicKey('r')]);
    const { prefix, rct } = one;
    const [ecdh, commitments] = [rct!.ecdh[0]!, rct!.commitments[0]!];
    const other = tx([to(bob, 1n)]).prefix.outputs[0]!;
    const outputs = [prefix.outputs[0]!, ...new Array<typeof other>(399).fill(other)];
    // An extra of nodes that relay is shorter, but a mined one may be as long.
    const extra = concat(...new Array<Uint8Array>(399).fill(buildExtra([publicKey('x')])), prefix.extra);
    const many = {
      ...one,
      prefix: { ...prefix, outputs, extra },
      rct: { ...rct!, ecdh: outputs.map(() => ecdh), commitments: outputs.map(() => commitments) },
    };
    const tags = vi.spyOn(kernel, 'viewTagBatch');
    const keys = vi.spyOn(kernel, 'spendKeyBatch');
    try {
      expect(find(alice, many)).toMatchObject([{ outputIndex: 0, amount: 5n, pkIndex: 399 }]);
      const sizes = tags.mock.calls.map(([, which]) => which.length);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(400 * 400);
      for (const size of [...sizes, ...keys.mock.calls.map(([, which]) => which.length)])
        expect(size).toBeLessThanOrEqual(65_537);
    } finally {
      tags.mockRestore();
      keys.mockRestore();
    }
  });

  test('for single outputs belong to the first key, and do not help a later one', () => {
    const mixed = [to(bob, 1n), to(alice, 5n, 0, 1)];
    const additional: ExtraField = {
      kind: 'additionalKeys',
      keys: mixed.map(({ address }, i) => kernel.mul(key(`r ${i}`), address.spendPublic)).map(asPublicKey),
    };
    expect(find(alice, tx(mixed, [publicKey('r'), additional]))).toHaveLength(1);
    expect(find(alice, tx(mixed, [publicKey('r'), publicKey('x'), additional]))).toHaveLength(1);
    expect(find(alice, tx(mixed, [additional]))).toEqual([]);
  });

  test('for single outputs may be fewer than the outputs', () => {
    const mixed = [to(alice, 5n), to(alice, 6n, 0, 1), to(bob, 1n)];
    const additional: ExtraField = { kind: 'additionalKeys', keys: [R('r 0')] };
    expect(find(alice, tx(mixed, [publicKey('r'), additional]))).toMatchObject([{ amount: 5n }]);
  });

  test.each([
    ['not a point', Uint8Array.from({ length: 32 }, () => 0xff)],
    ['all zeros', new Uint8Array(32)],
    ['the identity', Uint8Array.of(1, ...new Uint8Array(31))],
  ])('that are %s are skipped, and the next is tried', (_name, bad) => {
    const fields: ExtraField[] = [{ kind: 'publicKey', key: asPublicKey(bad) }, publicKey('r')];
    expect(find(alice, tx(payment(), fields), tx(payment()))).toMatchObject([
      { tx: 0, amount: 5n },
      { tx: 1, amount: 5n },
    ]);
  });

  test('may be missing, or the extra malformed: nothing is found', () => {
    expect(find(alice, tx(payment(), []))).toEqual([]);
    const rubbish = tx(payment());
    for (const extra of [
      new Uint8Array(0),
      Uint8Array.of(1),
      Uint8Array.from({ length: 1060 }, (_, i) => i * 7),
    ])
      expect(find(alice, { ...rubbish, prefix: { ...rubbish.prefix, extra } }, tx(payment()))).toMatchObject([
        { tx: 1 },
      ]);
  });
});

describe('an extra that is malformed after its public key', () => {
  const after = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes);
  // threat: malformed-input
  test.each([
    ['a nonce that is cut', after(2, 200, 1, 2, 3)],
    ['an endless length', after(2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)],
    ['additional keys that are cut', after(4, 2, ...new Uint8Array(40).fill(9))],
    ['more additional keys than any transaction holds', after(4, 0xff, 0xff, 0xff, 0x7f)],
    ['an unknown tag', after(0x77, 1, 2, 3)],
    ['padding with other bytes', after(0, 0, 7)],
    ['a mining tag of another length', after(3, 2, 0)],
  ])('in which %s does not hide the output', (_name, rest) => {
    const good = tx([to(alice, 5n), to(bob, 1n)], [publicKey('r')]);
    const extra = Uint8Array.from([...good.prefix.extra, ...rest]);
    expect(find(alice, { ...good, prefix: { ...good.prefix, extra } })).toMatchObject([{ amount: 5n }]);
  });
});

describe('outputs with false contents', () => {
  // threat: false-amount
  test('count as nothing when the commitment contradicts the amount', () => {
    const good = tx([to(alice, 5n), to(bob, 1n)]);
    const rct = {
      ...good.rct!,
      commitments: [asCommitment(kernel.mulBase(key('lie'))), good.rct!.commitments[1]!],
    };
    expect(find(alice, { ...good, rct })).toEqual([]);
  });

  test('count as nothing when the amount is zero', () => {
    expect(find(alice, tx([to(alice, 0n), to(alice, 1n)]))).toMatchObject([{ outputIndex: 1, amount: 1n }]);
  });

  test('are hidden by a wrong view tag, as from every wallet', () => {
    const good = tx([to(alice, 5n)]);
    const [output] = good.prefix.outputs;
    const outputs = [{ ...output!, viewTag: output!.viewTag! ^ 1 }];
    expect(find(alice, { ...good, prefix: { ...good.prefix, outputs } })).toEqual([]);
  });

  test('are ignored when the output key is not a point', () => {
    const good = tx([to(alice, 5n), to(alice, 6n)]);
    const outputs = [
      { ...good.prefix.outputs[0]!, key: asPublicKey(new Uint8Array(32).fill(0xff)) },
      good.prefix.outputs[1]!,
    ];
    expect(find(alice, { ...good, prefix: { ...good.prefix, outputs } })).toMatchObject([{ amount: 6n }]);
  });
});

describe('transactions of earlier eras', () => {
  test('may have outputs without view tags, and clear amounts', () => {
    const good = tx([to(alice, 5n)]);
    const { viewTag: _tag, ...bare } = good.prefix.outputs[0]!;
    expect(find(alice, { ...good, prefix: { ...good.prefix, outputs: [bare] } })).toMatchObject([
      { amount: 5n },
    ]);
    const clear = { ...bare, amount: 1234n };
    const old: ScanTx = {
      ...good,
      prefix: {
        ...good.prefix,
        version: 1,
        inputs: [{ kind: 'key', amount: 2000n, keyOffsets: [1n], keyImage: asKeyImage(bytesOf('i')) }],
        outputs: [clear],
      },
      rct: undefined,
    };
    expect(find(alice, old)).toMatchObject([{ amount: 1234n, rct: false, fee: 766n }]);
    const coinbase: ScanTx = {
      ...good,
      prefix: { ...good.prefix, outputs: [clear], inputs: [{ kind: 'gen', height: 5 }], unlockTime: 65n },
      rct: undefined,
      coinbase: true,
    };
    expect(find(alice, coinbase)).toMatchObject([
      { amount: 1234n, rct: true, coinbase: true, fee: 0n, unlockTime: 65n },
    ]);
  });

  test('may have a long payment id, which is read until the hard fork that abolished it', () => {
    const id = bytesOf('long id');
    const fields = [publicKey('r'), paymentIdField({ kind: 'long', bytes: id })];
    const good = tx([to(alice, 5n)], fields);
    expect(find(alice, { ...good, blockVersion: 11 })[0]!.paymentId).toEqual(id);
    expect(find(alice, { ...good, blockVersion: 12 })[0]!.paymentId).toBeUndefined();
  });

  test('may have a short payment id, which is decrypted; the dummy becomes zeros', () => {
    const id = Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1);
    const shared = generateDerivation(alice.account.viewPublic, key('r'));
    for (const bytes of [id, new Uint8Array(8)]) {
      const field = paymentIdField({ kind: 'encrypted', bytes: encryptPaymentId(bytes, shared) });
      expect(find(alice, tx([to(alice, 5n)], [publicKey('r'), field]))[0]!.paymentId).toEqual(bytes);
    }
  });
});
