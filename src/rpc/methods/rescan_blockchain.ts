/** rescan_blockchain: deletes scanned data and scans again from the wallet's birth height. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, def } from '../schema.ts';

export default defineMethod({
  name: 'rescan_blockchain',
  access: 'change',
  compat: { release: { params: { keep_key_images: false } } },
  console: { warning: 'rescans' },
  params: { hard: def(bool, false), keep_key_images: def(bool, false) },
  handle: async ({ hard, keep_key_images }, { session, wallet: _open }) => {
    if (hard && keep_key_images) throw fault('hard_rescan_drops_key_images');
    await session.rescan(hard);
  },
});
