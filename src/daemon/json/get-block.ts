/** get_block: one block, by its height or its hash. Upstream: `COMMAND_RPC_GET_BLOCK`. */
import { sumAmounts } from '../../base/amount.ts';
import { equalBytes } from '../../base/bytes.ts';
import { fromHex, toHex } from '../../base/hex.ts';
import type { Infer } from '../../base/shape.ts';
import type { ExploredBlock } from '../../ports/block-explorer.ts';
import { blockId, readBlock } from '../../protocol/block/block.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { reading, type Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { MAX_BLOCK_BYTES, MAX_BLOCK_TXS } from '../limits.ts';
import { bool, hash, hex, list, opt, text } from '../schema.ts';
import { ACCESS, height, rpcCall } from './call.ts';
import { blockHeader } from './common.ts';

const ANSWER = {
  ...ACCESS,
  block_header: blockHeader,
  miner_tx_hash: hash,
  tx_hashes: list(hash, MAX_BLOCK_TXS),
  blob: hex(MAX_BLOCK_BYTES),
  json: text(8 << 20),
};

/** `json` is the block as text, with its miner's transaction. With a `hash` the height is not looked at. */
export const getBlock = rpcCall('get_block', {
  request: { height: opt(height), hash: opt(hash), fill_pow_hash: opt(bool) },
  maxBytes: 24 << 20,
  answer: ANSWER,
});

/** The block at a height or with a hash. Hashes its bytes and compares them with the id and height that were asked for. */
export function lookUpBlock(at: number | Uint8Array): Endpoint<ExploredBlock> {
  const call = getBlock(typeof at === 'number' ? { height: at } : { hash: toHex(at) });
  return reading(call, (answer) => {
    const block = readExplored(answer);
    if (typeof at === 'number' ? block.height !== at : !equalBytes(block.hash, at))
      throw badAnswer(`block ${block.height}, ${toHex(block.hash)}, was not asked for`);
    return block;
  });
}

/** Takes all that it can from the block's own bytes, and the rest from the node's header of the same hash. */
const readExplored = ({ blob, block_header: claimed }: Infer<typeof ANSWER>): ExploredBlock => {
  const block = readBlock(fromHex(blob));
  const { header, minerTx, txHashes } = block;
  const minerTxid = txHash(minerTx);
  const hash = blockId(block, minerTxid);
  if (claimed.hash !== toHex(hash)) throw badAnswer(`a block whose bytes have the id ${toHex(hash)}`);
  const [input] = minerTx.prefix.inputs;
  if (input?.kind !== 'gen' || input.height !== claimed.height)
    throw badAnswer(`a block of another height than ${claimed.height}`);
  return {
    ...header,
    hash,
    height: input.height,
    onChain: !claimed.orphan_status,
    depth: claimed.depth,
    size: claimed.block_size,
    weight: claimed.block_weight,
    difficulty: BigInt(claimed.wide_difficulty),
    reward: sumAmounts(minerTx.prefix.outputs),
    minerTxid,
    txids: txHashes,
  };
};
