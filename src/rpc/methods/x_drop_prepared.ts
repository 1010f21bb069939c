/** x_drop_prepared: removes a prepared payment and overwrites its keys. Does nothing for an unknown id; an empty one ends proofs that are being made. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_drop_prepared',
  access: 'app',
  console: { needs: ['id'] },
  params: { id: str },
  handle: ({ id }, { wallet }) => wallet.payments.drop(id),
});
