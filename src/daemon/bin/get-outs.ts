/** /get_outs.bin: keys and commitments of outputs by index. Upstream: `COMMAND_RPC_GET_OUTPUTS_BIN`. */
import type { OutputInfo, OutputRef } from '../../ports/output-source.ts';
import { epee } from '../../protocol/encoding/epee.ts';
import { reading, type Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { ACCESS, height } from '../json/call.ts';
import { bool, commitment, key, list, obj, publicKey } from '../schema.ts';
import { binCall } from './call.ts';

/** The reference wallet asks for as many at once; a restricted node accepts 5000. */
export const MAX_OUTS = 1000;
const MAX_AT_ONCE = 5000;
const OUT_BYTES = 256;

const requestOf = (refs: readonly OutputRef[], txids: boolean) => ({
  outputs: epee.sections(
    refs.map(({ amount, index }) => ({ amount: epee.u64(amount), index: epee.u64(index) })),
  ),
  get_txid: epee.bool(txids),
});
const OUT = { key: publicKey, mask: commitment, unlocked: bool, height };

/** One answer per reference, in their order. `txid` is zero unless it is asked for. */
export const getOutsBin = binCall('/get_outs.bin', {
  request: requestOf,
  maxBytes: MAX_AT_ONCE * OUT_BYTES,
  answer: { ...ACCESS, outs: list(obj({ ...OUT, txid: key }), MAX_AT_ONCE) },
});

const narrow = binCall('/get_outs.bin', {
  // The wallet does not need the transaction's id.
  request: (refs: readonly OutputRef[]) => requestOf(refs, false),
  maxBytes: MAX_OUTS * OUT_BYTES + 4096,
  answer: { outs: list(obj(OUT), MAX_OUTS) },
});

/** One answer per reference, in their order. The caller must check that keys and commitments are curve points. */
export function getOutputs(refs: readonly OutputRef[]): Endpoint<readonly OutputInfo[]> {
  const endpoint = reading(narrow(refs), ({ outs }) => {
    if (outs.length !== refs.length) throw badAnswer(`${outs.length} outputs instead of ${refs.length}`);
    return outs;
  });
  return { ...endpoint, maxBytes: refs.length * OUT_BYTES + 4096 };
}
