import { describe, expect, test } from 'vitest';
import { asPublicKey, asTxId } from '../../../../src/base/brands.ts';
import { fromHex } from '../../../../src/base/hex.ts';
import {
  readSpendProof,
  spendProofHash,
  writeSpendProof,
} from '../../../../src/protocol/proof/spend-proof.ts';
import { checkRingSignature } from '../../../../src/protocol/ring/ring-signature.ts';
import { keyInputs } from '../../../../src/protocol/tx/prefix.ts';
import { expectFault } from '../../../support/faults.ts';
import { recorded, txOf } from './recorded.ts';

describe.each(recorded.spent)(
  'a spend proof of monero-wallet-rpc',
  ({ tx, txid, rings, message, signature }) => {
    const images = keyInputs(txOf(tx).prefix).map(({ keyImage }) => keyImage);
    const keys = rings.map((ring) => ring.map((key) => fromHex(key)));
    const sizes = keys.map(({ length }) => length);
    const holds = (hash: Uint8Array, text = signature): boolean => {
      const proof = readSpendProof(text, sizes)!;
      return images.every((image, i) =>
        checkRingSignature(hash, image, keys[i]!.map(asPublicKey), proof[i]!),
      );
    };

    test('holds for its transaction and message', () => {
      expect(holds(spendProofHash(asTxId(fromHex(txid)), message))).toBe(true);
      expect(holds(spendProofHash(asTxId(fromHex(txid)), ''))).toBe(false);
      expect(holds(spendProofHash(asTxId(new Uint8Array(32)), message))).toBe(false);
    });
    test('is written as it was read', () => {
      expect(writeSpendProof(readSpendProof(signature, sizes)!)).toBe(signature);
    });
    test('does not hold for another number of ring members', () => {
      expect(readSpendProof(signature, [...sizes, 1])).toBeUndefined();
      expect(readSpendProof(signature, [])).toBeUndefined();
      expect(readSpendProof(`${signature}1`, sizes)).toBeUndefined();
    });
    test('with another header or invalid characters is refused', () => {
      expectFault(() => readSpendProof('', sizes), 'unsound_proof');
      expectFault(() => readSpendProof(signature.replace('V1', 'V2'), sizes), 'unsound_proof');
      expectFault(() => readSpendProof(`${signature.slice(0, -1)}0`, sizes), 'unsound_proof');
    });
  },
);
