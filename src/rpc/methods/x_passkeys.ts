/**
 * x_passkeys: the wallets on this device that a passkey opens, and what the page needs to ask its authenticator. Nothing of it is
 * secret. A damaged entry has no such bytes: only the password opens that wallet.
 */
import { defineMethod } from '../method.ts';
import { bool, bytes, listOf, obj, opt, str } from '../schema.ts';

const asked = obj({ credential: bytes(1, 1023), salt: bytes(32), pin: bool });

export default defineMethod({
  name: 'x_passkeys',
  access: 'read',
  pageOnly: true,
  result: { wallets: listOf(obj({ name: str, passkey: opt(asked) })) },
  handle: async (_params, { session }) => ({
    wallets: (await session.files.list()).flatMap(({ name, passkey }) => {
      if (passkey === undefined) return [];
      return [passkey === 'damaged' ? { name } : { name, passkey }];
    }),
  }),
});
