/** /get_outs.bin: keys and commitments of outputs by index. Upstream: `COMMAND_RPC_GET_OUTPUTS_BIN`. */
import type { OutputInfo, OutputRef } from '../../ports/output-source.ts';
import { epee } from '../../protocol/encoding/epee.ts';
import type { EpeeSection } from '../../protocol/encoding/epee-section.ts';
import type { Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { MAX_HEIGHT } from '../limits.ts';
import { binCall } from './call.ts';

/** The reference wallet asks for as many at once; a restricted node accepts 5000. */
export const MAX_OUTS = 1000;
const OUT_BYTES = 256;

/** One answer per reference, in their order. The caller must check that keys and commitments are curve points. */
export function getOuts(refs: readonly OutputRef[]): Endpoint<readonly OutputInfo[]> {
  return binCall(
    '/get_outs.bin',
    {
      outputs: epee.sections(
        refs.map(({ amount, index }) => ({ amount: epee.u64(amount), index: epee.u64(index) })),
      ),
      // The wallet does not need the transaction's id.
      get_txid: epee.bool(false),
    },
    {
      maxBytes: refs.length * OUT_BYTES + 4096,
      read: (answer) => {
        const outs = answer.sections('outs');
        if (outs.length !== refs.length) throw badAnswer(`${outs.length} outputs instead of ${refs.length}`);
        return outs.map(readOut);
      },
    },
  );
}

const readOut = (out: EpeeSection): OutputInfo => ({
  key: out.key('key'),
  mask: out.key('mask'),
  unlocked: out.bool('unlocked'),
  height: out.number('height', undefined, MAX_HEIGHT),
});
