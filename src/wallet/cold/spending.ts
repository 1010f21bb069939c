/**
 * Finds the outputs of this wallet that a signed transaction spends. Signing devices state key images differently: the
 * reference lists those of all outputs that it knows, Keystone lists none there and states wrong ones for change. So a
 * stated key image is a hint. An input spends an output of its ring, and this wallet knows which of them are its own.
 * Upstream: `wallet2::parse_tx_from_str`, `import_key_images` (src/wallet/wallet2.cpp), which takes every key image as
 * stated.
 */
import type { KeyImage } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { PendingRecord, SignedSet } from '../../protocol/archive/sets.ts';
import { toAbsoluteOffsets } from '../../protocol/tx/offsets.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { brokenRule, RULE_TEXTS } from '../../protocol/tx/rules.ts';
import type { KeyInput } from '../../protocol/tx/types.ts';
import { transactionWeight } from '../../protocol/tx/weight.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { KeyImagesByKey } from './spent.ts';

const refuse = (why: string) => fault('bad_signed_set', { why });
const UNKNOWN_OUTPUTS = 'it tells of outputs that are not known here';

/**
 * Key images by one-time key, of outputs whose key image is unknown. They have no signatures, so they never replace
 * known ones. Those that cannot be key images, and those stated twice, are left out. Fault bad_signed_set: the set has
 * more key images than this wallet has outputs.
 */
export function imagesOf(
  { outputs, byKeyImage }: Pick<WalletState, 'outputs' | 'byKeyImage'>,
  { keyImages }: Pick<SignedSet, 'keyImages'>,
): KeyImagesByKey {
  if (keyImages.length > outputs.length) throw refuse(UNKNOWN_OUTPUTS);
  const byKey = new Map<string, KeyImage>();
  const stated = new Set<string>();
  for (const [at, image] of keyImages.entries()) {
    const { key, keyImage: known } = outputs[at]!;
    const id = toHex(image);
    if (known || byKeyImage.get(id) !== undefined || stated.has(id) || !isKeyImage(image)) continue;
    stated.add(id);
    byKey.set(toHex(key), image);
  }
  return byKey;
}

/**
 * Key images of outputs that the transactions of a set pay to this wallet. Keystone (firmware 3.0.0 and earlier) states
 * wrong ones; its sets are known by their empty list of key images, and theirs are left out.
 */
export function returningImages({ keyImages, ownOutputs }: SignedSet): KeyImagesByKey {
  if (keyImages.length === 0) return new Map();
  return new Map(
    ownOutputs.flatMap(([key, image]) => (isKeyImage(image) ? [[toHex(key), image] as const] : [])),
  );
}

const isKeyImage = (image: KeyImage): boolean =>
  image.some((byte) => byte !== 0) && kernel.isInPrimeSubgroup(image);

/** The outputs that a transaction spends, in the order of its inputs. Fault bad_signed_set for other inputs or a broken rule. */
export function spendingOf(
  state: WalletState,
  keyImages: KeyImagesByKey,
  record: PendingRecord,
): OwnedOutput[] {
  const { tx, selected } = record;
  // The reference refuses it too, but only after it has sent the transaction.
  if (selected.some((at) => at >= state.outputs.length)) throw refuse(UNKNOWN_OUTPUTS);
  const inputs = keyInputs(tx.prefix);
  if (inputs.length === 0 || inputs.length < tx.prefix.inputs.length) throw refuse('it spends nothing');
  if (!tx.prunable?.bulletproofsPlus[0]) throw refuse(RULE_TEXTS.type);
  const rule = brokenRule({ prefix: tx.prefix, type: tx.rct?.type, weight: transactionWeight(tx) });
  if (rule) throw refuse(RULE_TEXTS[rule]);
  const byGlobalIndex = new Map(
    state.outputs.filter(({ rct }) => rct).map((output) => [output.globalIndex, output]),
  );
  const taken = new Set<OwnedOutput>();
  return inputs.map((input) => {
    const output = spentBy(state, byGlobalIndex, keyImages, record, input);
    if (output === undefined || taken.has(output)) throw refuse('it spends what is not ours');
    taken.add(output);
    return output;
  });
}

/**
 * The output with this key image; else, of ours in the ring whose key images are not sure, the only one, the one whose key
 * image the set states, or the one that the set's plan names. An output whose key image is proved has no other.
 */
const spentBy = (
  { outputs, byKeyImage }: WalletState,
  byGlobalIndex: ReadonlyMap<number, OwnedOutput>,
  keyImages: KeyImagesByKey,
  { construction }: PendingRecord,
  { keyImage, keyOffsets }: KeyInput,
): OwnedOutput | undefined => {
  const known = byKeyImage.get(toHex(keyImage));
  if (known !== undefined) return outputs[known];
  const indices = absolute(keyOffsets);
  const unsure = indices
    .flatMap((index) => byGlobalIndex.get(index) ?? [])
    .filter((member) => !member.keyImage || member.keyImageRequested);
  if (unsure.length === 1) return unsure[0];
  const isStated = ({ key }: OwnedOutput): boolean => {
    const stated = keyImages.get(toHex(key));
    return stated !== undefined && equalBytes(stated, keyImage);
  };
  const plan = construction.sources.find(
    ({ ring }) => ring.length === indices.length && ring.every(({ index }, i) => index === indices[i]),
  );
  const real = plan?.ring[plan.realIndex]?.key;
  return unsure.find(isStated) ?? unsure.find(({ key }) => real !== undefined && equalBytes(key, real));
};

const absolute = (keyOffsets: readonly bigint[]): number[] => {
  try {
    return toAbsoluteOffsets(keyOffsets).map(Number);
  } catch (error) {
    throw isFault(error) ? refuse(error.code) : error;
  }
};
