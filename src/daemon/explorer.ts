/** Looks up single blocks: implements `BlockExplorer`. */
import { isFault } from '../base/fault.ts';
import { toHex } from '../base/hex.ts';
import type { BlockExplorer } from '../ports/block-explorer.ts';
import { ask } from './ask.ts';
import { fault } from './faults.ts';
import { lookUpBlock } from './json/get-block.ts';
import { getCoinbaseTxSum } from './json/get-coinbase-tx-sum.ts';
import { currentNode, type NodeLink } from './node-link.ts';

export function blockExplorer(link: NodeLink): BlockExplorer {
  return {
    async block(at, signal) {
      const { http } = currentNode(link);
      const block = await ask(http, lookUpBlock(at), signal).catch((error: unknown) => {
        throw isUnknownBlock(error) ? fault('unknown_block', { at: textOf(at) }) : error;
      });
      if (!http.own || !block.onChain) return block;
      // A node hides this call on a restricted port, its owner's too; the block is shown without its fees then.
      const sum = await ask(
        { ...http, own: true },
        getCoinbaseTxSum({ height: block.height, count: 1 }),
        signal,
      )
        .then(({ fee_amount }) => fee_amount)
        .catch(() => undefined);
      return { ...block, fees: sum };
    },
  };
}

const textOf = (at: number | Uint8Array): string => (typeof at === 'number' ? String(at) : toHex(at));

/** Upstream: `on_get_block`, src/rpc/core_rpc_server.cpp; src/rpc/core_rpc_server_error_codes.h. */
const TOO_BIG_HEIGHT = -2;
const INTERNAL_ERROR = -5;

const isUnknownBlock = (error: unknown): boolean => {
  if (!isFault(error, 'node_error')) return false;
  const { code, message } = error.data as { readonly code?: number; readonly message: string };
  return code === TOO_BIG_HEIGHT || (code === INTERNAL_ERROR && message.includes("can't get block by hash"));
};
