/** Recorded answers of a real monerod to /getblocks.bin, and what must hold for each. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { equalBytes } from '../../../src/base/bytes.ts';
import { toHex } from '../../../src/base/hex.ts';
import { decodeBlocks, getRawBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { installKernel } from '../../../src/kernel/kernel.ts';
import { blockId, readBlock, writeBlock } from '../../../src/protocol/block/block.ts';
import { readEpee } from '../../../src/protocol/encoding/epee.ts';
import { skimBlocks } from '../../../src/protocol/encoding/epee-skim.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { readMnemonic } from '../../../src/protocol/mnemonic/mnemonic.ts';
import { additionalPublicKeys, parseExtra, txPublicKeys } from '../../../src/protocol/tx/extra.ts';
import { keyInputs } from '../../../src/protocol/tx/prefix.ts';
import { readPrunedTransaction, writeTransaction } from '../../../src/protocol/tx/transaction.ts';
import { prunedTransactionWeight, transactionWeight } from '../../../src/protocol/tx/weight.ts';
import { buildTable, tableShape } from '../../../src/wallet/account/lookahead.ts';
import { splitIntoChunks } from '../../../src/wallet/scan/chunks.ts';
import { createScanner, type Scanner } from '../../../src/wallet/scan/find-outputs.ts';
import { scanFast } from '../../../src/wallet/scan/scan-fast.ts';
import { scanReference } from '../../../src/wallet/scan/scan-reference.ts';
import { BUILDS, startOnNode } from '../../property/kernel/builds.ts';
import { placesIn } from '../protocol/skimmed.ts';
import recorded from './blocks.json' with { type: 'json' };

export interface RecordedChain {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly counts: {
    readonly blocks: number;
    readonly txs: number;
    readonly outputs: number;
    readonly inputs: number;
    readonly blockWeights: number;
    readonly txsWithAdditionalKeys: number;
  };
  /** Words of throw-away wallets: C has money in its main address, S in subaddresses. */
  readonly seeds: Readonly<Record<'C' | 'S', string>>;
}

/** Eleven blocks with 287 transactions; blocks.json has their source. */
export function recordedChain(): RecordedChain {
  const packed = readFileSync(new URL('blocks.bin.gz', import.meta.url));
  return { ...recorded, bytes: new Uint8Array(gunzipSync(packed)) };
}

export async function scannerOf(words: string): Promise<Scanner> {
  const { key } = await readMnemonic(words);
  const account = accountFromSeed(key);
  const { table } = buildTable(account, tableShape([1], { major: 5, minor: 20 }));
  return createScanner({ ...account, table });
}

/** `ids`: of the block before the first one of the answer, and of the last. */
export function recordedChainLaws(
  { bytes, counts, seeds }: RecordedChain,
  ids: { readonly before: string; readonly last: string },
): void {
  it('is read whole, with each block linked to the one before', () => {
    const answer = readEpee(bytes);
    expect(answer.text('status')).toBe('OK');
    const blocks = answer.sections('blocks');
    expect(blocks).toHaveLength(counts.blocks);
    expect(answer.sections('output_indices')).toHaveLength(counts.blocks);
    let before = ids.before;
    for (const entry of blocks) {
      const block = readBlock(entry.bytes('block'));
      expect(toHex(block.header.prevHash)).toBe(before);
      expect(equalBytes(writeBlock(block), entry.bytes('block'))).toBe(true);
      before = toHex(blockId(block));
      expect(entry.sections('txs')).toHaveLength(block.txHashes.length);
    }
    expect(before).toBe(ids.last);
  });

  it('has the counted transactions, outputs, inputs and weights', () => {
    const found = { blocks: 0, txs: 0, outputs: 0, inputs: 0, blockWeights: 0, txsWithAdditionalKeys: 0 };
    for (const entry of readEpee(bytes).sections('blocks')) {
      const { minerTx } = readBlock(entry.bytes('block'));
      found.blocks++;
      found.blockWeights += transactionWeight(minerTx);
      found.outputs += minerTx.prefix.outputs.length;
      for (const each of entry.sections('txs')) {
        const blob = each.bytes('blob');
        const tx = readPrunedTransaction(blob);
        expect(equalBytes(writeTransaction(tx), blob)).toBe(true);
        const extra = parseExtra(tx.prefix.extra);
        expect([extra.rest.length, txPublicKeys(extra).length]).toEqual([0, 1]);
        if (additionalPublicKeys(extra).length > 0) found.txsWithAdditionalKeys++;
        found.txs++;
        found.outputs += tx.prefix.outputs.length;
        found.inputs += keyInputs(tx.prefix).length;
        found.blockWeights += prunedTransactionWeight(tx);
      }
    }
    expect(found).toEqual(counts);
  });

  it('is skimmed to what the full reader finds', () => {
    const { rest } = skimBlocks(bytes);
    const whole = readEpee(bytes);
    expect(rest.text('status')).toBe('OK');
    expect(rest.number('current_height')).toBe(whole.number('current_height'));
    const indices = whole.sections('output_indices');
    const found = placesIn(bytes);
    const blocks = whole.sections('blocks');
    expect(found).toHaveLength(blocks.length);
    blocks.forEach((block, b) => {
      expect(equalBytes(found[b]!.block, block.bytes('block'))).toBe(true);
      const txs = block.sections('txs');
      expect(found[b]!.txs).toHaveLength(txs.length);
      expect(txs.every((tx, t) => equalBytes(tx.bytes('blob'), found[b]!.txs[t]!))).toBe(true);
      expect(found[b]!.indices).toEqual(
        indices[b]!.sections('indices').map((list) => list.numbers('indices')),
      );
    });
  });

  it.each(BUILDS)('is scanned by %s to what the reference scan finds, chunk by chunk', async (build) => {
    installKernel(await startOnNode(build));
    for (const words of [seeds.C, seeds.S]) {
      const scanner = await scannerOf(words);
      let found = 0;
      for (const piece of splitIntoChunks(getRawBlocks({}).read(bytes.slice()), 3000)) {
        const short = scanFast(scanner, piece, decodeBlocks);
        expect(short).toBeDefined();
        expect(short).toEqual(scanReference(scanner, piece, decodeBlocks));
        found += short!.found.length;
      }
      expect(found).toBeGreaterThan(30);
    }
  });
}
