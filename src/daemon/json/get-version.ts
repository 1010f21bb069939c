/** get_version: the version of the node's RPC. Upstream: `COMMAND_RPC_GET_VERSION`. */
import { reading } from '../ask.ts';
import { bool, def, list, obj, u32, u8 } from '../schema.ts';
import { BASE, height, rpcCall } from './call.ts';

/** `version` has the major number in its upper 16 bits. `hard_forks` are those that the node knows, with their heights. */
export const getVersion = rpcCall('get_version', {
  answer: {
    ...BASE,
    version: u32,
    release: bool,
    current_height: def(height, 0),
    target_height: def(height, 0),
    hard_forks: list(obj({ hf_version: u8, height }), 256),
  },
});

export const getRpcVersion = reading(
  rpcCall('get_version', { seconds: 15, answer: { version: u32 } })(),
  ({ version }) => ({ major: version >>> 16, minor: version & 0xffff }),
);
