/** Passkeys of the wallets on the device. */
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { opened } from './wallets.ts';

const NOTHING = new Uint8Array();

export const PASSKEYS = {
  x_passkeys: (_params, { passkeys }) => ({
    wallets: [...passkeys].map(([name, passkey]) => {
      if (!passkey) return { name };
      const { credential, salt, pin } = passkey;
      return { name, passkey: { credential, salt, pin: pin !== '' } };
    }),
  }),
  x_add_passkey: (params, fake) => {
    fake.check(params.password);
    const { credential = NOTHING, salt = NOTHING, output = NOTHING, pin = '' } = params;
    fake.passkeys.set(fake.wallet, { credential, salt, secret: output[0] ?? 0, pin });
    return {};
  },
  x_remove_passkey: ({ password }, fake) => {
    fake.check(password);
    fake.passkeys.delete(fake.wallet);
    return {};
  },
  x_open_with_passkey: ({ filename = '', output = NOTHING, pin = '', take_over }, fake) => {
    const passkey = fake.passkeys.get(filename);
    if (!passkey) throw new Refused(-1, 'no_passkey', { name: filename });
    if (passkey.secret !== output[0] || passkey.pin !== pin)
      throw new Refused(-1, 'wrong_passkey', { pin: passkey.pin !== '' });
    if (take_over !== true && fake.wallets.find(({ name }) => name === filename)?.open_elsewhere)
      throw new Refused(-1, 'wallet_open_elsewhere', { name: filename });
    opened(fake, filename);
    return {};
  },
} satisfies Partial<Answers>;
