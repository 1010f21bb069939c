import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asKeyImage, type KeyImage, type PublicKey } from '../../../../src/base/brands.ts';
import { equalBytes } from '../../../../src/base/bytes.ts';
import { atOnce } from '../../../../src/base/steps.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { parseAddress } from '../../../../src/protocol/address/address.ts';
import { decodeBase58, encodeBase58 } from '../../../../src/protocol/encoding/base58.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import {
  deriveSecretKey,
  generateDerivation,
  generateKeyImage,
} from '../../../../src/protocol/keys/derivation.ts';
import {
  checkReserveEntry,
  checkSpendKey,
  proveReserveEntry,
  readReserveProof,
  reserveHash,
  writeReserveProof,
  type ReserveProof,
} from '../../../../src/protocol/proof/reserve-proof.ts';
import { checkRingSignature, generateRingSignature } from '../../../../src/protocol/ring/ring-signature.ts';
import { hashToScalar } from '../../../../src/protocol/ring/scalar.ts';
import { generateSignature } from '../../../../src/protocol/ring/signature.ts';
import { txPublicKeys } from '../../../../src/protocol/tx/extra.ts';
import { expectFault } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { paymentTo } from './payment.ts';
import { recorded, txOf } from './recorded.ts';

const random = seededRandom('reserve proofs');

const readProof = (text: string): ReserveProof => atOnce(readReserveProof(text));
const writeProof = (proof: ReserveProof): string => atOnce(writeReserveProof(proof));
const statement = ({ version, spendKeys }: ReserveProof, hash: Uint8Array) => ({
  version,
  hash,
  receivers: new Set(spendKeys.map(({ key }) => toHex(key))),
});

const checkSpendKeys = ({ spendKeys }: ReserveProof, hash: Uint8Array): boolean =>
  spendKeys.every((signed) => checkSpendKey(signed, hash));

describe('a reserve proof of monero-wallet-rpc', () => {
  const { signature, message, txs, total } = recorded.reserve;
  const address = parseAddress(recorded.reserve.address);
  const proof = readProof(signature);
  const images = proof.entries.map(({ keyImage }) => keyImage);
  const hash = atOnce(reserveHash(message, address, images));
  const txById = new Map(Object.entries(txs));
  const amounts = (given: ReserveProof, under: Uint8Array): (bigint | undefined)[] =>
    given.entries.map((entry) =>
      checkReserveEntry(
        statement(given, under),
        entry,
        txOf(txById.get(toHex(entry.txid))!),
        address.viewPublic,
      ),
    );

  test('returns each output and their sum', () => {
    expect(checkSpendKeys(proof, hash)).toBe(true);
    expect(amounts(proof, hash).reduce((sum = 0n, amount = 0n) => sum + amount, 0n)).toBe(BigInt(total));
  });
  test('returns nothing with another message, address or version', () => {
    for (const other of [
      atOnce(reserveHash('', address, images)),
      atOnce(reserveHash(message, { ...address, spendPublic: address.viewPublic }, images)),
      atOnce(reserveHash(message, address, images.slice(1))),
    ]) {
      expect(checkSpendKeys(proof, other)).toBe(false);
      expect(new Set(amounts(proof, other))).toEqual(new Set([undefined]));
    }
    expect(new Set(amounts({ ...proof, version: 1 }, hash))).toEqual(new Set([undefined]));
  });
  test('is written as it was read', () => {
    expect(writeProof(proof)).toBe(signature);
  });
  test('of many outputs is written and read in steps', () => {
    const entries = Array.from({ length: 500 }, (_, index) => ({
      ...proof.entries[0]!,
      index,
      keyImage: asKeyImage(random(32)),
    }));
    const many = { ...proof, entries };
    expect(readProof(writeProof(many))).toEqual(many);
    expect(writeProof(many)).toBe(`ReserveProofV2${encodeBase58(decodeBase58(writeProof(many).slice(14)))}`);
  });
  test('may have more key images than a function call takes values', () => {
    const many = Array.from({ length: 200_000 }, () => images[0]!);
    expect(atOnce(reserveHash(message, address, many))).toHaveLength(32);
  });
  // threat: key-image-torsion
  test('contains no output and no key image twice', () => {
    const [first, second] = proof.entries;
    const write = (...entries: ReserveProof['entries']): string => writeProof({ ...proof, entries });
    expectFault(() => readProof(write(first!, first!)), 'unsound_proof');
    const borrowed = { ...second!, txid: first!.txid, index: first!.index };
    expectFault(() => readProof(write(first!, borrowed)), 'unsound_proof');
  });
  test('holds only for an address whose spend key is in it', () => {
    const keyless = { ...proof, spendKeys: [] };
    expectFault(() => amounts(keyless, hash), 'unsound_proof');
  });
  test('cut at any length is refused or does not hold', () => {
    const blob = decodeBase58(signature.slice('ReserveProofV2'.length));
    fc.assert(
      fc.property(fc.nat(blob.length - 1), (end) => {
        try {
          const cut = readProof(`ReserveProofV2${encodeBase58(blob.subarray(0, end))}`);
          expect(cut.spendKeys).toEqual([]);
        } catch (error) {
          if (!isFault(error, 'unsound_proof')) throw error;
        }
      }),
    );
  });
  test('never allocates memory by its counts', () => {
    for (const counts of ['ffffffffffffffffff01', 'ffffffff0f', '808080808001', '00ffffffff0f'])
      expectFault(() => readProof(`ReserveProofV2${encodeBase58(fromHex(counts))}`), 'unsound_proof');
  });
});

