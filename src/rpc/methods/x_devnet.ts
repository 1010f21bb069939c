/** x_devnet: the development node in use, if it is one. What mines for it is known to the page alone. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_devnet',
  params: {},
  result: { daemon: str, control: str },
  handle: (_params, { session }) => ({
    daemon: session.open?.sync.status.devnet ? (session.world.chain.node?.address ?? '') : '',
    control: '',
  }),
});
