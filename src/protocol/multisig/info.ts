/**
 * Multisig info, which signers exchange before they spend: for every output of the account, in order, public nonces
 * and the sender's partial key images. Encrypted with the account's view key.
 * Upstream: `wallet2::export_multisig`, `import_multisig`; `multisig_info` (src/wallet/wallet2_basic).
 */
import { asPublicKey, type PublicKey, type SecretKey } from '../../base/brands.ts';
import { concat, concatAll, equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { kernel } from '../../kernel/kernel.ts';
import { bytes32, decode, encode, list, publicKey, struct, type Coded } from '../archive/coder.ts';
import { openEnvelope, sealEnvelope } from '../archive/envelope.ts';
import { expectAccount, MAX_EXPORTED_OUTPUTS, type AccountName } from '../archive/outputs.ts';
import { Reader } from '../encoding/reader.ts';
import { fault, type InfoProblem } from '../faults.ts';
import type { RandomBytes } from '../ring/scalar.ts';
import { MAX_SIGNERS, shareCount } from './rounds.ts';

const MAX_SHARES = shareCount(MAX_SIGNERS / 2, MAX_SIGNERS);
/** Number of nonces for one signing attempt (kAlphaComponents). */
export const NONCES_PER_ATTEMPT = 2;

export const outputInfo = struct({
  signer: publicKey,
  nonces: list(struct({ L: bytes32, R: bytes32 }), NONCES_PER_ATTEMPT * MAX_SHARES),
  partialKeyImages: list(bytes32, MAX_SHARES),
});
export type MultisigOutputInfo = Coded<typeof outputInfo>;

const outputInfos = list(outputInfo, MAX_EXPORTED_OUTPUTS);

export interface SignerInfo {
  readonly signer: PublicKey;
  /** By index of the output. */
  readonly outputs: readonly MultisigOutputInfo[];
}
export interface InfoAccount extends AccountName {
  readonly viewSecret: SecretKey;
}

export function writeSignerInfo(
  source: { readonly random: RandomBytes },
  { spendPublic, viewPublic, viewSecret }: InfoAccount,
  { signer, outputs }: SignerInfo,
): Uint8Array {
  return sealEnvelope(
    source,
    'multisigInfo',
    viewSecret,
    concat(spendPublic, viewPublic, signer, encode(outputInfos, outputs)),
  );
}

/** Reads at most this many outputs with this many shares each; ignores the rest. */
export interface InfoLimits {
  readonly outputs: number;
  readonly shares: number;
}

/**
 * Faults bad_envelope, old_format; foreign_account; bad_multisig_info. Does not check whether the signer belongs to
 * the account. Partial key images have no proof.
 */
export function readSignerInfo(account: InfoAccount, bytes: Uint8Array, scope: InfoLimits): SignerInfo {
  const content = openEnvelope('multisigInfo', account.viewSecret, bytes);
  if (content.length < 96) throw bad('shape');
  const reader = new Reader(content);
  expectAccount(reader, account);
  const signer = asPublicKey(reader.key().slice());
  // A signer may know more outputs than we do. Drop them before checking points, which takes time.
  const outputs = parse(content.subarray(reader.at)).slice(0, scope.outputs);
  if (outputs.some((output) => !equalBytes(output.signer, signer))) throw bad('signer');
  for (const { nonces, partialKeyImages } of outputs)
    if (partialKeyImages.length !== scope.shares || nonces.length !== NONCES_PER_ATTEMPT * scope.shares)
      throw bad('count');
  const points = outputs.flatMap(({ nonces, partialKeyImages }) => [
    ...nonces.flatMap(({ L, R }) => [L, R]),
    ...partialKeyImages,
  ]);
  if (kernel.primeSubgroupBatch(concatAll(points)).includes(0)) throw bad('point');
  return { signer, outputs };
}

const parse = (body: Uint8Array): readonly MultisigOutputInfo[] => {
  try {
    return decode(outputInfos, body);
  } catch (error) {
    throw isFault(error) ? bad('shape') : error;
  }
};

const bad = (reason: InfoProblem) => fault('bad_multisig_info', { reason });
