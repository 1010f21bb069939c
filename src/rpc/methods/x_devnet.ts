/** x_devnet: the address of the development node in use, if there is one. The page can make it mine. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_devnet',
  // No screen: the page reads the devnet’s own file.
  access: 'read',
  result: { daemon: str, control: str },
  handle: (_params, { session }) => ({
    daemon: session.open?.sync.status.devnet ? (session.world.chain.node?.address ?? '') : '',
    control: '',
  }),
});
