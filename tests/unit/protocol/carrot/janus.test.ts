/**
 * Janus attacks, built by hand: a sender exchanges keys with one address and pays another one, to learn from the
 * receiver's answer that both belong to one account. The reference's tests: `janus_protection_…` in
 * tests/unit_tests/carrot_core.cpp of monero-project/monero, pull request 9559 at c7b6ee459.
 */
import { describe, expect, it } from 'vitest';
import type { PublicKey, X25519Key } from '../../../../src/base/brands.ts';
import { asPublicKey, asX25519Key } from '../../../../src/base/brands.ts';
import { bigintToBytes } from '../../../../src/base/bytes.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { edwardsToX25519 } from '../../../../src/kernel/ref/x25519.ts';
import { NO_PAYMENT_ID, type CarrotDestination } from '../../../../src/protocol/carrot/address.ts';
import {
  coinbaseContext,
  inputContext,
  type CoinbaseEnote,
  type Enote,
} from '../../../../src/protocol/carrot/enote.ts';
import {
  ephemeralKey,
  ephemeralSecret,
  sharedWithReceiver,
  sharedWithSender,
} from '../../../../src/protocol/carrot/ephemeral.ts';
import { openCoinbaseEnote, openEnote } from '../../../../src/protocol/carrot/open-enote.ts';
import { scanCoinbaseEnote, scanEnote } from '../../../../src/protocol/carrot/scan.ts';
import { sealAmount, sealAnchor, sealPaymentId } from '../../../../src/protocol/carrot/sealed.ts';
import {
  coinbaseExtensionOf,
  contextSecret,
  extensionOf,
  maskOf,
  oneTimeKeyOf,
  viewTagOf,
} from '../../../../src/protocol/carrot/secrets.ts';
import { commit } from '../../../../src/protocol/rct/amount.ts';
import { IDENTITY } from '../../../../src/protocol/ring/constants.ts';
import { TORSION } from '../../../property/kernel/inputs.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { carrotPerson, INDICES, MAIN, personOfToday, randomKeyImage } from './people.ts';

const random = seededRandom('carrot janus');
const firstKeyImage = randomKeyImage(random);
const context = inputContext(firstKeyImage);
const AMOUNT = 1_000n;
const HEIGHT = 3_700_000;

/** What the attacker chooses freely. */
interface Crafted {
  readonly shared: Uint8Array;
  readonly key: X25519Key;
  readonly anchor: Uint8Array;
  /** The key that the enote pays. */
  readonly pays: PublicKey;
}

/** A well-formed enote of these parts, however they come together. */
const craft = ({ shared, key, anchor, pays }: Crafted): { enote: Enote; sealedPaymentId: Uint8Array } => {
  const secret = contextSecret(shared, key, context);
  const mask = maskOf(secret, { amount: AMOUNT, type: 'payment', spendPublic: pays });
  const commitment = commit({ amount: AMOUNT, mask });
  const oneTimeKey = oneTimeKeyOf(pays, extensionOf(secret, commitment));
  const pad = { secret, oneTimeKey };
  const enote = {
    oneTimeKey,
    commitment,
    sealedAmount: sealAmount(AMOUNT, pad),
    sealedAnchor: sealAnchor(anchor, pad),
    viewTag: viewTagOf(shared, context, oneTimeKey),
    ephemeralKey: key,
  };
  return { enote, sealedPaymentId: sealPaymentId(NO_PAYMENT_ID, pad) };
};

const craftCoinbase = ({ shared, key, anchor, pays }: Crafted): CoinbaseEnote => {
  const height = coinbaseContext(HEIGHT);
  const secret = contextSecret(shared, key, height);
  const oneTimeKey = oneTimeKeyOf(pays, coinbaseExtensionOf(secret, AMOUNT, pays));
  return {
    oneTimeKey,
    amount: AMOUNT,
    sealedAnchor: sealAnchor(anchor, { secret, oneTimeKey }),
    viewTag: viewTagOf(shared, height, oneTimeKey),
    ephemeralKey: key,
  };
};

/** The key exchange with one address; `bound` is the spend key that d_e binds. */
const exchange = (
  victim: CarrotDestination,
  bound: PublicKey,
  inContext: Uint8Array,
): Omit<Crafted, 'pays'> => {
  const anchor = random(16);
  const secret = ephemeralSecret(anchor, inContext, { spendPublic: bound, paymentId: NO_PAYMENT_ID });
  return { shared: sharedWithReceiver(secret, victim), key: ephemeralKey(secret, victim), anchor };
};

const [SUB, OTHER_SUB] = [INDICES[1]!, INDICES[2]!];

