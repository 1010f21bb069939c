import { isFault } from '../../base/fault.ts';
import { fromHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';

/** 32 bytes. Fault bad_key_image. */
export const readKeyImage = (text: string): Uint8Array => {
  try {
    return fromHex(text, 32);
  } catch (error) {
    throw isFault(error, 'bad_hex') ? fault('bad_key_image') : error;
  }
};
