/** Well-formed and malformed blocks of a node: malformed ones are refused before anything is stored. */
import { expect, test } from 'vitest';
import { asCommitment, asKeyImage, asPublicKey, asTxId } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import type { DecodedBlock } from '../../../../src/ports/block-source.ts';
import { blockId, readBlock, writeBlock } from '../../../../src/protocol/block/block.ts';
import type { Block } from '../../../../src/protocol/block/types.ts';
import {
  derivePublicKey,
  deriveViewTag,
  generateDerivation,
} from '../../../../src/protocol/keys/derivation.ts';
import { writeTransaction } from '../../../../src/protocol/tx/transaction.ts';
import type { Transaction } from '../../../../src/protocol/tx/types.ts';
import { buildTable, scanKeysOf } from '../../../../src/wallet/account/lookahead.ts';
import { createScanner } from '../../../../src/wallet/scan/find-outputs.ts';
import { scanPoolTx, scanRange } from '../../../../src/wallet/scan/scan-range.ts';
import { indexLists } from '../../../support/index-lists.ts';
import { bytesOf } from '../test-chain.ts';
import { testAccount } from '../test-ledger.ts';

const account = testAccount();
const scanner = createScanner(scanKeysOf(account, buildTable(account, [2]).table));

const miner = (height: number): Transaction => ({
  prefix: {
    version: 2,
    unlockTime: BigInt(height + 60),
    inputs: [{ kind: 'gen', height }],
    outputs: [{ amount: 600_000_000_000n, key: asPublicKey(bytesOf('miner')), viewTag: 1 }],
    extra: new Uint8Array(0),
  },
  signatures: [],
  rct: { type: 0, fee: 0n, pseudoOuts: [], ecdh: [], commitments: [] },
});
const payment: Transaction = {
  prefix: {
    version: 2,
    unlockTime: 0n,
    inputs: [{ kind: 'key', amount: 0n, keyOffsets: [1n, 2n], keyImage: asKeyImage(bytesOf('image')) }],
    outputs: [
      { amount: 0n, key: asPublicKey(bytesOf('a')), viewTag: 1 },
      { amount: 0n, key: asPublicKey(bytesOf('b')), viewTag: 1 },
    ],
    extra: new Uint8Array(0),
  },
  signatures: [],
  rct: {
    type: 6,
    fee: 5n,
    pseudoOuts: [],
    ecdh: [{ amount: new Uint8Array(8) }, { amount: new Uint8Array(8) }],
    commitments: [asCommitment(bytesOf('c')), asCommitment(bytesOf('d'))],
  },
};
const block = (height: number, txHashes: readonly Uint8Array[]): Block => ({
  header: {
    majorVersion: 16,
    minorVersion: 16,
    timestamp: 1_700_000_000 + height,
    prevHash: bytesOf(`block ${height - 1}`),
    nonce: 7,
  },
  minerTx: miner(height),
  txHashes: txHashes.map(asTxId),
});
const decoded = (height: number, change: Partial<DecodedBlock> = {}): DecodedBlock => ({
  block: writeBlock(block(height, [bytesOf('txid')])),
  txs: [writeTransaction(payment)],
  ...indexLists([40], [41, 42]),
  ...change,
});
const scan = (...blocks: readonly DecodedBlock[]) => {
  const raw = { bytes: new ArrayBuffer(0), startHeight: 50, count: blocks.length, chainHeight: 100 };
  return scanRange(scanner, raw, () => blocks);
};

test('blocks become heights, ids, and tables of transactions and key images', () => {
  const range = scan(decoded(50), decoded(51, indexLists([43], [44, 45])));
  expect(range.startHeight).toBe(50);
  expect([...range.blocks.firstTx]).toEqual([0, 2, 4]);
  expect([...range.blocks.times]).toEqual([1_700_000_050, 1_700_000_051]);
  expect(range.blocks.lastReward).toBe(600_000_000_000n);
  expect(range.blocks.ids.slice(0, 32)).toEqual(blockId(readBlock(decoded(50).block)));
  expect(range.blocks.previousIds.slice(32)).toEqual(bytesOf('block 50'));
  expect(range.txs.count).toBe(4);
  expect(range.txs.ids.slice(32, 64)).toEqual(bytesOf('txid'));
  expect([...range.txs.lengths].map((length) => length > 0)).toEqual([false, true, false, true]);
  expect(range.keyImages.slice(0, 32)).toEqual(bytesOf('image'));
  expect([...range.keyImageTx]).toEqual([1, 3]);
});

