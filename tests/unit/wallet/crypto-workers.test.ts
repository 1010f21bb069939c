/** CryptoWorkers on the calling thread: its signatures verify, and it wipes its secrets. Other tests check the arithmetic. */
import { expect, test } from 'vitest';
import { publicKeyOf } from '../../../src/protocol/keys/public-key.ts';
import { asCommitment, asPublicKey, asSecretKey } from '../../../src/base/brands.ts';
import { concat } from '../../../src/base/bytes.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { subaddressSpendPublic } from '../../../src/protocol/keys/subaddress.ts';
import { createInlineCryptoWorkers, packRing } from '../../../src/wallet/crypto-workers.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const bytes = seededRandom('cryptoWorkers');
const cryptoWorkers = createInlineCryptoWorkers({ bytes });
const scalar = () => kernel.scalarReduce(bytes(64));

const task = () => {
  const secretKey = asSecretKey(scalar());
  const mask = scalar();
  const pseudoOut = asCommitment(kernel.mulBase(scalar()));
  const ring = Array.from({ length: 4 }, () => ({
    key: asPublicKey(kernel.mulBase(scalar())),
    commitment: asCommitment(kernel.mulBase(scalar())),
  }));
  ring[2] = {
    key: publicKeyOf(secretKey),
    commitment: asCommitment(kernel.pointAdd(kernel.mulBase(mask), pseudoOut)),
  };
  return { message: bytes(32), ring: packRing(ring), realIndex: 2, secretKey, mask, pseudoOut };
};

test('each input gets its signature, and the secrets are wiped', async () => {
  const tasks = [task(), task(), task()];
  const signed = await cryptoWorkers.sign(tasks);
  for (const { secretKey, mask } of tasks) expect([...secretKey, ...mask].some(Boolean)).toBe(false);
  const claims = tasks.map((each, i) => ({ ...each, ...signed[i]! }));
  expect(await cryptoWorkers.verify(claims)).toEqual([true, true, true]);
  expect(await cryptoWorkers.verify([{ ...claims[0]!, message: bytes(32) }, claims[1]!])).toEqual([
    false,
    true,
  ]);
});

test('secrets are wiped too when signing fails', async () => {
  const wrong = { ...task(), realIndex: 1 };
  await expect(cryptoWorkers.sign([wrong])).rejects.toThrow('secret key');
  expect([...wrong.secretKey, ...wrong.mask].some(Boolean)).toBe(false);
});

test('look-ahead rows are those of the account, and subgroup checks find torsion', async () => {
  const account = { spendPublic: asPublicKey(kernel.mulBase(scalar())), viewSecret: asSecretKey(scalar()) };
  const [first, second] = await cryptoWorkers.addresses(account, [
    { major: 0, from: 0, count: 2 },
    { major: 3, from: 7, count: 1 },
  ]);
  expect(first).toEqual(concat(account.spendPublic, subaddressSpendPublic(account, 0, 1)));
  expect(second).toEqual(subaddressSpendPublic(account, 3, 7));
  expect(await cryptoWorkers.primeSubgroup(concat(first!, new Uint8Array(32)))).toEqual(
    Uint8Array.of(1, 1, 0),
  );
});
