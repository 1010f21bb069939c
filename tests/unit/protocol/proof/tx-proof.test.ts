import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asSecretKey, asTxId, type SecretKey } from '../../../../src/base/brands.ts';
import { concat, utf8 } from '../../../../src/base/bytes.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { fromHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { parseAddress } from '../../../../src/protocol/address/address.ts';
import { encodeBase58 } from '../../../../src/protocol/encoding/base58.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { subaddressKeys } from '../../../../src/protocol/keys/subaddress.ts';
import {
  checkTxProof,
  proveReceived,
  proveSent,
  readTxProof,
  writeTxProof,
  type TxProof,
  type TxProofSubject,
} from '../../../../src/protocol/proof/tx-proof.ts';
import { hashToScalar, randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import { expectFault } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { paymentTo } from './payment.ts';
import { recorded, spoilt, txOf } from './recorded.ts';

const random = seededRandom('tx proofs');
const account = accountFromSeed(random(32));
const main = { ...account, kind: 'standard' } as const;
const subaddress = { ...subaddressKeys(account, 1, 2), kind: 'subaddress' } as const;

describe('payment proofs of monero-wallet-rpc', () => {
  const subjectOf = ({ tx, txid, address, message }: (typeof recorded.payments)[number]): TxProofSubject => ({
    tx: txOf(tx),
    txid: asTxId(fromHex(txid)),
    address: parseAddress(address),
    message,
  });
  test.each(recorded.payments)('return what $what received: $amount', (payment) => {
    const proof = readTxProof(payment.signature);
    expect(checkTxProof(subjectOf(payment), proof)).toBe(BigInt(payment.amount));
    expect(writeTxProof(proof)).toBe(payment.signature);
  });
  test.each(recorded.payments)('of $what do not hold for anything else', (payment) => {
    const subject = subjectOf(payment);
    const proof = readTxProof(payment.signature);
    const otherAddress = { ...accountFromSeed(random(32)), kind: subject.address.kind };
    expect(checkTxProof({ ...subject, message: '' }, proof)).toBeUndefined();
    expect(checkTxProof({ ...subject, txid: asTxId(random(32)) }, proof)).toBeUndefined();
    expect(checkTxProof({ ...subject, address: otherAddress }, proof)).toBeUndefined();
    expect(checkTxProof(subject, { ...proof, version: 1 })).toBeUndefined();
    const direction = proof.direction === 'in' ? 'out' : 'in';
    expect(checkTxProof(subject, { ...proof, direction })).toBeUndefined();
  });
});

describe.each([
  ['a standard address', main, false],
  ['a subaddress', subaddress, false],
  ['a standard address among several', main, true],
  ['a subaddress among several', subaddress, true],
] as const)('a payment to %s', (_, address, several) => {
  const { tx, txid, secrets } = paymentTo(address, 5_000_000_000_001n, several, random);
  const subject = { tx, txid, address, message: 'for the bicycle' };

  test('is proven by its sender', () => {
    const proof = proveSent({ random }, subject, secrets);
    expect(proof.parts).toHaveLength(several ? 3 : 1);
    expect(checkTxProof(subject, readTxProof(writeTxProof(proof)))).toBe(5_000_000_000_001n);
  });
  test('is proven by its receiver', () => {
    const proof = proveReceived({ random }, subject, account.viewSecret);
    expect(checkTxProof(subject, readTxProof(writeTxProof(proof)))).toBe(5_000_000_000_001n);
  });
  test('is not proven by other secrets', () => {
    const others = secrets.map(() => randomScalar(random));
    expect(checkTxProof(subject, proveSent({ random }, subject, others.map(asSecretKey)))).toBeUndefined();
    expect(
      checkTxProof(subject, proveReceived({ random }, subject, asSecretKey(randomScalar(random)))),
    ).toBeUndefined();
  });
  test('returns the amount of its valid parts only', () => {
    const { parts, ...proof } = proveReceived({ random }, subject, account.viewSecret);
    const shows = several && address.kind === 'subaddress' ? 2 : 0;
    const bad = parts.map((part, i) => (i === shows ? { ...part, signature: random(64) } : part));
    // Without the part that shows the payment, the other parts are valid and show zero.
    expect(checkTxProof(subject, { ...proof, parts: bad })).toBe(several ? 0n : undefined);
  });
  test('needs one part for each key', () => {
    const { parts, ...proof } = proveReceived({ random }, subject, account.viewSecret);
    expectFault(() => checkTxProof(subject, { ...proof, parts: [...parts, ...parts] }), 'unsound_proof');
    expectFault(() => checkTxProof(subject, { ...proof, parts: [] }), 'unsound_proof');
  });
});

test('a proof of the first version is read, and never written', () => {
  const { tx, txid, secrets } = paymentTo(main, 7n, false, random);
  const [secret] = secrets as [SecretKey];
  const sharedSecret = kernel.mul(secret, main.viewPublic);
  const nonce = randomScalar(random);
  const hash = kernel.keccak256(concat(txid, utf8('')));
  const c = hashToScalar(hash, sharedSecret, kernel.mulBase(nonce), kernel.mul(nonce, main.viewPublic));
  const s = kernel.scalarSub(nonce, kernel.scalarMul(c, secret));
  const text = encodeBase58(sharedSecret) + encodeBase58(concat(c, s));
  const subject = { tx, txid, address: main, message: '' };
  expect(checkTxProof(subject, readTxProof(`OutProofV1${text}`))).toBe(7n);
  expect(checkTxProof(subject, readTxProof(`OutProofV2${text}`))).toBeUndefined();
});

test('a transaction without a public key has no payment proof', () => {
  const { tx, txid } = paymentTo(main, 7n, false, random);
  const keyless = { ...tx, prefix: { ...tx.prefix, extra: new Uint8Array(0) } };
  const subject = { tx: keyless, txid, address: main, message: '' };
  expectFault(() => proveReceived({ random }, subject, account.viewSecret), 'unsound_proof');
  const empty: TxProof = { direction: 'in', version: 2, parts: [] };
  expectFault(() => checkTxProof(subject, empty), 'unsound_proof');
});

describe('texts in place of a payment proof', () => {
  const [{ signature }] = recorded.payments as [(typeof recorded.payments)[number]];
  const reasonOf = (text: string): unknown => {
    try {
      readTxProof(text);
    } catch (error) {
      if (isFault(error, 'unsound_proof')) return (error.data as { reason: string }).reason;
      throw error;
    }
    return undefined;
  };
  test.each([
    ['', 'header'],
    ['InProof', 'header'],
    ['InProofV3', 'header'],
    ['SpendProofV1', 'header'],
    [signature.slice(0, -1), 'size'],
    [`${signature}1`, 'size'],
    [`InProofV2${'z'.repeat(132)}`, 'encoding'],
    [`InProofV2${'0'.repeat(132)}`, 'encoding'],
    [`InProofV2${'é'.repeat(132)}`, 'encoding'],
  ])('are refused: %s', (text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });
  test('with any character changed are refused or do not hold', () => {
    const payment = recorded.payments.find(({ what }) => what === 'a subaddress')!;
    const subject = {
      tx: txOf(payment.tx),
      txid: asTxId(fromHex(payment.txid)),
      address: parseAddress(payment.address),
      message: payment.message,
    };
    fc.assert(
      fc.property(fc.nat(payment.signature.length - 1), (at) => {
        let received: bigint | undefined;
        try {
          received = checkTxProof(subject, readTxProof(spoilt(payment.signature, at)));
        } catch (error) {
          if (!isFault(error)) throw error;
        }
        expect(received).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});
