/** x_devnet: the development node in use, if it is one. Only the page knows how to mine on it. */
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
