/** /get_outs: outputs by index, as JSON. The wallet uses the binary form, which is shorter. Upstream: `COMMAND_RPC_GET_OUTPUTS`. */
import { MAX_OUTPUT_INDEX } from '../limits.ts';
import { bool, hash, hashOrEmpty, list, obj, u64, upTo } from '../schema.ts';
import { ACCESS, height, pathCall } from './call.ts';

/** Most outputs that a restricted node sends at once. */
const MAX_OUTS = 5000;

/** `txid` is empty unless `get_txid`. */
export const getOuts = pathCall('/get_outs', {
  request: { outputs: list(obj({ amount: u64, index: upTo(MAX_OUTPUT_INDEX) }), MAX_OUTS), get_txid: bool },
  maxBytes: 4 << 20,
  answer: {
    ...ACCESS,
    outs: list(obj({ key: hash, mask: hash, unlocked: bool, height, txid: hashOrEmpty }), MAX_OUTS),
  },
});
