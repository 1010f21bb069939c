import { asKeyImage, type KeyImage } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { fromHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { obj, str } from '../schema.ts';

/** Upstream: `COMMAND_RPC_EXPORT_KEY_IMAGES::signed_key_image`. */
export const signedKeyImage = obj({ key_image: str, signature: str });

/** 32 bytes. Fault bad_key_image. */
export function readKeyImage(text: string): KeyImage {
  try {
    return asKeyImage(fromHex(text, 32));
  } catch (error) {
    throw isFault(error, 'bad_hex') ? fault('bad_key_image') : error;
  }
}

/** Fault bad_key_image. */
export function readKeyImages(texts: readonly string[]): KeyImage[] {
  return texts.map(readKeyImage);
}

/** 64 bytes. Fault bad_signature_text. */
export function readSignature(text: string): Uint8Array {
  try {
    return fromHex(text, 64);
  } catch (error) {
    throw isFault(error, 'bad_hex') ? fault('bad_signature_text') : error;
  }
}
