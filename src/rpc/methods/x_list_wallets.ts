/** x_list_wallets: the wallets on this device. Times in milliseconds. */
import { defineMethod } from '../method.ts';
import { bool, count, listOf, obj, str } from '../schema.ts';

export default defineMethod({
  name: 'x_list_wallets',
  access: 'read',
  result: { wallets: listOf(obj({ name: str, created_at: count, used_at: count, open_elsewhere: bool })) },
  handle: async (_params, { session }) => ({
    wallets: (await session.listWallets()).map(({ name, createdAt, usedAt, openElsewhere }) => ({
      name,
      created_at: createdAt,
      used_at: usedAt,
      open_elsewhere: openElsewhere && session.open?.name !== name,
    })),
  }),
});
