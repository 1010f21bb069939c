/**
 * x_import_key_images: imports the reference's file of key images. Unlike import_key_images it does not ask the node
 * which ones are spent, but scans blocks again. The returned amounts are those known before that.
 */
import { fromHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { count, str, u64 } from '../schema.ts';

export default defineMethod({
  name: 'x_import_key_images',
  access: 'change',
  console: { needs: ['hex'] },
  params: { hex: str },
  result: { height: count, spent: u64, unspent: u64 },
  errors: { foreign_account: [-1, 'Key images are for a different account'] },
  handle: async ({ hex }, { wallet }) => {
    const imported = await (await wallet.cold()).importKeyImageFile(fromHex(hex));
    // Start scanning now. If it fails, the next refresh reports it and tries again.
    wallet.sync.refresh().catch(() => undefined);
    return imported;
  },
});
