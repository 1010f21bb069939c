/**
 * The secrets of an account of Carrot's own hierarchy. Accounts with a spend key of today (src/protocol/keys) keep their
 * keys and addresses and use Carrot without any of these.
 * s_m (master) gives k_ps (prove spend) and s_vb (view balance); s_vb gives k_gi (generate image), k_v (view incoming)
 * and s_ga (generate address). All have 32 bytes.
 * Upstream: src/carrot_core/account_secrets.cpp of monero-project/monero, pull request 9559 at c7b6ee459.
 */
import { asPublicKey, asSecretKey, type Point, type PublicKey, type SecretKey } from '../../base/brands.ts';
import { Secret } from '../../base/secret.ts';
import { kernel } from '../../kernel/kernel.ts';
import { publicKeyOf } from '../keys/public-key.ts';
import { DOMAIN, T } from './constants.ts';
import { hashToBytes, hashToScalar } from './transcript.ts';

export interface CarrotAccount {
  /** k_ps: spends. */
  readonly proveSpend: SecretKey & Secret;
  /** s_vb: finds all outputs of the account, also those that it sent itself. */
  readonly viewBalance: Secret;
  /** k_gi: computes key images. */
  readonly generateImage: SecretKey & Secret;
  /** k_v: finds outputs that others sent. */
  readonly viewSecret: SecretKey & Secret;
  /** s_ga: computes addresses. */
  readonly generateAddress: Secret;
  /** K_s = k_gi·G + k_ps·T. */
  readonly spendPublic: PublicKey;
  /** k_v·G: in the main address. */
  readonly viewPublic: PublicKey;
  /** K_v = k_v·K_s: from which the view keys of subaddresses are computed. */
  readonly accountViewPublic: PublicKey;
}

/** Any 32 bytes are a master secret. */
export function accountFromMaster(master: Uint8Array): CarrotAccount {
  const proveSpend = proveSpendKey(master);
  const viewBalance = viewBalanceSecret(master);
  const partial = partialSpendPublic(proveSpend);
  const generateImage = generateImageKey(viewBalance, partial);
  const viewSecret = viewIncomingKey(viewBalance);
  const spendPublic = asPublicKey(kernel.pointAdd(kernel.mulBase(generateImage), partial));
  return {
    proveSpend,
    viewBalance,
    generateImage,
    viewSecret,
    generateAddress: generateAddressSecret(viewBalance),
    spendPublic,
    viewPublic: publicKeyOf(viewSecret),
    accountViewPublic: asPublicKey(kernel.mul(viewSecret, spendPublic)),
  };
}

export function proveSpendKey(master: Uint8Array): SecretKey & Secret {
  return Secret.over(asSecretKey(hashToScalar(DOMAIN.proveSpend, { key: master })));
}

/** k_ps·T: the part of the public spend key that needs the right to spend. */
export function partialSpendPublic(proveSpend: SecretKey): Point {
  return kernel.mul(proveSpend, T);
}

export function viewBalanceSecret(master: Uint8Array): Secret {
  return Secret.over(hashToBytes(32, DOMAIN.viewBalance, { key: master }));
}

/** The secret from which `generateImageKey` comes. Who shows it proves k_gi without showing s_vb. */
export function generateImagePreimage(viewBalance: Uint8Array): Secret {
  return Secret.over(hashToBytes(32, DOMAIN.generateImagePreimage, { key: viewBalance }));
}

export function generateImageKey(viewBalance: Uint8Array, partial: Point): SecretKey & Secret {
  const preimage = generateImagePreimage(viewBalance);
  const key = hashToScalar(DOMAIN.generateImage, { key: preimage, parts: [partial] });
  preimage.wipe();
  return Secret.over(asSecretKey(key));
}

export function viewIncomingKey(viewBalance: Uint8Array): SecretKey & Secret {
  return Secret.over(asSecretKey(hashToScalar(DOMAIN.viewIncoming, { key: viewBalance })));
}

export function generateAddressSecret(viewBalance: Uint8Array): Secret {
  return Secret.over(hashToBytes(32, DOMAIN.generateAddress, { key: viewBalance }));
}
