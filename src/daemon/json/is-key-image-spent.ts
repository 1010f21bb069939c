/** /is_key_image_spent: whether coins are spent: 0 unspent, 1 in a block, 2 in the pool. Upstream: `COMMAND_RPC_IS_KEY_IMAGE_SPENT`. */
import type { KeyImage } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { reading, type Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { hash, list, type AnswerField } from '../schema.ts';
import { ACCESS, pathCall } from './call.ts';

/** How many the wallet asks for at once; a restricted node accepts 5000. */
export const MAX_KEY_IMAGES = 1000;
const MAX_AT_ONCE = 5000;

const state: AnswerField<0 | 1 | 2> = {
  type: 'uint8',
  read(value) {
    if (value !== 0 && value !== 1 && value !== 2) throw badAnswer(`key image state ${String(value)}`);
    return value;
  },
};
const REQUEST = { key_images: list(hash, MAX_AT_ONCE) };
const STATES = { spent_status: list(state, MAX_AT_ONCE) };

/** One answer per key image, in order: 0 unspent, 1 spent in a block, 2 spent in the pool. */
export const isKeyImageSpent = pathCall('/is_key_image_spent', {
  request: REQUEST,
  answer: { ...ACCESS, ...STATES },
});

const states = pathCall('/is_key_image_spent', { request: REQUEST, answer: STATES });

export function getKeyImageStates(keyImages: readonly KeyImage[]): Endpoint<readonly (0 | 1 | 2)[]> {
  return reading(states({ key_images: keyImages.map(toHex) }), ({ spent_status }) => {
    if (spent_status.length !== keyImages.length) throw badAnswer(`${spent_status.length} key image states`);
    return spent_status;
  });
}
