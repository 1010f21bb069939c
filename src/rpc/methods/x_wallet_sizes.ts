/** x_wallet_sizes: bytes that each wallet takes on this device. It reads the encrypted files, so it takes a moment. */
import { defineMethod } from '../method.ts';
import { count, listOf, obj, str } from '../schema.ts';

export default defineMethod({
  name: 'x_wallet_sizes',
  access: 'read',
  result: { wallets: listOf(obj({ name: str, bytes: count })) },
  handle: async (_params, { session }) => ({ wallets: await session.files.sizes() }),
});
