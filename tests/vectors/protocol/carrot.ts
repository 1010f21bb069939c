/** What the reference computed for Carrot, and what must hold for each vector. */
import { expect } from 'vitest';
import {
  asCommitment,
  asKeyImage,
  asPublicKey,
  asSecretKey,
  asX25519Key,
  type PublicKey,
} from '../../../src/base/brands.ts';
import { equalBytes } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import {
  accountFromMaster,
  generateImagePreimage,
  partialSpendPublic,
} from '../../../src/protocol/carrot/account.ts';
import {
  addressPreimage1,
  addressPreimage2,
  carrotAddressKeys,
  carrotSubaddressScalar,
} from '../../../src/protocol/carrot/address.ts';
import { type SubaddressIndex, subaddressKeys } from '../../../src/protocol/keys/subaddress.ts';
import {
  coinbaseContext,
  inputContext,
  type CoinbaseEnote,
  type Enote,
} from '../../../src/protocol/carrot/enote.ts';
import {
  ephemeralKey,
  ephemeralSecret,
  sharedWithReceiver,
  sharedWithSender,
} from '../../../src/protocol/carrot/ephemeral.ts';
import {
  makeCoinbaseEnote,
  makePayment,
  makeSelfSend,
  type MadeEnote,
} from '../../../src/protocol/carrot/make-enote.ts';
import { openCoinbaseEnote, openEnote } from '../../../src/protocol/carrot/open-enote.ts';
import { carrotKeyImage, openingOf, opensKey } from '../../../src/protocol/carrot/opening.ts';
import { scanCoinbaseEnote, scanEnote, type FoundEnote } from '../../../src/protocol/carrot/scan.ts';
import { amountPad, anchorPad, paymentIdPad, specialAnchor } from '../../../src/protocol/carrot/sealed.ts';
import {
  coinbaseExtensionOf,
  contextSecret,
  extensionOf,
  maskOf,
  oneTimeKeyOf,
  viewTagOf,
} from '../../../src/protocol/carrot/secrets.ts';
import { accountFromKeys } from '../../../src/protocol/keys/account.ts';
import { commit } from '../../../src/protocol/rct/amount.ts';

/** The fixed values of the reference by their names there; hex, or decimal for amount and indices. */
export type Convergence = Readonly<Record<string, string>>;

/** Every value that is computed from others, recomputed from the published ones. */
export function converge(published: Convergence): Convergence {
  const bytes = (name: string) => fromHex(published[name]!);
  return Object.fromEntries(
    Object.entries({ ...ofAccount(bytes, published), ...ofEnote(bytes, published) }).map(([name, value]) => [
      name,
      toHex(value),
    ]),
  );
}
type Bytes = (name: string) => Uint8Array;

const ofAccount = (bytes: Bytes, published: Convergence) => {
  const account = accountFromMaster(bytes('s_master'));
  const index = {
    major: Number(published['address_index_major']),
    minor: Number(published['address_index_minor']),
  };
  const subaddress = carrotAddressKeys(account, index);
  return {
    k_prove_spend: account.proveSpend,
    partial_spend_pubkey: partialSpendPublic(asSecretKey(bytes('k_prove_spend'))),
    s_view_balance: account.viewBalance,
    s_generate_image_preimage: generateImagePreimage(bytes('s_view_balance')),
    k_generate_image: account.generateImage,
    k_view_incoming: account.viewSecret,
    s_generate_address: account.generateAddress,
    account_spend_pubkey: account.spendPublic,
    account_view_pubkey: account.accountViewPublic,
    address_index_preimage_1: addressPreimage1(bytes('s_generate_address'), index),
    address_index_preimage_2: addressPreimage2(bytes('address_index_preimage_1'), index, account),
    subaddress_scalar: carrotSubaddressScalar(account, index),
    subaddress_spend_pubkey: subaddress.spendPublic,
    subaddress_view_pubkey: subaddress.viewPublic,
  };
};

