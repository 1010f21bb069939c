/** /is_key_image_spent. Upstream: `COMMAND_RPC_IS_KEY_IMAGE_SPENT`. */
import type { KeyImage } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import type { Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { pathCall } from './call.ts';

/** A restricted node accepts 5000. */
export const MAX_KEY_IMAGES = 1000;

/** One answer per key image, in order: 0 unspent, 1 spent in a block, 2 spent in the pool. */
export function isKeyImageSpent(keyImages: readonly KeyImage[]): Endpoint<readonly (0 | 1 | 2)[]> {
  return pathCall('/is_key_image_spent', {
    params: { key_images: keyImages.map(toHex) },
    read: (answer) => {
      const statuses = answer.numbers('spent_status', keyImages.length);
      if (statuses.length !== keyImages.length) throw badAnswer(`${statuses.length} key image states`);
      return statuses.map((status) => {
        if (status !== 0 && status !== 1 && status !== 2) throw badAnswer(`key image state ${status}`);
        return status;
      });
    },
  });
}
