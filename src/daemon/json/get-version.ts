/** get_version: the version of the node's RPC. Upstream: `COMMAND_RPC_GET_VERSION`. */
import { rpcCall } from './call.ts';

export const getVersion = rpcCall('get_version', {
  seconds: 15,
  read: (answer) => {
    const version = answer.number('version', { max: 0xffff_ffff });
    return { major: version >>> 16, minor: version & 0xffff };
  },
});
