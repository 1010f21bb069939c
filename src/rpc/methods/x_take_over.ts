/** x_take_over: as open_wallet, and asks the tab that has the wallet open to release it. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_take_over',
  params: { filename: str, password: str },
  result: {},
  handle: async ({ filename, password }, { session }) => {
    if (filename === '') throw fault('no_name');
    await session.openFile(filename, password, { takeOver: true });
    return {};
  },
});
