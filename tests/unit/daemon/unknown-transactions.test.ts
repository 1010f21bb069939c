/** Transactions of later rules: readers name them apart from damage, and a look-up does not blame the node. */
import { describe, expect, it } from 'vitest';
import { asTxId } from '../../../src/base/brands.ts';
import { concat, utf8 } from '../../../src/base/bytes.ts';
import { toHex } from '../../../src/base/hex.ts';
import { writeJson } from '../../../src/base/json.ts';
import { lookUpTransactions } from '../../../src/daemon/json/get-transactions.ts';
import {
  readPrunedTransaction,
  readTransaction,
  skimPrunedTransaction,
} from '../../../src/protocol/tx/transaction.ts';
import { buildTable, scanKeysOf } from '../../../src/wallet/account/lookahead.ts';
import { createScanner } from '../../../src/wallet/scan/find-outputs.ts';
import { scanPoolTx } from '../../../src/wallet/scan/scan-range.ts';
import { expectFault } from '../../support/faults.ts';
import { bytesOf, prunedBlob } from '../wallet/test-chain.ts';
import { testAccount } from '../wallet/test-ledger.ts';

/** A transaction of today with one input and one output, and where its parts lie. */
const today = prunedBlob({ id: 'a', outputs: [{ name: 'a', amount: 1n }] });
// version, unlock time, 1 input: tag, amount, 2 offsets, key image; 1 output: amount, tag
const INPUT_TAG = 3;
const OUTPUT_TAG = INPUT_TAG + 1 + 1 + 3 + 32 + 1 + 1;
const RCT_TYPE = OUTPUT_TAG + 1 + 32 + 1 + 1;
const changed = (at: number, value: number): Uint8Array => {
  const bytes = today.slice();
  bytes[at] = value;
  return bytes;
};
/** Output tag 0 of the plan: key, three bytes of view tag, anchor of 16 bytes; and RingCT type 7 with an empty ring. */
const carrot = concat(
  Uint8Array.of(2, 0, 1, 2, 0, 0),
  bytesOf('image'),
  Uint8Array.of(1, 0, 0),
  new Uint8Array(51).fill(3),
  Uint8Array.of(0, 7),
);
const later = [
  ['version 3', changed(0, 3)],
  ['input tag 9', changed(INPUT_TAG, 9)],
  ['output tag 0', changed(OUTPUT_TAG, 0)],
  ['RingCT type 7', changed(RCT_TYPE, 7)],
  ['a Carrot output', carrot],
] as const;

describe('a transaction of later rules', () => {
  it.each(later)('gives another fault than a damaged one: %s', (_name, blob) => {
    expectFault(() => readPrunedTransaction(blob), 'unknown_format');
    expectFault(() => readTransaction(blob), 'unknown_format');
    expectFault(() => skimPrunedTransaction(blob), 'unknown_format');
  });
  it('gives another fault than bytes that no version has', () => {
    expectFault(() => readPrunedTransaction(changed(0, 0)), 'bad_format');
    expectFault(() => readPrunedTransaction(today.subarray(0, -1)), 'truncated');
  });

  const answer = (blob: Uint8Array) =>
    utf8(
      writeJson({
        status: 'OK',
        txs: [
          {
            tx_hash: toHex(bytesOf('id')),
            as_hex: '',
            pruned_as_hex: toHex(blob),
            prunable_as_hex: '',
            prunable_hash: toHex(bytesOf('prunable')),
            in_pool: true,
            double_spend_seen: false,
            relayed: true,
            output_indices: [],
          },
        ],
        missed_tx: [],
      }),
    ) as Uint8Array<ArrayBuffer>;
  const lookUp = (blob: Uint8Array) => lookUpTransactions([asTxId(bytesOf('id'))], true).read(answer(blob));

  it.each(later)('does not make the look-up of the pool a bad answer: %s', (_name, blob) => {
    expect(lookUp(blob)).toMatchObject([{ inPool: true, pruned: true }]);
    const account = testAccount();
    const scanner = createScanner(scanKeysOf(account, buildTable(account, [2]).table));
    expect(scanPoolTx(scanner, blob)).toBeUndefined();
  });
  it('is the only one whose id is not checked', () => {
    expectFault(() => lookUp(today), 'bad_answer');
  });
});