describe('a reserve proof of ours', () => {
  const account = accountFromSeed(random(32));
  const { tx, txid } = paymentTo({ ...account, kind: 'standard' }, 9n, false, random);
  const { key } = tx.prefix.outputs[1]!;
  const [txKey] = txPublicKeys(tx.prefix.extra) as [PublicKey];
  const derivation = generateDerivation(txKey, account.viewSecret);
  const secret = deriveSecretKey(derivation, 1, account.spendSecret);
  const honest = generateKeyImage(key, secret);
  const prove = (keyImage: KeyImage): { readonly proof: ReserveProof; readonly hash: Uint8Array } => {
    const hash = atOnce(reserveHash('', account, [keyImage]));
    const sharedSecret = kernel.mul(account.viewSecret, txKey);
    const own = { txid, index: 1, sharedSecret, keyImage, key, secret, txKey };
    const entry = proveReserveEntry({ random }, hash, account.viewPublic, account.viewSecret, own);
    const signature = generateSignature({ random }, hash, account.spendPublic, account.spendSecret);
    const spendKeys = [{ key: account.spendPublic, signature }];
    return { proof: { version: 2, entries: [entry], spendKeys }, hash };
  };

  test('returns its output', () => {
    const { proof, hash } = prove(honest);
    const read = readProof(writeProof(proof));
    expect(checkReserveEntry(statement(read, hash), read.entries[0]!, tx, account.viewPublic)).toBe(9n);
    expect(checkSpendKeys(read, hash)).toBe(true);
  });
  test('holds only if each of its spend keys has signed', () => {
    const { proof, hash } = prove(honest);
    const [own] = proof.spendKeys as [ReserveProof['spendKeys'][number]];
    const unsigned = { ...own, key: accountFromSeed(random(32)).spendPublic };
    expect(checkSpendKeys({ ...proof, spendKeys: [own, unsigned] }, hash)).toBe(false);
    expect(checkSpendKeys({ ...proof, spendKeys: [unsigned, own] }, hash)).toBe(false);
  });
  test('about an unknown output, or one of another wallet, is refused', () => {
    const { proof, hash } = prove(honest);
    const [entry] = proof.entries as [ReserveProof['entries'][number]];
    const check = (given: typeof entry) =>
      checkReserveEntry(statement(proof, hash), given, tx, account.viewPublic);
    expectFault(() => check({ ...entry, index: 2 }), 'unsound_proof');
    expect(check({ ...entry, index: 0 })).toBeUndefined();
    expect(check({ ...entry, keyImageSignature: entry.sharedSecretSignature })).toBeUndefined();
    expect(check({ ...entry, sharedSecretSignature: entry.keyImageSignature })).toBeUndefined();
  });
  // threat: key-image-torsion
  test('with a key image changed by torsion does not hold', () => {
    const twin = kernel.pointAdd(honest, OF_ORDER_EIGHT);
    const { proof, hash } = prove(asKeyImage(twin));
    const [entry] = proof.entries as [ReserveProof['entries'][number]];
    // With a challenge that is a multiple of eight, the ring signature's equations hold for the image plus torsion.
    let keyImageSignature: Uint8Array;
    do {
      [keyImageSignature] = generateRingSignature(
        { random },
        { hash, keyImage: asKeyImage(twin), ring: [key], realIndex: 0, secretKey: secret },
      ) as [PublicKey];
    } while ((keyImageSignature[0]! & 7) !== 0);
    expect(equationsHold(hash, twin, key, keyImageSignature)).toBe(true);
    expect(checkRingSignature(hash, asKeyImage(twin), [key], [keyImageSignature])).toBe(false);
    const forged = { ...entry, keyImageSignature };
    expect(checkReserveEntry(statement(proof, hash), forged, tx, account.viewPublic)).toBeUndefined();
  });
});
/** Verifies a ring signature of one member without checking the key image's order. */
const equationsHold = (
  hash: Uint8Array,
  keyImage: Uint8Array,
  key: Uint8Array,
  signature: Uint8Array,
): boolean => {
  const c = signature.subarray(0, 32);
  const r = signature.subarray(32);
  const left = kernel.mulBaseAdd(r, c, key);
  const right = kernel.mulAdd2(r, kernel.hashToPoint(key), c, keyImage);
  return equalBytes(hashToScalar(hash, left, right), c);
};
const OF_ORDER_EIGHT = fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');

test('other texts are refused as reserve proofs', () => {
  for (const text of [
    '',
    'ReserveProofV',
    'ReserveProofV3',
    'ReserveProofV21',
    'ReserveProofV2zzzz',
    'ReserveProofV2é',
  ])
    expectFault(() => readProof(text), 'unsound_proof');
});
