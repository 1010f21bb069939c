/** frozen: whether an output is frozen. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, str } from '../schema.ts';
import { readKeyImage } from '../wire/key-image.ts';

export default defineMethod({
  name: 'frozen',
  // No screen: the page uses x_coins.
  access: 'read',
  inBackground: false,
  restricted: true,
  console: {
    needs: ['key_image'],
    example: { key_image: '8d1bd8181bf7d857bdb281e0153d84cd55a3fcaa57c3e570f4a49f935850b5e3' },
  },
  params: { key_image: str },
  result: { frozen: bool },
  errors: { unknown_key_image: [-1, 'Key image not found'] },
  handle: ({ key_image }, { wallet }) => {
    if (key_image === '') throw fault('no_key_image', { what: 'check if frozen' });
    return { frozen: wallet.coins.byKeyImage(readKeyImage(key_image)).frozen };
  },
});
