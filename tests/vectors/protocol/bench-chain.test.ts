/** A whole regtest chain as a real monerod sends it: envelope, blocks, transactions, extras and weights. */
import { describe, expect, it } from 'vitest';
import { equalBytes } from '../../../src/base/bytes.ts';
import { toHex } from '../../../src/base/hex.ts';
import { blockId, readBlock, writeBlock } from '../../../src/protocol/block/block.ts';
import { genesisId } from '../../../src/protocol/block/genesis.ts';
import { readEpee } from '../../../src/protocol/encoding/epee.ts';
import { additionalPublicKeys, parseExtra, txPublicKeys } from '../../../src/protocol/tx/extra.ts';
import { keyInputs } from '../../../src/protocol/tx/prefix.ts';
import { readPrunedTransaction, writeTransaction } from '../../../src/protocol/tx/transaction.ts';
import { prunedTransactionWeight, transactionWeight } from '../../../src/protocol/tx/weight.ts';
import { benchChain } from '../../support/bench-chain.ts';

const chain = benchChain();

describe.skipIf(!chain)('an answer of monerod (skipped: no vectors)', () => {
  it('is read whole, with each block linked to the one before', () => {
    // Not in the describe body, which runs even if the group is skipped.
    const { bytes, counts } = chain!;
    const answer = readEpee(bytes);
    expect(answer.text('status')).toBe('OK');
    const blocks = answer.sections('blocks');
    expect(blocks).toHaveLength(counts.blocks);
    expect(answer.sections('output_indices')).toHaveLength(counts.blocks);
    let before = new Uint8Array(32);
    blocks.forEach((entry, height) => {
      const block = readBlock(entry.bytes('block'));
      expect(toHex(block.header.prevHash)).toBe(toHex(before));
      expect(equalBytes(writeBlock(block), entry.bytes('block'))).toBe(true);
      before = blockId(block) as Uint8Array<ArrayBuffer>;
      if (height === 0) expect(before).toEqual(genesisId('mainnet'));
      expect(entry.sections('txs')).toHaveLength(block.txHashes.length);
    });
  });

  it('has the counted transactions, outputs, inputs and weights', () => {
    const { bytes, counts } = chain!;
    const { txs, outputs, inputs, sum_block_weight, txs_with_additional_keys } = counts;
    const counted = { txs, outputs, inputs, sum_block_weight, txs_with_additional_keys };
    const found = {
      unlike: 0,
      txs: 0,
      outputs: 0,
      inputs: 0,
      sum_block_weight: 0,
      txs_with_additional_keys: 0,
    };
    for (const entry of readEpee(bytes).sections('blocks')) {
      const { minerTx } = readBlock(entry.bytes('block'));
      found.sum_block_weight += transactionWeight(minerTx);
      found.outputs += minerTx.prefix.outputs.length;
      for (const each of entry.sections('txs')) {
        const blob = each.bytes('blob');
        const tx = readPrunedTransaction(blob);
        if (!equalBytes(writeTransaction(tx), blob)) found.unlike++;
        const extra = parseExtra(tx.prefix.extra);
        if (extra.rest.length > 0 || txPublicKeys(extra).length !== 1) found.unlike++;
        if (additionalPublicKeys(extra).length > 0) found.txs_with_additional_keys++;
        found.txs++;
        found.outputs += tx.prefix.outputs.length;
        found.inputs += keyInputs(tx.prefix).length;
        found.sum_block_weight += prunedTransactionWeight(tx);
      }
    }
    expect(found).toMatchObject({ unlike: 0, ...counted });
  });
});
