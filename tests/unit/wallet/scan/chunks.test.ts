import { beforeAll, describe, expect, it, test } from 'vitest';
import { asKeyImage, asPublicKey } from '../../../../src/base/brands.ts';
import { decodeBlocks, getRawBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import { blobOf } from '../../../../src/wallet/ledger/block-transactions.ts';
import { concat } from '../../../../src/base/bytes.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { FoundOutput, ScannedRange } from '../../../../src/ports/scan-pool.ts';
import type { Scanner } from '../../../../src/wallet/scan/find-outputs.ts';
import { packFound, unpackFound } from '../../../../src/wallet/scan/found-table.ts';
import { splitIntoChunks } from '../../../../src/wallet/scan/chunks.ts';
import { scanRange } from '../../../../src/wallet/scan/scan-range.ts';
import { recordedChain, scannerOf } from '../../../vectors/regtest/recorded-chain.ts';

const chain = recordedChain();

/** The findings of several chunks as those of one range, with their transactions numbered throughout. */
const unite = (ranges: readonly ScannedRange[]) => {
  const before = ranges.map((_, i) => ranges.slice(0, i).reduce((sum, { txs }) => sum + txs.count, 0));
  const all = <T>(list: (range: ScannedRange, first: number) => readonly T[]): T[] =>
    ranges.flatMap((range, i) => list(range, before[i]!));
  return {
    // As text, which compares quickly.
    blockIds: toHex(concat(...ranges.map(({ blocks }) => blocks.ids))),
    previousIds: toHex(concat(...ranges.map(({ blocks }) => blocks.previousIds))),
    times: all(({ blocks }) => [...blocks.times]),
    firstTxs: all(({ blocks }, first) => Array.from(blocks.firstTx.subarray(0, -1), (tx) => tx + first)),
    lastReward: ranges.at(-1)?.blocks.lastReward,
    ids: toHex(concat(...ranges.map(({ txs }) => txs.ids))),
    blobs: all((range) => Array.from({ length: range.txs.count }, (_, t) => toHex(blobOf(range, t)))),
    found: all(({ found }, first) => found.map((each) => ({ ...each, tx: each.tx + first }))),
    keyImages: toHex(concat(...ranges.map(({ keyImages }) => keyImages))),
    keyImageTx: all(({ keyImageTx }, first) => Array.from(keyImageTx, (tx) => tx + first)),
  };
};

describe('an answer scanned in chunks', () => {
  let scanner: Scanner;
  beforeAll(async () => {
    scanner = await scannerOf(chain.seeds.C);
  });

  const raw = () => getRawBlocks({}).read(chain.bytes.slice());
  it('gives the same result as scanning it whole', () => {
    const { offsets: _places, ...unread } = raw();
    const whole = scanRange(scanner, unread, decodeBlocks);
    expect(whole.found.length).toBeGreaterThan(35);
    const wanted = unite([whole]);
    for (const [size, count] of [
      [1, 11],
      [300, 3],
      [1_000_000, 1],
    ] as const) {
      const pieces = [...splitIntoChunks(raw(), size)];
      expect(pieces).toHaveLength(count);
      expect(pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)).toBeLessThanOrEqual(
        chain.bytes.length,
      );
      const ranges = pieces.map((piece) => scanRange(scanner, piece, decodeBlocks));
      expect(unite(ranges)).toEqual(wanted);
    }
  });
  it('stays whole when the offsets of its blocks are unknown', () => {
    const { offsets: _places, ...unread } = raw();
    expect([...splitIntoChunks(unread, 1)]).toEqual([unread]);
  });
  it('returns its findings as columns', () => {
    const { found } = scanRange(scanner, raw(), decodeBlocks);
    expect(unpackFound(packFound(found))).toEqual(found);
  });
});

test('found outputs of every kind are read back from columns', () => {
  const bytes = (n: number, size = 32) => new Uint8Array(size).fill(n);
  const plain: FoundOutput = {
    tx: 1,
    outputIndex: 2,
    globalIndex: 2 ** 40,
    key: asPublicKey(bytes(1)),
    subaddress: { major: 3, minor: 2 ** 32 - 1 },
    amount: 2n ** 64n - 1n,
    mask: bytes(2),
    rct: false,
    txPublicKey: asPublicKey(bytes(3)),
    pkIndex: 4,
    additionalKeys: [],
    unlockTime: 2n ** 64n - 2n,
    fee: 2n ** 63n,
    coinbase: false,
  };
  const all: FoundOutput[] = [
    plain,
    {
      ...plain,
      rct: true,
      keyImage: asKeyImage(bytes(9)),
      additionalKeys: [asPublicKey(bytes(5)), asPublicKey(bytes(6))],
    },
    { ...plain, coinbase: true, paymentId: bytes(7, 8), additionalKeys: [asPublicKey(bytes(8))] },
    { ...plain, paymentId: bytes(7) },
    plain,
  ];
  expect(unpackFound(packFound(all))).toEqual(all);
  expect(unpackFound(packFound([]))).toEqual([]);
});
