/** freeze: excludes an output from spending until it is thawed. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { readKeyImage } from '../wire/key-image.ts';

export default defineMethod({
  name: 'freeze',
  access: 'change',
  console: { needs: ['key_image'] },
  params: { key_image: str },
  errors: { unknown_key_image: [-1, 'Key image not found'] },
  handle: async ({ key_image }, { wallet }) => {
    if (key_image === '') throw fault('no_key_image', { what: 'freeze' });
    await wallet.coins.setFrozen(readKeyImage(key_image), true);
  },
});
