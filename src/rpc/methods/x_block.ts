/**
 * x_block: a block by its `height` or its `hash`, and which of its transactions pay or spend this wallet's money, from
 * the wallet's records. `read`: the wallet has scanned this block, so that nothing else in it is its own. `fees` only of a node that is the user's own. Faults unknown_block, bad_txid, node_*.
 */
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, count, listOf, obj, opt, str, u32, u64 } from '../schema.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'x_block',
  access: 'read',
  params: { height: opt(count), hash: opt(str) },
  result: {
    hash: str,
    height: count,
    on_chain: bool,
    depth: count,
    major_version: u32,
    minor_version: u32,
    timestamp: count,
    prev_hash: str,
    nonce: u32,
    size: count,
    weight: count,
    difficulty: str,
    reward: u64,
    fees: opt(u64),
    miner_txid: str,
    txids: listOf(str),
    own: listOf(obj({ txid: str, received: u64, spent: u64 })),
    read: bool,
  },
  handle: async ({ height = 0, hash }, { session }) => {
    const block = await session.world.chain.block(hash === undefined ? height : readTxid(hash));
    const { open } = session;
    const own = open?.coins.ownAmong([block.minerTxid, ...block.txids]) ?? [];
    return {
      ...block,
      hash: toHex(block.hash),
      on_chain: block.onChain,
      major_version: block.majorVersion,
      minor_version: block.minorVersion,
      prev_hash: toHex(block.prevHash),
      difficulty: block.difficulty.toString(),
      miner_txid: toHex(block.minerTxid),
      txids: block.txids.map(toHex),
      own: own.map(({ txid, received, spent }) => ({ txid: toHex(txid), received, spent })),
      read: block.onChain && (open?.coins.hasRead(block.height) ?? false),
    };
  },
});
