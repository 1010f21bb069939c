/**
 * Finds which coins may be spent in blocks that are not read yet, so that the others can be spent at once: a relay of one's own
 * sends the first three bytes of each key image of these blocks. Foreign key images that begin alike hide some coins until
 * their blocks are read. A relay that hides a spend costs nothing: every node refuses the payment.
 */
import { toHex } from '../../base/hex.ts';
import { IMAGE_BYTES, MOST_BLOCKS } from '../../protocol/compact/compact-blocks.ts';
import { imageStart } from '../relay/wanted-blocks.ts';
import type { SyncContext } from './context.ts';
import type { UnreadSpends } from './types.ts';
import { usesRelay } from './uses-relay.ts';

/** One bit for each value of three bytes. */
const BITS_BYTES = 1 << 21;
/** A relay does not send the newest blocks, and the wallet reads them last. */
const NEWEST = 10;
/** The number of newest blocks that may be unknown: some came since the relay was asked. */
const MOST_UNKNOWN = 2 * NEWEST;

/** Blocks `from` to `end - 1` of the relay with this address, and a bit for each beginning of their key images. */
interface Known {
  readonly address: string;
  readonly from: number;
  end: number;
  readonly bits: Uint8Array;
}

/** `signal`: ends the requests of now. */
export function createUnreadSpends(context: SyncContext, signal: () => AbortSignal): UnreadSpends {
  const { ledger, nodes, tips } = context;
  let kept: Known | undefined;
  const relayOf = () => (usesRelay(context) ? nodes?.relayInUse() : undefined);
  /** The known beginnings for all blocks from the wallet's height on. They are forgotten when these blocks are read. */
  const current = (): Known | undefined => {
    const { height } = ledger.state;
    if (kept && (kept.address !== relayOf()?.address || kept.from > height || kept.end <= height))
      kept = undefined;
    return kept;
  };
  return {
    read: async () => {
      const relay = relayOf();
      if (!relay) return;
      const { height } = ledger.state;
      const known = current() ?? {
        ...{ address: relay.address, from: height, end: height },
        bits: new Uint8Array(BITS_BYTES),
      };
      while (known.end < (tips.tip?.height ?? 0) - NEWEST) {
        const from = known.end;
        const { count, unknown, images } = await relay.ports.imageStarts(from, MOST_BLOCKS, signal());
        if (count === 0 || unknown > 0) return;
        for (let at = 0; at < images.length; at += IMAGE_BYTES) {
          const start = imageStart(images, at);
          known.bits[start >> 3]! |= 1 << (start & 7);
        }
        // Another call may have read the same blocks meanwhile.
        known.end = Math.max(known.end, from + count);
      }
      kept = known;
    },
    get known() {
      const end = Math.max(current()?.end ?? 0, ledger.state.height);
      return relayOf() !== undefined && tips.tip !== undefined && tips.tip.height - end <= MOST_UNKNOWN;
    },
    doubtful: () => {
      const known = current();
      const unspent = ledger.state.outputs.filter(({ spent }) => spent === undefined);
      return new Set(
        unspent.flatMap(({ key, keyImage }) => {
          const start = keyImage && imageStart(keyImage);
          return known && start !== undefined && known.bits[start >> 3]! & (1 << (start & 7))
            ? [toHex(key)]
            : [];
        }),
      );
    },
  };
}