// threat: changed-blocks
test.each<[string, Partial<DecodedBlock>]>([
  ['of another height', { block: decoded(51).block }],
  ['without its transactions', { txs: [], ...indexLists([40]) }],
  [
    'with more than it lists',
    {
      txs: [writeTransaction(payment), writeTransaction(payment)],
      ...indexLists([40], [41, 42], [43, 44]),
    },
  ],
  ['with too few indices', { ...indexLists([40], [41]) }],
  ['with indices for fewer transactions', { ...indexLists([40]) }],
  ['that ends early', { block: decoded(50).block.slice(0, -1) }],
  ['with bytes left over', { block: Uint8Array.of(...decoded(50).block, 0) }],
  ['with a transaction that ends early', { txs: [writeTransaction(payment).slice(0, -1)] }],
])('a block %s gives a fault', (_name, change) => {
  expect(() => scan(decoded(50, change))).toThrow(expect.objectContaining({ name: 'Fault' }) as Error);
});

// threat: changed-blocks
test('a block without one of its transactions has another id, so that no block links to it', () => {
  const whole = decoded(50);
  const less = decoded(50, { block: writeBlock(block(50, [])), txs: [], ...indexLists([40]) });
  const [id, other] = [whole, less].map((each) => scan(each).blocks.ids.slice(0, 32));
  expect(other).not.toEqual(id);
  expect(other).toEqual(blockId(readBlock(less.block)));
});

// threat: changed-blocks
test('a block with another or a reordered transaction list has another id', () => {
  const ids = [
    ['a', 'b'],
    ['b', 'a'],
    ['a', 'c'],
  ].map((names) => toHex(blockId(block(50, names.map(bytesOf)))));
  expect(new Set(ids).size).toBe(3);
});

// threat: changed-blocks
test('a transaction without one of its outputs is a bad answer', () => {
  const [first] = payment.prefix.outputs;
  const short: Transaction = {
    ...payment,
    prefix: { ...payment.prefix, outputs: [first!] },
    rct: {
      ...payment.rct!,
      ecdh: payment.rct!.ecdh.slice(1),
      commitments: payment.rct!.commitments.slice(1),
    },
  };
  const txs = [writeTransaction(short)];
  const bad = expect.objectContaining({ code: 'node_bad_answer' }) as Error;
  expect(() => scan(decoded(50, { txs }))).toThrow(bad);
  // When its index is omitted as well, the next output's index does not follow.
  const next = decoded(51, indexLists([43], [44, 45]));
  expect(() => scan(decoded(50, { txs, ...indexLists([40], [41]) }), next)).toThrow(bad);
});

// threat: changed-blocks
test.each([
  ['the index of one output moved', [40], [41, 43]],
  ['two outputs exchanged', [40], [42, 41]],
  ['a transaction shifted', [40], [42, 43]],
])('a block with %s is a bad answer', (_name, ...lists) => {
  expect(() => scan(decoded(50, indexLists(...(lists as number[][]))))).toThrow(
    expect.objectContaining({ code: 'node_bad_answer' }) as Error,
  );
});

test('RingCT outputs of the chain are counted after each block', () => {
  const { blocks } = scan(decoded(50), decoded(51, indexLists([43], [44, 45])));
  expect([blocks.firstOutput, ...blocks.outputsAfter]).toEqual([40, 43, 46]);
});

test('a coinbase that a person names (scan_tx) has a RingCT output, as in its block', () => {
  const secret = kernel.scalarReduce(bytesOf('transaction key'));
  const txKey = asPublicKey(kernel.mulBase(secret));
  const derivation = generateDerivation(txKey, account.viewSecret);
  const key = derivePublicKey(derivation, 0, account.spendPublic);
  const { prefix, ...rest } = miner(50);
  const paid: Transaction = {
    ...rest,
    prefix: {
      ...prefix,
      outputs: [{ ...prefix.outputs[0]!, key, viewTag: deriveViewTag(derivation, 0) }],
      extra: Uint8Array.of(1, ...txKey),
    },
  };
  expect(scanPoolTx(scanner, writeTransaction(paid))).toMatchObject({
    found: [{ amount: 600_000_000_000n, rct: true, coinbase: true }],
    fee: 0n,
  });
});
