/**
 * Multisig info about the account's outputs, which signers exchange before spending: public nonces and partial key
 * images. Infos refer to outputs by index, so all signers must have scanned to the same height. Every export draws
 * new nonces, and makes proposals with the old ones invalid.
 * Upstream: `wallet2::export_multisig`, `import_multisig`, `get_multisig_composite_key_image`
 * (src/wallet/wallet2.cpp).
 */
import type { KeyImage, Point } from '../../base/brands.ts';
import { compareBytes, equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { Random } from '../../ports/random.ts';
import {
  NONCES_PER_ATTEMPT,
  readSignerInfo,
  writeSignerInfo,
  type SignerInfo,
} from '../../protocol/multisig/info.ts';
import { partialKeyImages, publicNonce, wholeKeyImage } from '../../protocol/multisig/key-image.ts';
import { choose, MAX_SIGNERS, shareCount } from '../../protocol/multisig/rounds.ts';
import { randomScalar } from '../../protocol/ring/scalar.ts';
import { fault } from '../faults.ts';
import { createDraft } from '../ledger/draft.ts';
import { requireNoCarrot } from '../proofs/carrot-undefined.ts';
import { outputOpening } from '../proofs/own-keys.ts';
import { change, put, type Ledger, type WalletState } from '../state/state.ts';
import type { MultisigRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Change } from '../state/tables.ts';
import { ownSigner, readyMultisig } from './status.ts';

/**
 * Commits new nonces, then returns the info. With `keep` the same commit stores the info, so that it can be shown
 * again: a new export would invalidate the one that others have read. Faults not_multisig, multisig_unfinished,
 * multisig_disabled, carrot_undefined.
 */
export async function exportMultisigInfo({
  random,
  ledger,
  keep = false,
}: {
  readonly random: Random;
  readonly ledger: Ledger;
  readonly keep?: boolean;
}): Promise<Uint8Array> {
  const source = { random: (n: number) => random.bytes(n) };
  let written: Uint8Array | undefined;
  await ledger.commit((state) => {
    const multisig = readyMultisig(state);
    const signer = ownSigner(multisig);
    const count = noncesPerOutput(multisig);
    requireNoCarrot(state.outputs, 'multisig');
    const puts: Change['puts'][number][] = [];
    const outputs = state.outputs.map(({ key }) => {
      const nonces = Array.from({ length: count }, () => randomScalar(source.random));
      const infos = state.tables.multisigOutputs.get(toHex(key))?.infos ?? [];
      puts.push(put('multisigOutputs', toHex(key), { nonces, copy: state.copy, infos }));
      return {
        signer,
        nonces: nonces.map((nonce) => publicNonce(nonce, key)),
        partialKeyImages: partialKeyImages(multisig.keys, key),
      };
    });
    const info: SignerInfo = { signer, outputs };
    written = writeSignerInfo(source, state.account, info);
    if (keep) {
      const others = state.tables.signerRounds.get('coins')?.others ?? [];
      const round = { round: 0, threshold: 0, total: 0, own: written, copy: state.copy, others };
      puts.push(put('signerRounds', 'coins', round));
    }
    return change(puts);
  });
  return written!;
}

const noncesPerOutput = ({ threshold, signers }: MultisigRecord): number =>
  NONCES_PER_ATTEMPT * shareCount(threshold, signers.length);

/** Ignores our own and repeated infos. Own faults: bad_multisig_info, too_few_signers, list_too_long. */
export function readInfos(state: WalletState, blobs: readonly Uint8Array[]): SignerInfo[] {
  const multisig = readyMultisig(state);
  if (blobs.length > 4 * MAX_SIGNERS) throw fault('list_too_long', { n: blobs.length, max: 4 * MAX_SIGNERS });
  const { threshold, signers } = multisig;
  const own = toHex(ownSigner(multisig));
  const scope = { outputs: state.outputs.length, shares: shareCount(threshold, signers.length) };
  const infos = new Map<string, SignerInfo>();
  for (const blob of blobs) {
    const info = readSignerInfo(state.account, blob, scope);
    const name = toHex(info.signer);
    if (name === own || infos.has(name)) continue;
    if (!signers.some((signer) => equalBytes(signer, info.signer)))
      throw fault('bad_multisig_info', { reason: 'not_a_signer' });
    infos.set(name, info);
  }
  if (infos.size + 1 < threshold) throw fault('too_few_signers', { have: infos.size + 1, needed: threshold });
  return [...infos.values()].sort((a, b) => compareBytes(a.signer, b.signer));
}

/** Number of outputs that all infos cover; importing leaves later outputs unchanged. */
export function coveredOutputs({ outputs }: WalletState, infos: readonly SignerInfo[]): number {
  return infos.reduce((least, info) => Math.min(least, info.outputs.length), outputs.length);
}

/**
 * The change of importing infos: completes key images, and scans again from the lowest output that had none, since it
 * may be spent already. Faults bad_multisig_info: the infos do not fit together; carrot_undefined.
 */
export function reduceInfos(state: WalletState, infos: readonly SignerInfo[]): Change {
  const multisig = readyMultisig(state);
  const draft = createDraft(state);
  const covered = state.outputs.slice(0, coveredOutputs(state, infos));
  requireNoCarrot(covered, 'multisig');
  let from = Infinity;
  for (const [outputIndex, output] of covered.entries()) {
    const outputInfos = infos.map(({ outputs }) => outputs[outputIndex]!);
    const keyImage = keyImageOf(state, multisig, output, [
      ...partialKeyImages(multisig.keys, output.key),
      ...outputInfos.flatMap((each) => each.partialKeyImages),
    ]);
    // Another key image than before: one info was false; the next exchange may correct it.
    if (!output.keyImage || !equalBytes(output.keyImage, keyImage)) from = Math.min(from, output.height);
    const name = toHex(output.key);
    const { nonces, copy } = state.tables.multisigOutputs.get(name) ?? { nonces: [] };
    draft.put('multisigOutputs', name, { nonces, ...(copy !== undefined && { copy }), infos: outputInfos });
    draft.put('keyImages', name, keyImage);
  }
  if (from < Infinity) draft.detach(from);
  return draft.change();
}

const keyImageOf = (
  { account }: WalletState,
  { threshold, signers }: MultisigRecord,
  output: OwnedOutput,
  parts: readonly Point[],
): KeyImage => {
  const opening = outputOpening(account, output);
  const whole = wholeKeyImage(opening, output.key, parts);
  opening.fill(0);
  if (whole.parts !== choose(signers.length, signers.length - threshold + 1))
    throw fault('bad_multisig_info', { reason: 'parts' });
  if (!kernel.isInPrimeSubgroup(whole.keyImage)) throw fault('bad_multisig_info', { reason: 'point' });
  return whole.keyImage;
};
