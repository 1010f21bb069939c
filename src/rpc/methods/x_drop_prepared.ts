/** x_drop_prepared: forgets a prepared payment and overwrites its keys. Nothing happens if it is not there any more. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_drop_prepared',
  params: { id: str },
  result: {},
  handle: ({ id }, { wallet }) => {
    wallet.payments.drop(id);
    return {};
  },
});
