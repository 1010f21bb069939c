/**
 * Key images as a file: index of the first, both public keys of the account, then pairs of key image and signature.
 * Upstream: `wallet2::export_key_images(filename)`, `import_key_images(filename)`.
 */
import { asKeyImage, type KeyImage } from '../../base/brands.ts';
import { fault } from '../faults.ts';
import { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';
import { expectAccount, type AccountName } from './outputs.ts';

export interface SignedKeyImage {
  readonly keyImage: KeyImage;
  /** A ring signature with one member, 64 bytes: the output's key signs its key image. */
  readonly signature: Uint8Array;
}
export interface SignedKeyImages {
  /** Index of the first output. */
  readonly offset: number;
  readonly images: readonly SignedKeyImage[];
}

const RECORD_BYTES = 32 + 64;

/** The content of a `keyImages` envelope. */
export function writeKeyImages(
  { spendPublic, viewPublic }: AccountName,
  { offset, images }: SignedKeyImages,
): Uint8Array {
  const writer = new Writer().u32(offset).key(spendPublic).key(viewPublic);
  for (const { keyImage, signature } of images) writer.key(keyImage).bytes(signature);
  return writer.done();
}

/** Faults truncated, foreign_account, bad_format. */
export function readKeyImages(account: AccountName, content: Uint8Array): SignedKeyImages {
  const reader = new Reader(content);
  const offset = reader.u32();
  expectAccount(reader, account);
  if (reader.left % RECORD_BYTES !== 0) throw fault('bad_format', { what: 'key image export' });
  const images: SignedKeyImage[] = [];
  while (reader.left > 0)
    images.push({ keyImage: asKeyImage(reader.key().slice()), signature: reader.take(64).slice() });
  return { offset, images };
}
