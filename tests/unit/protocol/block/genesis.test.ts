import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { readBlock, writeBlock } from '../../../../src/protocol/block/block.ts';
import { genesisBlock, genesisId } from '../../../../src/protocol/block/genesis.ts';

// Block 0 of each public network, as any explorer shows it.
const IDS = {
  mainnet: '418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3',
  testnet: '48ca7cd3c8de5b6a4d53d2861fbdaedca141553559f9be9520068053cda8430b',
  stagenet: '76ee3cc98646292206cd3e86f74d88b4dcc1d937088645e9b0cbca84b7ce74eb',
} as const;

describe('genesis blocks', () => {
  it.each(['mainnet', 'testnet', 'stagenet'] as const)('%s begins with the published block', (network) => {
    expect(toHex(genesisId(network))).toBe(IDS[network]);
    const block = genesisBlock(network);
    expect(readBlock(writeBlock(block))).toEqual(block);
  });
});
