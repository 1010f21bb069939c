/** Brands of bytes are types, so the compiler is what fails here: `npm run check:types` reads this file. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  asCommitment,
  asKeyImage,
  asPublicKey,
  asSecretKey,
  asTxId,
  type Commitment,
  type KeyImage,
  type Point,
  type PublicKey,
  type Scalar,
  type SecretKey,
  type TxId,
} from '../../../src/base/brands.ts';
import type { AccountKeys } from '../../../src/protocol/keys/account.ts';
import type { Clsag, TxOutput } from '../../../src/protocol/tx/types.ts';
import type { FoundOutput, ScanKeys } from '../../../src/ports/scan-pool.ts';
import type { TxRelay } from '../../../src/ports/tx-relay.ts';
import type { AccountRecord } from '../../../src/wallet/state/records/account.ts';
import type { OwnedOutput } from '../../../src/wallet/state/records/outputs.ts';
import type { TxKeys } from '../../../src/wallet/state/records/payments.ts';

describe('names (brands) of byte arrays', () => {
  it('distinguish secret keys, public keys, key images, ids and commitments', () => {
    expectTypeOf<SecretKey>().not.toExtend<PublicKey>();
    expectTypeOf<PublicKey>().not.toExtend<SecretKey>();
    expectTypeOf<KeyImage>().not.toExtend<PublicKey>();
    expectTypeOf<PublicKey>().not.toExtend<KeyImage>();
    expectTypeOf<Commitment>().not.toExtend<PublicKey>();
    expectTypeOf<TxId>().not.toExtend<PublicKey>();
    expectTypeOf<TxId>().not.toExtend<SecretKey>();
    expectTypeOf<Point>().not.toExtend<SecretKey>();
    expectTypeOf<Scalar>().not.toExtend<PublicKey>();
  });

  it('are not given to bytes without a name unless a function of brands.ts names them', () => {
    expectTypeOf<Uint8Array>().not.toExtend<SecretKey>();
    expectTypeOf<Uint8Array>().not.toExtend<PublicKey>();
    expectTypeOf<Uint8Array>().not.toExtend<KeyImage>();
    expectTypeOf<Uint8Array>().not.toExtend<Commitment>();
    expectTypeOf<Uint8Array>().not.toExtend<TxId>();
    expectTypeOf<Point>().not.toExtend<PublicKey>();
    expectTypeOf<Scalar>().not.toExtend<SecretKey>();
    expectTypeOf(asPublicKey).toBeCallableWith(new Uint8Array(32));
    const secret = asSecretKey(new Uint8Array(32));
    // @ts-expect-error A secret key does not become a public key.
    asPublicKey(secret);
    // @ts-expect-error Nor a transaction id.
    asTxId(secret);
  });

  it('are the same bytes at run time', () => {
    const bytes = new Uint8Array(32);
    for (const name of [asSecretKey, asPublicKey, asKeyImage, asCommitment, asTxId])
      expect(name(bytes)).toBe(bytes);
  });

  it('are accepted as the wider types and as plain bytes', () => {
    expectTypeOf<SecretKey>().toExtend<Scalar>();
    expectTypeOf<PublicKey>().toExtend<Point>();
    expectTypeOf<KeyImage>().toExtend<Uint8Array>();
  });

  it('stand on the records of every layer', () => {
    expectTypeOf<AccountKeys['viewSecret']>().toEqualTypeOf<SecretKey>();
    expectTypeOf<AccountKeys['viewPublic']>().toEqualTypeOf<PublicKey>();
    expectTypeOf<TxOutput['key']>().toEqualTypeOf<PublicKey>();
    expectTypeOf<Clsag['D']>().toEqualTypeOf<Point>();
    expectTypeOf<ScanKeys['viewSecret']>().toEqualTypeOf<SecretKey>();
    expectTypeOf<FoundOutput['key']>().toEqualTypeOf<PublicKey>();
    expectTypeOf<AccountRecord['spendPublic']>().toEqualTypeOf<PublicKey>();
    expectTypeOf<OwnedOutput['txid']>().toEqualTypeOf<TxId>();
    expectTypeOf<TxKeys['key']>().toEqualTypeOf<SecretKey>();
    expectTypeOf<Parameters<TxRelay['relay']>[1]>().toEqualTypeOf<TxId>();
  });
});
