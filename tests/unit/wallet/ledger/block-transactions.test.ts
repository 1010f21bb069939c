import { beforeAll, expect, it } from 'vitest';
import { asKeyImage } from '../../../../src/base/brands.ts';
import { decodeBlocks, getRawBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import { keyInputs } from '../../../../src/protocol/tx/prefix.ts';
import { readPrunedTransaction } from '../../../../src/protocol/tx/transaction.ts';
import type { ScannedRange } from '../../../../src/ports/scan-pool.ts';
import { blobOf, factsOf, ownImagesByTx } from '../../../../src/wallet/ledger/block-transactions.ts';
import { feeOf } from '../../../../src/wallet/scan/find-outputs.ts';
import { scanRange } from '../../../../src/wallet/scan/scan-range.ts';
import { recordedChain, scannerOf } from '../../../vectors/regtest/recorded-chain.ts';

let range: ScannedRange;
beforeAll(async () => {
  const { bytes, seeds } = recordedChain();
  range = scanRange(await scannerOf(seeds.C), getRawBlocks({}).read(bytes), decodeBlocks);
});

it('has the same facts of a transaction from what was found as from its bytes', () => {
  let compared = 0;
  for (let t = 0; t < range.txs.count; t++) {
    const found = range.found.filter(({ tx }) => tx === t);
    const blob = blobOf(range, t);
    if (blob.length === 0) continue;
    const { prefix, rct } = readPrunedTransaction(blob, 'carrot');
    const images = keyInputs(prefix).map(({ keyImage }) => keyImage);
    const facts = {
      fee: feeOf({ prefix, rct, coinbase: false }),
      unlockTime: prefix.unlockTime,
      coinbase: false,
    };
    const spends = keyInputs(prefix).map(({ keyImage, amount }) => ({ keyImage, amount }));
    expect(factsOf(range, t, found, images)).toEqual({ ...facts, spends });
    expect(factsOf(range, t, found, [])).toEqual({ ...facts, spends: [] });
    if (found.length > 0) compared += 1;
  }
  expect(compared).toBeGreaterThan(10);
});

it('gives the key images that are ours, by transaction', () => {
  const { keyImages, keyImageTx } = range;
  const isOurs = (image: Uint8Array): boolean => image[0]! < 64;
  const own = (image: Uint8Array) => (isOurs(image) ? asKeyImage(image.slice()) : undefined);
  const imagesOf = ownImagesByTx(range, own);
  const expected = Array.from(keyImageTx, (tx, i) => ({ tx, image: keyImages.slice(32 * i, 32 * i + 32) }));
  for (let t = 0; t < range.txs.count; t++) {
    const images = imagesOf(t);
    expect(images).toEqual(
      expected.filter(({ tx, image }) => tx === t && isOurs(image)).map(({ image }) => image),
    );
  }
});
