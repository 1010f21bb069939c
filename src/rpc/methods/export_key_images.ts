/** export_key_images: signed key images of the outputs that the view-only wallet requested, or of all. */
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, def, listOf, u32 } from '../schema.ts';
import { mapInTurns } from '../wire/map-in-turns.ts';
import { signedKeyImage } from '../wire/key-image.ts';

export default defineMethod({
  name: 'export_key_images',
  // No screen: the page uses x_export_key_images, for codes and files.
  access: 'read',
  inBackground: false,
  console: { example: { all: true } },
  params: { all: def(bool, false) },
  result: { offset: u32, signed_key_images: listOf(signedKeyImage) },
  errors: {
    watch_only: [-29, 'command not supported by watch-only wallet'],
    multisig_has_no_spend_key: [-1, 'key_image generated not matched with cached key image'],
  },
  handle: async ({ all }, { wallet }) => {
    const { offset, images } = await (await wallet.cold()).signKeyImages(all);
    const toText = ({ keyImage, signature }: (typeof images)[number]) => ({
      key_image: toHex(keyImage),
      signature: toHex(signature),
    });
    return { offset, signed_key_images: await mapInTurns(wallet, images, toText) };
  },
});
