/**
 * Key images that the signing device sends to the view-only wallet, each signed with its output's secret key.
 * Upstream: `wallet2::export_key_images`, `import_key_images` (src/wallet/wallet2.cpp).
 */
import { sumAmounts } from '../../base/amount.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { Random } from '../../ports/random.ts';
import type { TxRelay } from '../../ports/tx-relay.ts';
import { openEnvelope, sealInSteps } from '../../protocol/archive/envelope.ts';
import {
  readKeyImages,
  writeKeyImages,
  type SignedKeyImage,
  type SignedKeyImages,
} from '../../protocol/archive/key-images.ts';
import { checkRingSignature, generateRingSignature } from '../../protocol/ring/ring-signature.ts';
import { spendKeyOf } from '../account/spend-key.ts';
import { fault } from '../faults.ts';
import { requireNoCarrot } from '../proofs/carrot-undefined.ts';
import { outputSecret } from '../proofs/own-keys.ts';
import type { Chain } from '../state/chain.ts';
import { isSameBlock } from '../state/same-block.ts';
import type { Ledger, WalletState } from '../state/state.ts';
import { inTurns, type NextTurn, type Pause } from '../turns.ts';
import {
  storeKeyImages,
  fetchSpends,
  settleSpends,
  type KeyImagesByKey,
  type SpendingTx,
  type Spends,
} from './spent.ts';

const NOTHING_IMPORTED: ImportedKeyImages = { height: 0, spent: 0n, unspent: 0n };

export interface KeyImageSigner {
  readonly random: Random;
  readonly state: WalletState;
  readonly nextTurn: NextTurn;
}

/** Signs the key images from the first requested one on, or all. Faults watch_only, carrot_undefined. */
export async function signKeyImages(
  { random, state, nextTurn }: KeyImageSigner,
  all: boolean,
): Promise<SignedKeyImages> {
  const { account, outputs } = state;
  spendKeyOf(account);
  const wanted = outputs.findIndex(({ keyImageRequested }) => keyImageRequested);
  const offset = all ? 0 : wanted < 0 ? outputs.length : wanted;
  const signed = outputs.slice(offset);
  requireNoCarrot(signed, 'key_images');
  const source = { random: (n: number) => random.bytes(n) };
  const images: SignedKeyImage[] = [];
  for (const output of signed) {
    await nextTurn(images.length);
    const secretKey = outputSecret(account, output);
    const keyImage = output.keyImage!;
    const [signature] = generateRingSignature(source, {
      hash: keyImage,
      keyImage,
      ring: [output.key],
      realIndex: 0,
      secretKey,
    });
    secretKey.fill(0);
    images.push({ keyImage, signature: signature! });
  }
  return { offset, images };
}

/** Exports the signed key images as an encrypted file. */
export async function exportKeyImageFile(
  { pause, ...signer }: KeyImageSigner & { readonly pause: Pause },
  all: boolean,
): Promise<Uint8Array> {
  const { account } = signer.state;
  const content = writeKeyImages(account, await signKeyImages(signer, all));
  const source = { random: (n: number) => signer.random.bytes(n) };
  return inTurns(sealInSteps(source, 'keyImages', account.viewSecret, content), pause);
}

/** Decrypts and reads a file of key images. Own faults: bad_envelope, old_format, foreign_account. */
export function readKeyImageFile({ account }: WalletState, bytes: Uint8Array): SignedKeyImages {
  return readKeyImages(account, openEnvelope('keyImages', account.viewSecret, bytes));
}

export interface KeyImageDeps {
  readonly chain: BlockSource & TxRelay;
  readonly ledger: Ledger;
  readonly nextTurn: NextTurn;
}
export interface ImportedKeyImages {
  /** Height of the newest output with an imported key image. */
  readonly height: number;
  readonly spent: bigint;
  readonly unspent: bigint;
}

/**
 * Checks all signatures, then asks the node which outputs are spent and requests the transactions that spent them. On
 * a fault nothing has changed. Asks again when the blocks of these transactions changed meanwhile. Faults
 * bad_key_images, key_image_unsigned; the node's. The node learns which key images belong together, so it should be the
 * user's own.
 */
export async function importKeyImages(
  { chain, ledger, nextTurn }: KeyImageDeps,
  { offset, images }: SignedKeyImages,
): Promise<ImportedKeyImages> {
  const keyImages = await checkedImages({ ledger, nextTurn }, { offset, images });
  if (images.length === 0 && offset === 0) return NOTHING_IMPORTED;
  for (;;) {
    const read = ledger.state.chain;
    const spends = await fetchSpends(chain, ledger.state, keyImages);
    if (await store(ledger, keyImages, spends, read))
      return importedUpTo(ledger.state, offset + images.length);
  }
}

/** False: since `read`, a block with a spend was replaced or read: the spend may have another height, or none. */
const store = async (
  ledger: Ledger,
  keyImages: KeyImagesByKey,
  spends: Spends,
  read: Chain,
): Promise<boolean> => {
  const moved: SpendingTx[] = [];
  await ledger.commit((state) => {
    moved.push(...spends.txs.filter(({ height }) => !isSameBlock(read, state.chain, height)));
    return moved.length > 0 ? undefined : settleSpends(state, keyImages, spends);
  });
  return moved.length === 0;
};

/**
 * Imports key images without asking the node: the wallet scans again the blocks that may spend outputs whose key image was
 * unknown. `spent` and `unspent` are the amounts known before that. Faults bad_key_images, key_image_unsigned.
 */
export async function importKeyImagesAndSearch(
  { ledger, nextTurn }: Omit<KeyImageDeps, 'chain'>,
  { offset, images }: SignedKeyImages,
): Promise<ImportedKeyImages> {
  const keyImages = await checkedImages({ ledger, nextTurn }, { offset, images });
  if (images.length === 0 && offset === 0) return NOTHING_IMPORTED;
  await ledger.commit((state) => storeKeyImages(state, keyImages));
  return importedUpTo(ledger.state, offset + images.length);
}

const importedUpTo = ({ outputs }: WalletState, count: number): ImportedKeyImages => {
  const imported = outputs.slice(0, count);
  const counted = imported.filter(({ frozen }) => !frozen);
  return {
    // A reorganisation may have removed all of them.
    height: imported.at(-1)?.height ?? 0,
    spent: sumAmounts(counted.filter(({ spent }) => spent)),
    unspent: sumAmounts(counted.filter(({ spent }) => !spent)),
  };
};

const checkedImages = async (
  { ledger, nextTurn }: Omit<KeyImageDeps, 'chain'>,
  { offset, images }: SignedKeyImages,
): Promise<KeyImagesByKey> => {
  const { outputs } = ledger.state;
  if (offset > outputs.length) throw fault('bad_key_images', { reason: 'offset' });
  if (images.length > outputs.length - offset) throw fault('bad_key_images', { reason: 'too_many' });
  const described = outputs.slice(offset, offset + images.length);
  for (const [i, { keyImage, signature }] of images.entries()) {
    await nextTurn(i);
    const at = offset + i;
    const { key, keyImage: known } = described[i]!;
    if (known && equalBytes(known, keyImage)) continue;
    if (!kernel.isInPrimeSubgroup(keyImage)) throw fault('bad_key_images', { reason: 'domain', at });
    if (!checkRingSignature(keyImage, keyImage, [key], [signature]))
      throw fault('key_image_unsigned', { at });
  }
  return new Map(images.map(({ keyImage }, i) => [toHex(described[i]!.key), keyImage]));
};
