/** Outputs of transactions with additional public keys, as another device exports them. */
import { expect, test } from 'vitest';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { derivePublicKey, generateDerivation } from '../../../../src/protocol/keys/derivation.ts';
import { openings } from '../../../../src/wallet/cold/own-output.ts';
import type { AccountRecord } from '../../../../src/wallet/state/types.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

test("another output's invalid key does not shift the key of an own output", () => {
  const random = seededRandom('own outputs');
  const account = accountFromSeed(random(32));
  const secret = kernel.scalarReduce(random(64));
  const additional = kernel.mulBase(secret);
  const key = derivePublicKey(generateDerivation(account.viewPublic, secret), 1, account.spendPublic);
  const noPoint = new Uint8Array(32).fill(255);
  const found = openings(account as unknown as AccountRecord, {
    key,
    outputIndex: 1,
    txPublicKey: noPoint,
    additionalKeys: [noPoint, additional],
  });
  expect(found.map(({ spendPublic }) => spendPublic)).toEqual([account.spendPublic]);
});
