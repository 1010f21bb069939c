/** thaw: makes a frozen output spendable again. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { readKeyImage } from '../wire/key-image.ts';

export default defineMethod({
  name: 'thaw',
  access: 'change',
  console: { needs: ['key_image'] },
  params: { key_image: str },
  errors: { unknown_key_image: [-1, 'Key image not found'] },
  handle: async ({ key_image }, { wallet }) => {
    if (key_image === '') throw fault('no_key_image', { what: 'thaw' });
    await wallet.coins.setFrozen(readKeyImage(key_image), false);
  },
});
