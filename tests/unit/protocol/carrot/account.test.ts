import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { accountFromMaster } from '../../../../src/protocol/carrot/account.ts';
import { carrotAddressKeys, destinationOf, NO_PAYMENT_ID } from '../../../../src/protocol/carrot/address.ts';
import { DOMAIN } from '../../../../src/protocol/carrot/constants.ts';
import { makePayment } from '../../../../src/protocol/carrot/make-enote.ts';
import { opensKey } from '../../../../src/protocol/carrot/opening.ts';
import { scanEnote } from '../../../../src/protocol/carrot/scan.ts';
import { hashToBytes } from '../../../../src/protocol/carrot/transcript.ts';
import { withPaymentId } from '../../../../src/protocol/address/address.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { carrotPerson, INDICES, MAIN, personOfToday, randomKeyImage } from './people.ts';

const random = seededRandom('carrot accounts');
const account = accountFromMaster(random(32));

describe("An account of Carrot's hierarchy", () => {
  it('shows its secrets in no text, and wipes them', () => {
    const mine = accountFromMaster(random(32));
    const secrets = [
      mine.proveSpend,
      mine.viewBalance,
      mine.generateImage,
      mine.viewSecret,
      mine.generateAddress,
    ];
    expect(secrets.map((secret) => JSON.stringify(secret))).toEqual(secrets.map(() => '"[secret]"'));
    for (const secret of secrets) {
      expect(new Set(secret).size).toBeGreaterThan(1);
      secret.wipe();
      expect(new Set(secret)).toEqual(new Set([0]));
    }
  });

  it('has different addresses at different indices, whose view keys are k_v times their spend keys', () => {
    const [main, ...others] = INDICES.map((index) => carrotAddressKeys(account, index));
    expect(main).toEqual({ spendPublic: account.spendPublic, viewPublic: account.viewPublic });
    expect(new Set(others.map(({ spendPublic }) => toHex(spendPublic))).size).toBe(others.length);
    for (const { spendPublic, viewPublic } of others)
      expect(viewPublic).toEqual(kernel.mul(account.viewSecret, spendPublic));
  });

  it('computes its addresses without a key that finds or spends anything', () => {
    const { generateAddress, spendPublic, viewPublic, accountViewPublic } = account;
    const tier = { generateAddress, spendPublic, viewPublic, accountViewPublic };
    for (const index of INDICES)
      expect(carrotAddressKeys(tier, index)).toEqual(carrotAddressKeys(account, index));
  });
});

it.each([
  ['an account of today', personOfToday(random), personOfToday(random)],
  ["an account of Carrot's hierarchy", carrotPerson(random), carrotPerson(random)],
] as const)('Only the owner has the secrets that open a one-time key, in %s', (_, owner, other) => {
  const firstKeyImage = randomKeyImage(random);
  for (const index of INDICES) {
    const payment = { destination: owner.address(index), amount: 1n, anchor: random(16) };
    const { enote } = makePayment(payment, firstKeyImage);
    const found = scanEnote(owner.viewer, enote, { firstKeyImage })!;
    const { x, y } = owner.opening(found);
    expect(opensKey({ x, y }, enote.oneTimeKey)).toBe(true);
    expect(opensKey(other.opening(found), enote.oneTimeKey)).toBe(false);
    expect(JSON.stringify([x, y])).toBe('["[secret]","[secret]"]');
  }
});

it('Addresses of each kind become destinations', () => {
  const { spendPublic, viewPublic } = personOfToday(random).address(MAIN);
  const standard = { network: 'mainnet', kind: 'standard', spendPublic, viewPublic } as const;
  const keys = { spendPublic, viewPublic };
  const id = random(8);
  expect(destinationOf(standard)).toEqual({ ...keys, isSubaddress: false, paymentId: NO_PAYMENT_ID });
  expect(destinationOf({ ...standard, kind: 'subaddress' })).toEqual({
    ...keys,
    isSubaddress: true,
    paymentId: NO_PAYMENT_ID,
  });
  expect(destinationOf(withPaymentId(standard, id))).toEqual({ ...keys, isSubaddress: false, paymentId: id });
});

it('A hash with a key of another length than 32 bytes is a mistake of the caller', () => {
  expect(() => hashToBytes(32, DOMAIN.viewBalance, { key: new Uint8Array(31) })).toThrow('32 bytes');
});
