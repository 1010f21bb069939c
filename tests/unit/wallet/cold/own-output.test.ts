/** Outputs of transactions with additional public keys, as another device exports them. */
import { expect, test } from 'vitest';
import { asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { derivePublicKey, generateDerivation } from '../../../../src/protocol/keys/derivation.ts';
import { openings } from '../../../../src/wallet/cold/own-output.ts';
import type { AccountRecord } from '../../../../src/wallet/state/records/account.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

test("another output's invalid key does not shift the key of an own output", () => {
  const random = seededRandom('own outputs');
  const account = accountFromSeed(random(32));
  const secret = kernel.scalarReduce(random(64));
  const additional = kernel.mulBase(secret);
  const key = derivePublicKey(
    generateDerivation(account.viewPublic, asSecretKey(secret)),
    1,
    account.spendPublic,
  );
  const noPoint = new Uint8Array(32).fill(255);
  const found = openings(account as unknown as AccountRecord, {
    key,
    outputIndex: 1,
    txPublicKey: asPublicKey(noPoint),
    additionalKeys: [asPublicKey(noPoint), asPublicKey(additional)],
  });
  expect(found.map(({ spendPublic }) => spendPublic)).toContainEqual(account.spendPublic);
});