const ofEnote = (bytes: Bytes, published: Convergence) => {
  const spendPublic = asPublicKey(bytes('subaddress_spend_pubkey'));
  const viewPublic = asPublicKey(bytes('subaddress_view_pubkey'));
  const viewSecret = asSecretKey(bytes('k_view_incoming'));
  const context = bytes('input_context');
  const secret = bytes('enote_ephemeral_privkey');
  const key = asX25519Key(bytes('enote_ephemeral_pubkey_subaddress'));
  const shared = bytes('s_sender_receiver');
  const inContext = bytes('s_sender_receiver_ctx');
  const amount = BigInt(published['amount']!);
  const commitment = asCommitment(bytes('amount_commitment'));
  const oneTimeKey = asPublicKey(bytes('onetime_address'));
  const pad = { secret: inContext, oneTimeKey };
  expect(toHex(sharedWithReceiver(secret, { viewPublic }))).toBe(published['s_sender_receiver']);
  return {
    enote_ephemeral_privkey: ephemeralSecret(bytes('anchor_norm'), context, {
      spendPublic,
      paymentId: bytes('payment_id'),
    }),
    enote_ephemeral_pubkey_cryptonote: ephemeralKey(secret, { spendPublic, isSubaddress: false }),
    enote_ephemeral_pubkey_subaddress: ephemeralKey(secret, { spendPublic, isSubaddress: true }),
    s_sender_receiver: sharedWithSender(viewSecret, key),
    s_sender_receiver_ctx: contextSecret(shared, key, context),
    amount_blinding_factor_payment: maskOf(inContext, { amount, type: 'payment', spendPublic }),
    amount_blinding_factor_change: maskOf(inContext, { amount, type: 'change', spendPublic }),
    amount_commitment: commit({ amount, mask: bytes('amount_blinding_factor_payment') }),
    onetime_address_coinbase: oneTimeKeyOf(spendPublic, coinbaseExtensionOf(inContext, amount, spendPublic)),
    onetime_address: oneTimeKeyOf(spendPublic, extensionOf(inContext, commitment)),
    view_tag: viewTagOf(shared, context, oneTimeKey),
    anchor_encryption_mask: anchorPad(pad),
    amount_encryption_mask: amountPad(pad),
    payment_id_encryption_mask: paymentIdPad(pad),
    anchor_special: specialAnchor(viewSecret, {
      key: asX25519Key(bytes('enote_ephemeral_pubkey_cryptonote')),
      context,
      oneTimeKey,
    }),
  };
};

/** An enote that the reference made for keys of today; hex, or decimal for amounts. */
export interface EnoteVector {
  readonly kind: string;
  readonly spend_secret: string;
  readonly view_secret: string;
  readonly spend_public: string;
  readonly major: number;
  readonly minor: number;
  readonly address_spend: string;
  readonly address_view: string;
  readonly payment_id: string;
  readonly amount: string;
  readonly key: string;
  readonly anchor_enc: string;
  readonly view_tag: string;
  readonly ephemeral: string;
  readonly shared: string;
  readonly ext_g: string;
  readonly ext_t: string;
  readonly key_image: string;
  // Not in a coinbase.
  readonly first_key_image?: string;
  readonly commitment?: string;
  readonly amount_enc?: string;
  readonly payment_id_enc?: string;
  readonly mask?: string;
  readonly type?: number;
  // Only in a coinbase.
  readonly height?: number;
  readonly clear_amount?: string;
}

/** It is found with what the reference found, by its owner alone, and the same bytes are made from its secrets. */
export function expectEnote(vector: EnoteVector): void {
  const account = accountFromKeys({
    viewSecret: asSecretKey(fromHex(vector.view_secret)),
    spendSecret: asSecretKey(fromHex(vector.spend_secret)),
  });
  const index = { major: vector.major, minor: vector.minor };
  expect(toHex(account.spendPublic)).toBe(vector.spend_public);
  const address = subaddressKeys(account, index.major, index.minor);
  expect([toHex(address.spendPublic), toHex(address.viewPublic)]).toEqual([
    vector.address_spend,
    vector.address_view,
  ]);
  const key = asX25519Key(fromHex(vector.ephemeral));
  expect(toHex(sharedWithSender(account.viewSecret, key))).toBe(vector.shared);

  const found = vector.kind === 'coinbase_main' ? expectCoinbase(vector) : expectFound(vector);
  expect(found.index).toEqual(index);
  expect([toHex(found.extension.g), toHex(found.extension.t)]).toEqual([vector.ext_g, vector.ext_t]);
  const oneTimeKey = asPublicKey(fromHex(vector.key));
  const secrets = openingOf({ ...account, spendSecret: account.spendSecret! }, found);
  expect(opensKey(secrets, oneTimeKey)).toBe(true);
  expect(toHex(carrotKeyImage(secrets.x, oneTimeKey))).toBe(vector.key_image);
}

