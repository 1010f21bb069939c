/** x_import_key_images: as import_key_images, from the reference's file. */
import { fromHex } from '../../base/hex.ts';
import { importKeyImages, readKeyImageFile } from '../../wallet/cold/key-images.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { count, str, u64 } from '../schema.ts';

export default defineMethod({
  name: 'x_import_key_images',
  params: { hex: str },
  result: { height: count, spent: u64, unspent: u64 },
  errors: { foreign_account: [-1, 'Key images are for a different account'] },
  handle: async ({ hex }, { wallet, session }) => {
    const { chain } = session.world;
    if (!chain.node?.trusted) throw fault('untrusted_daemon');
    const images = readKeyImageFile(wallet.state, fromHex(hex));
    const taken = await importKeyImages({ chain, ledger: wallet.ledger }, images);
    session.touchChanged();
    return taken;
  },
});