describe.each([
  ['an account of today', personOfToday(random)],
  ["an account of Carrot's hierarchy", carrotPerson(random)],
] as const)('A Janus attack on %s', (_, bob) => {
  // threat: linked-addresses
  it.each([
    { exchanged: 'the main address', at: MAIN, paid: 'a subaddress', paidAt: SUB },
    { exchanged: 'a subaddress', at: SUB, paid: 'the main address', paidAt: MAIN },
    { exchanged: 'a subaddress', at: SUB, paid: 'another subaddress', paidAt: OTHER_SUB },
  ])('that exchanges keys with $exchanged and pays $paid is refused', ({ at, paidAt }) => {
    const [victim, pays] = [bob.address(at), bob.address(paidAt).spendPublic];
    for (const bound of [victim.spendPublic, pays]) {
      const crafted = { ...exchange(victim, bound, context), pays };
      const { enote, sealedPaymentId } = craft(crafted);
      // Without the check of the anchor it is a good enote for the address that was not exchanged with.
      const shared = sharedWithSender(bob.viewer.viewSecret, enote.ephemeralKey);
      expect(openEnote({ shared, context }, enote, undefined)).toMatchObject({
        amount: AMOUNT,
        spendPublic: pays,
      });
      expect(scanEnote(bob.viewer, enote, { firstKeyImage, sealedPaymentId })).toBeUndefined();
      expect(scanEnote(bob.viewer, enote, { firstKeyImage })).toBeUndefined();
    }
  });

  it('is no attack, and accepted, if both addresses are the same', () => {
    const victim = bob.address(SUB);
    const crafted = { ...exchange(victim, victim.spendPublic, context), pays: victim.spendPublic };
    const { enote } = craft(crafted);
    expect(scanEnote(bob.viewer, enote, { firstKeyImage })).toMatchObject({ index: SUB, fromSelf: false });
  });

  it('by a coinbase that exchanges keys with a subaddress is refused', () => {
    const [victim, pays] = [bob.address(SUB), bob.mainKeys[0]!];
    const { viewSecret } = bob.viewer;
    for (const bound of [victim.spendPublic, pays]) {
      const enote = craftCoinbase({ ...exchange(victim, bound, coinbaseContext(HEIGHT)), pays });
      const shared = sharedWithSender(viewSecret, enote.ephemeralKey);
      const opener = { shared, context: coinbaseContext(HEIGHT) };
      expect(openCoinbaseEnote(opener, enote, bob.mainKeys)).toMatchObject({ spendPublic: pays });
      expect(scanCoinbaseEnote({ viewSecret, mainKeys: bob.mainKeys }, enote, HEIGHT)).toBeUndefined();
    }
  });

  it('by a payment to a subaddress in a coinbase is refused', () => {
    const victim = bob.address(SUB);
    const pays = victim.spendPublic;
    const enote = craftCoinbase({ ...exchange(victim, pays, coinbaseContext(HEIGHT)), pays });
    const { viewSecret } = bob.viewer;
    expect(scanCoinbaseEnote({ viewSecret, mainKeys: [pays] }, enote, HEIGHT)).toBeUndefined();
  });

  it('with an ephemeral key of small order, whose secret everybody knows, is refused', () => {
    for (const u of [0n, 1n, 2n ** 255n - 20n]) {
      const key = asX25519Key(bigintToBytes(u, 32));
      const shared = sharedWithSender(bob.viewer.viewSecret, key);
      const { enote } = craft({ shared, key, anchor: random(16), pays: bob.address(MAIN).spendPublic });
      expect(openEnote({ shared, context }, enote, undefined)).toBeDefined();
      expect(scanEnote(bob.viewer, enote, { firstKeyImage })).toBeUndefined();
    }
  });

  it('with a part of small order, which would tell bits of the view key, is refused', () => {
    const victim = bob.address(MAIN);
    const anchor = random(16);
    const secret = ephemeralSecret(anchor, context, victim);
    for (const torsion of TORSION.slice(1)) {
      const mixed = kernel.pointAdd(kernel.mulBase(secret), torsion);
      const key = asX25519Key(edwardsToX25519(mixed));
      // As if the attacker had guessed the secret.
      const shared = sharedWithSender(bob.viewer.viewSecret, key);
      const { enote } = craft({ shared, key, anchor, pays: victim.spendPublic });
      expect(openEnote({ shared, context }, enote, undefined)).toBeDefined();
      expect(scanEnote(bob.viewer, enote, { firstKeyImage })).toBeUndefined();
    }
  });
});

describe('An enote that anybody could open', () => {
  const bob = personOfToday(random);
  const key = asX25519Key(new Uint8Array(32));

  it.each([
    ['the identity', asPublicKey(IDENTITY)],
    ['a point with a part of small order', asPublicKey(kernel.pointAdd(bob.mainKeys[0]!, TORSION[4]!))],
    ['a point of small order', asPublicKey(TORSION[1]!)],
  ])('is not opened if it pays %s, also without a table of addresses', (_, pays) => {
    const { enote } = craft({ shared: new Uint8Array(32), key, anchor: random(16), pays });
    expect(openEnote({ shared: new Uint8Array(32), context }, enote, undefined)).toBeUndefined();
    expect(scanEnote({ ...bob.viewer, find: () => SUB }, enote, { firstKeyImage })).toBeUndefined();
  });
});
