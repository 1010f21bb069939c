/** The inputs from which Monero's fuzzers start. */
import { describe, expect, test } from 'vitest';
import { asCommitment, asPublicKey } from '../../src/base/brands.ts';
import { concat } from '../../src/base/bytes.ts';
import { toHex } from '../../src/base/hex.ts';
import { readBlock, writeBlock } from '../../src/protocol/block/block.ts';
import { readEpee } from '../../src/protocol/encoding/epee.ts';
import { Reader } from '../../src/protocol/encoding/reader.ts';
import { signClsag, verifyClsag } from '../../src/protocol/rct/clsag.ts';
import { additionalPublicKeys, buildExtra, extraPaymentId, parseExtra } from '../../src/protocol/tx/extra.ts';
import { readRctPrunable, writeRctPrunable } from '../../src/protocol/tx/rct-prunable.ts';
import { readTransaction, writeTransaction } from '../../src/protocol/tx/transaction.ts';
import { expectFault } from '../support/faults.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { readVector } from '../support/vectors.ts';
import { setupSigner } from '../unit/protocol/rct/fixtures.ts';

const random = seededRandom('fuzz seeds');
const corpus = (...path: string[]): Uint8Array => readVector('monero', 'data', 'fuzz', ...path);
const kindsOf = (bytes: Uint8Array): string[] => parseExtra(bytes).fields.map((field) => field.kind);

/** Written back to the same bytes, or refused with a fault. */
const readOrRefused = (bytes: Uint8Array, copy: (bytes: Uint8Array) => Uint8Array): void => {
  try {
    expect(copy(bytes)).toEqual(bytes);
  } catch {
    expectFault(() => copy(bytes));
  }
};

describe("the reference's fuzz seeds", () => {
  const seed = (folder: string): Uint8Array => corpus(folder, 'clsag1');

  test('for CLSAG are verified without an unexpected error', () => {
    const bytes = seed('clsag'); // count, that many s, c1, D
    const s = Array.from({ length: bytes[0]! }, (_, i) => bytes.slice(1 + 32 * i, 33 + 32 * i));
    const [c1, D] = [bytes.slice(-64, -32), bytes.slice(-32)];
    expect(bytes).toHaveLength(1 + 32 * s.length + 64);
    const signer = setupSigner(random, { size: s.length, realIndex: 5, amount: 1n });
    const { message, ring, pseudoOut } = signer;
    const { clsag, keyImage } = signClsag({ random }, signer);
    expect(verifyClsag(message, { s, c1, D }, ring, keyImage, pseudoOut)).toBe(false);
    expect(verifyClsag(seed('clsag_message'), clsag, ring, keyImage, pseudoOut)).toBe(false);
    expect(verifyClsag(message, clsag, ring, keyImage, asCommitment(seed('clsag_cout')))).toBe(false);
    const pub = seed('clsag_pubs').slice(2); // two bytes say which key to replace
    const { key, commitment } = ring[0]!;
    expect(
      verifyClsag(message, clsag, ring.with(0, { key: asPublicKey(pub), commitment }), keyImage, pseudoOut),
    ).toBe(false);
    expect(
      verifyClsag(message, clsag, ring.with(0, { key, commitment: asCommitment(pub) }), keyImage, pseudoOut),
    ).toBe(false);
  });

  test('for tx_extra are read', () => {
    const first = corpus('tx-extra', 'TXEXTRA1');
    expect(kindsOf(first)).toEqual(['publicKey', 'nonce']);
    expect(toHex(extraPaymentId(first)!.bytes)).toBe('52a352129ef7615b');
    const second = corpus('tx-extra', 'TXEXTRA2');
    expect(kindsOf(second)).toEqual(['publicKey', 'additionalKeys']);
    expect(additionalPublicKeys(second)).toHaveLength(16);
    expect(buildExtra(parseExtra(second).fields)).toEqual(second);
  });

  test('for epee are read', () => {
    expect(readEpee(corpus('load-from-binary', 'BINARY1')).fields.size).toBe(0);
  });

  test.each(['TX1', 'TX2'])('for transactions are read or refused with a fault: %s', (name) => {
    readOrRefused(corpus('transaction', name), (bytes) => writeTransaction(readTransaction(bytes)));
  });

  test.each(['BLOCK1', 'BLOCK2'])('for blocks are read or refused with a fault: %s', (name) => {
    readOrRefused(corpus('block', name), (bytes) => writeBlock(readBlock(bytes)));
  });

  test('for a Bulletproof and a CLSAG are read as the prunable part of a transaction', () => {
    const proof = corpus('bulletproof', 'BP0');
    // The fuzz seed has a count of its scalars; transactions on the wire have none.
    const clsag = corpus('clsag', 'clsag1');
    const shape = { type: 5, inputs: 1, outputs: 1, ringSize: clsag[0]! } as const;
    const bytes = concat(Uint8Array.of(1), proof, clsag.subarray(1), new Uint8Array(32));
    const reader = new Reader(bytes);
    const prunable = readRctPrunable(reader, shape);
    reader.end();
    expect(prunable.bulletproofs[0]!.L).toHaveLength(6);
    expect(prunable.clsags[0]!.s).toHaveLength(11);
    expect(writeRctPrunable(prunable, shape)).toEqual(bytes);
  });
});
