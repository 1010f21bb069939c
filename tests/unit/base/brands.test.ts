/** Brands of bytes are types, so the compiler is what fails here: `npm run check:types` reads this file. */
import { describe, expectTypeOf, it } from 'vitest';
import type {
  Commitment,
  KeyImage,
  Point,
  PublicKey,
  Scalar,
  SecretKey,
  TxId,
} from '../../../src/base/brands.ts';
import type { AccountKeys } from '../../../src/protocol/keys/account.ts';
import type { Clsag, TxOutput } from '../../../src/protocol/tx/types.ts';
import type { FoundOutput, ScanKeys } from '../../../src/ports/scan-pool.ts';
import type { TxRelay } from '../../../src/ports/tx-relay.ts';
import type { AccountRecord, OwnedOutput, TxKeys } from '../../../src/wallet/state/types.ts';

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

  it('are given to unnamed bytes where one is expected, and are accepted as plain bytes', () => {
    expectTypeOf<Uint8Array>().toExtend<SecretKey>();
    expectTypeOf<Uint8Array>().toExtend<TxId>();
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
