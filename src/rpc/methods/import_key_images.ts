/** import_key_images: checks and stores key images of the signing device, then asks the node which ones are spent. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { count, def, listOf, u32, u64 } from '../schema.ts';
import { readKeyImage, readSignature, signedKeyImage } from '../wire/key-image.ts';

export default defineMethod({
  name: 'import_key_images',
  // No screen: the page uses x_import_key_images, which asks no node about them.
  access: 'change',
  console: { warning: 'asks_about_coins', needs: ['signed_key_images'] },
  params: { offset: def(u32, 0), signed_key_images: listOf(signedKeyImage) },
  result: { height: count, spent: u64, unspent: u64 },
  handle: async ({ offset, signed_key_images }, { wallet, session }) => {
    const { chain } = session.world;
    if (!chain.node?.trusted) throw fault('untrusted_daemon');
    const images = signed_key_images.map(({ key_image, signature }) => ({
      keyImage: readKeyImage(key_image),
      signature: readSignature(signature),
    }));
    return (await wallet.cold()).importKeyImages({ offset, images });
  },
});
