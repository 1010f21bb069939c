/**
 * x_export_key_images: like export_key_images, in the reference's encrypted file format, for QR codes and other
 * wallets.
 */
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, def, str } from '../schema.ts';

export default defineMethod({
  name: 'x_export_key_images',
  access: 'read',
  inBackground: false,
  params: { all: def(bool, false) },
  result: { hex: str },
  errors: { watch_only: [-29, 'command not supported by watch-only wallet'] },
  handle: async ({ all }, { wallet }) => ({
    hex: toHex(await (await wallet.cold()).exportKeyImages(all)),
  }),
});
