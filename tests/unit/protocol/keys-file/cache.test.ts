import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asKeyImage, asPublicKey, asSecretKey, asTxId } from '../../../../src/base/brands.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { readCache, writeCache, type Cache } from '../../../../src/protocol/keys-file/cache.ts';
import { armoured } from '../../../support/armoured.ts';
import { expectFault } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { bytes, destination } from '../archive/samples.ts';

const tx = {
  version: 2,
  unlockTime: 0n,
  inputs: [{ kind: 'key' as const, amount: 0n, keyOffsets: [5n, 6n], keyImage: asKeyImage(bytes(32, 3)) }],
  outputs: [{ amount: 0n, key: asPublicKey(bytes(32, 4)), viewTag: 9 }],
  extra: bytes(3, 0),
};
const subaddress = { major: 1, minor: 70_000 };
const payment = {
  txid: asTxId(bytes(32, 6)),
  amount: 3n,
  amounts: [1n, 2n],
  fee: 4n,
  height: 10n,
  unlockTime: 0n,
  timestamp: 11n,
  coinbase: false,
  subaddress,
};
const sent = {
  tx,
  amountIn: 10n,
  amountOut: 9n,
  change: 2n,
  destinations: [destination(0x30, 7n)],
  paymentId: bytes(32, 0),
  account: 1,
  minors: [0, 300],
  rings: [[asKeyImage(bytes(32, 3)), [5n, 6n]] as const],
};
const cache: Cache = {
  chain: { offset: 100, genesis: bytes(32, 1), hashes: [bytes(32, 2)] },
  transfers: [
    {
      height: 10n,
      tx,
      txid: asTxId(bytes(32, 5)),
      outputIndex: 0n,
      globalIndex: 77n,
      spent: true,
      frozen: false,
      spentHeight: 12n,
      keyImage: asKeyImage(bytes(32, 7)),
      mask: bytes(32, 8),
      amount: 5n,
      rct: true,
      keyImageKnown: true,
      keyImageRequested: false,
      pkIndex: 0n,
      subaddress,
      keyImagePartial: false,
      multisigK: [],
      multisigInfo: [],
      uses: [[12n, bytes(32, 9)]],
    },
  ],
  spendPublic: asPublicKey(bytes(32, 10)),
  viewPublic: asPublicKey(bytes(32, 11)),
  keyImages: [[asKeyImage(bytes(32, 7)), 0]],
  unconfirmed: [[asTxId(bytes(32, 12)), { ...sent, sentTime: 5n, state: 1n, timestamp: 6n }]],
  payments: [[bytes(32, 0), payment]],
  txKeys: [[asTxId(bytes(32, 13)), asSecretKey(bytes(32, 14))]],
  confirmed: [[asTxId(bytes(32, 13)), { ...sent, height: 12, timestamp: 13, unlockTime: 0n }]],
  notes: [[asTxId(bytes(32, 13)), 'Miete ü']],
  poolPayments: [[bytes(32, 0), { payment, doubleSpendSeen: false }]],
  positions: [[asPublicKey(bytes(32, 4)), 0]],
  contacts: [
    {
      spendPublic: asPublicKey(bytes(32, 15)),
      viewPublic: asPublicKey(bytes(32, 16)),
      paymentId: bytes(8, 1),
      description: 'Ann',
      subaddress: false,
      hasPaymentId: true,
    },
  ],
  seenInPool: [],
  seenTwice: [bytes(32, 17)],
  subaddresses: [[asPublicKey(bytes(32, 18)), subaddress]],
  labels: [['Primary account', 'shop'], ['second']],
  additionalTxKeys: [[asTxId(bytes(32, 13)), [asSecretKey(bytes(32, 19))]]],
  attributes: [['wallet2.description', 'mine']],
  accountTags: [[['tag', 'what it means']], ['tag', '']],
};
const randomness = { random: (n: number) => seededRandom('cache')(n) };

describe('a cache file', () => {
  test('is read back as it was written', () => {
    expect(readCache(writeCache(randomness, cache, 'pw'), 'pw')).toEqual(cache);
    expect(readCache(armoured(writeCache(randomness, cache, 'pw')), 'pw')).toEqual(cache);
  });
  test('is refused with another password, when cut, and when it is another file', () => {
    const file = writeCache(randomness, cache, 'pw');
    expectFault(() => readCache(file, 'wp'), 'bad_cache');
    for (const length of [0, 8, 30, file.length - 1])
      expectFault(() => readCache(file.subarray(0, length), 'pw'), 'bad_cache');
  });
  test('that is damaged is refused or read as something else, without hanging', () => {
    const file = writeCache(randomness, cache, '');
    fc.assert(
      fc.property(fc.nat(file.length * 8 - 1), (bit) => {
        const bent = file.slice();
        bent[bit >> 3]! ^= 1 << (bit & 7);
        try {
          readCache(bent, '');
        } catch (error) {
          if (!isFault(error, 'bad_cache')) throw error;
        }
      }),
      { numRuns: 60 },
    );
  });
});