const expectFound = (vector: EnoteVector): FoundEnote => {
  const viewer = viewerOf(vector);
  const enote: Enote = {
    oneTimeKey: asPublicKey(fromHex(vector.key)),
    commitment: asCommitment(fromHex(vector.commitment!)),
    sealedAmount: fromHex(vector.amount_enc!),
    sealedAnchor: fromHex(vector.anchor_enc),
    viewTag: fromHex(vector.view_tag),
    ephemeralKey: asX25519Key(fromHex(vector.ephemeral)),
  };
  const tx = {
    firstKeyImage: asKeyImage(fromHex(vector.first_key_image!)),
    sealedPaymentId: fromHex(vector.payment_id_enc!),
  };
  const found = scanEnote(viewer, enote, tx)!;
  expect({
    amount: String(found.amount),
    mask: toHex(found.mask),
    type: found.type,
    fromSelf: found.fromSelf,
    paymentId: toHex(found.paymentId ?? new Uint8Array(8)),
  }).toEqual({
    amount: vector.amount,
    mask: vector.mask,
    type: vector.type === 0 ? 'payment' : 'change',
    fromSelf: vector.kind.startsWith('special'),
    paymentId: vector.payment_id,
  });
  expect(scanEnote(strangerOf(vector), enote, tx)).toBeUndefined();
  const made = remake(vector, enote, tx.firstKeyImage);
  expect(made.enote).toEqual(enote);
  if (vector.kind.startsWith('normal')) expect(made.sealedPaymentId).toEqual(tx.sealedPaymentId);
  return found;
};

/** The enote that our own code makes with the anchor, or the ephemeral key, of a published one. */
const remake = (
  vector: EnoteVector,
  enote: Enote,
  firstKeyImage: ReturnType<typeof asKeyImage>,
): MadeEnote => {
  const amount = BigInt(vector.amount);
  const isSubaddress = vector.major !== 0 || vector.minor !== 0;
  const spendPublic = asPublicKey(fromHex(vector.address_spend));
  const { viewSecret } = viewerOf(vector);
  if (vector.kind.startsWith('special')) {
    const type = vector.type === 0 ? 'payment' : 'change';
    const selfSend = { spendPublic, isSubaddress, amount, type } as const;
    return makeSelfSend({ viewSecret }, selfSend, enote.ephemeralKey, firstKeyImage);
  }
  const context = inputContext(firstKeyImage);
  const { anchor } = openEnote({ shared: fromHex(vector.shared), context }, enote, undefined)!;
  const viewPublic = asPublicKey(fromHex(vector.address_view));
  const destination = { spendPublic, viewPublic, isSubaddress, paymentId: fromHex(vector.payment_id) };
  return makePayment({ destination, amount, anchor }, firstKeyImage);
};

const expectCoinbase = (vector: EnoteVector): FoundEnote => {
  const enote: CoinbaseEnote = {
    oneTimeKey: asPublicKey(fromHex(vector.key)),
    amount: BigInt(vector.clear_amount!),
    sealedAnchor: fromHex(vector.anchor_enc),
    viewTag: fromHex(vector.view_tag),
    ephemeralKey: asX25519Key(fromHex(vector.ephemeral)),
  };
  const height = vector.height!;
  const spendPublic = asPublicKey(fromHex(vector.spend_public));
  const { viewSecret } = viewerOf(vector);
  const found = scanCoinbaseEnote({ viewSecret, mainKeys: [spendPublic] }, enote, height)!;
  expect([found.amount, found.type, found.fromSelf]).toEqual([enote.amount, 'payment', false]);
  expect(scanCoinbaseEnote({ viewSecret, mainKeys: [spendPublic] }, enote, height + 1)).toBeUndefined();
  const opener = { shared: fromHex(vector.shared), context: coinbaseContext(height) };
  const { anchor } = openCoinbaseEnote(opener, enote, [spendPublic])!;
  const viewPublic = asPublicKey(fromHex(vector.address_view));
  const destination = { spendPublic, viewPublic, isSubaddress: false, paymentId: new Uint8Array(8) };
  expect(makeCoinbaseEnote({ destination, amount: enote.amount, anchor }, height)).toEqual(enote);
  return found;
};

const viewerOf = (vector: EnoteVector) => ({
  viewSecret: asSecretKey(fromHex(vector.view_secret)),
  find: (key: PublicKey): SubaddressIndex | undefined =>
    equalBytes(key, fromHex(vector.address_spend)) ? { major: vector.major, minor: vector.minor } : undefined,
});

/** Somebody with the same addresses in the table, but another view key. */
const strangerOf = (vector: EnoteVector) => ({
  ...viewerOf(vector),
  viewSecret: asSecretKey(kernel.scalarAdd(fromHex(vector.view_secret), fromHex('01'.padEnd(64, '0')))),
});
