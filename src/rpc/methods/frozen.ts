/** frozen: whether an output is frozen. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, str } from '../schema.ts';
import { readKeyImage } from '../wire/key-image.ts';

export default defineMethod({
  name: 'frozen',
  access: 'read',
  inBackground: false,
  restricted: true,
  params: { key_image: str },
  result: { frozen: bool },
  errors: { unknown_key_image: [-1, 'Key image not found'] },
  handle: ({ key_image }, { wallet }) => {
    if (key_image === '') throw fault('no_key_image', { what: 'check if frozen' });
    return { frozen: wallet.coins.byKeyImage(readKeyImage(key_image)).frozen };
  },
});
