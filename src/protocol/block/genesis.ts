/**
 * The first block of each network. A node whose block 0 has another id is on another network.
 * Upstream: GENESIS_TX, GENESIS_NONCE, src/cryptonote_config.h; `generate_genesis_block`,
 * src/cryptonote_core/cryptonote_tx_utils.cpp. A regtest chain starts with mainnet's.
 */
import { fromHex } from '../../base/hex.ts';
import type { Network } from '../address/address.ts';
import { readTransaction } from '../tx/transaction.ts';
import { blockId } from './block.ts';
import type { Block } from './types.ts';

export function genesisBlock(network: Network): Block {
  const { tx, nonce } = GENESIS[network];
  return {
    header: { majorVersion: 1, minorVersion: 0, timestamp: 0, prevHash: new Uint8Array(32), nonce },
    minerTx: readTransaction(fromHex(tx)),
    txHashes: [],
  };
}

/** 32 bytes. */
export function genesisId(network: Network): Uint8Array {
  return blockId(genesisBlock(network));
}

const MAIN_TX =
  '013c01ff0001ffffffffffff03029b2e4c0281c0b02e7c53291a94d1d0cbff8883f8024f5142ee494ffbbd08807121017767aafcde9be00dcfd098715ebcf7f410daebc582fda69d24a28e9d0bc890d1';
const STAGE_TX =
  '013c01ff0001ffffffffffff0302df5d56da0c7d643ddd1ce61901c7bdc5fb1738bfe39fbe69c28a3a7032729c0f2101168d0c4ca86fb55a4cf6a36d31431be1c53a3bd7411bb24e8832410289fa6f3b';

const GENESIS: Readonly<Record<Network, { readonly tx: string; readonly nonce: number }>> = {
  mainnet: { tx: MAIN_TX, nonce: 10_000 },
  testnet: { tx: MAIN_TX, nonce: 10_001 },
  stagenet: { tx: STAGE_TX, nonce: 10_002 },
};
