/** x_delete_wallet: removes a wallet from this device; needs its password. */
import { dropReadingCopy } from '../../wallet/background/reading-copy.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_delete_wallet',
  access: 'app',
  params: { name: str, password: str },
  result: {},
  handle: async ({ name, password }, { session }) => {
    if (session.open?.name === name) {
      await session.open.file.checkPassword(password);
      await session.close('locked');
    }
    // It is read further: nothing may hold its copy.
    if (session.readingOn?.wallet === name) await session.close('locked');
    await dropReadingCopy(session.files, name, password);
    await session.files.remove(name, password);
    return {};
  },
});
