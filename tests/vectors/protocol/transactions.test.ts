/** Mainnet transactions of every era. Monero's own are named by the first bytes of their ids. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { concat } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { Reader } from '../../../src/protocol/encoding/reader.ts';
import { prunableHash, prunedTxHash, signingMessageOf, txHash } from '../../../src/protocol/tx/hash.ts';
import {
  readPrunedTransaction,
  readTransaction,
  writeTransaction,
} from '../../../src/protocol/tx/transaction.ts';
import { readRctPrunable, writeRctPrunable } from '../../../src/protocol/tx/rct-prunable.ts';
import { readVector, readVectorText, vectorsDir } from '../../support/vectors.ts';
import { expectFault } from '../../support/faults.ts';

const dir = vectorsDir();

describe.skipIf(!dir)('transactions of each era (skipped: no vectors)', () => {
  const names = dir ? readdirSync(join(dir, 'monero/data/txs')) : [];

  it.each(names)('%s is read, written back to the same bytes and hashes to its id', (name) => {
    const blob = readVector('monero/data/txs', name);
    const tx = readTransaction(blob);
    expect(toHex(writeTransaction(tx))).toBe(toHex(blob));
    const idStart = /_([0-9a-f]+)\.bin$/.exec(name)![1]!;
    expect(toHex(txHash(tx)).slice(0, idStart.length)).toBe(idStart);
  });

  it.each(names)('%s pruned is a prefix of its bytes and gives the same id', (name) => {
    const blob = readVector('monero/data/txs', name);
    const tx = readTransaction(blob);
    const { prunable: _, ...rest } = tx;
    const pruned = writeTransaction({ ...rest, signatures: [] });
    expect(toHex(blob.subarray(0, pruned.length))).toBe(toHex(pruned));
    const again = readPrunedTransaction(pruned);
    expect(again.prefix).toEqual(tx.prefix);
    expect(again.rct).toEqual(tx.rct);
    if (tx.prefix.version === 2) expect(prunedTxHash(again, prunableHash(tx))).toEqual(txHash(tx));
  });

  it.each(names)('%s cut short or extended by a byte is refused', (name) => {
    const blob = readVector('monero/data/txs', name);
    const step = Math.max(1, Math.floor(blob.length / 200));
    for (let n = 0; n < blob.length; n += step) expectFault(() => readTransaction(blob.subarray(0, n)));
    expectFault(() => readTransaction(concat(blob, Uint8Array.of(0))), 'trailing_bytes');
  });

  interface OxideTx {
    readonly id: string;
    readonly hex: string;
    readonly signature_hash: string;
    readonly tx: {
      readonly version: number;
      readonly unlock_time: number;
      readonly extra: readonly number[];
    };
  }
  const oxide = dir
    ? (JSON.parse(readVectorText('monero-oxide/transactions.json')) as readonly OxideTx[])
    : [];

  it.each(oxide)('$id has its id, its fields and its signing message', (vector) => {
    const tx = readTransaction(fromHex(vector.hex));
    expect(toHex(writeTransaction(tx))).toBe(vector.hex);
    expect(toHex(txHash(tx))).toBe(vector.id);
    expect(tx.prefix.version).toBe(vector.tx.version);
    expect(tx.prefix.unlockTime).toBe(BigInt(vector.tx.unlock_time));
    expect([...tx.prefix.extra]).toEqual(vector.tx.extra);
    if (tx.prunable) expect(toHex(signingMessageOf(tx))).toBe(vector.signature_hash);
  });

  it.each(['TX1', 'TX2'])('fuzz seed %s is read or refused with a fault', (name) => {
    const bytes = readVector('monero/data/fuzz/transaction', name);
    try {
      const tx = readTransaction(bytes);
      expect(writeTransaction(tx)).toEqual(bytes);
    } catch {
      expectFault(() => readTransaction(bytes));
    }
  });

  it('fuzz seeds of a Bulletproof and a CLSAG read as the prunable part of a transaction', () => {
    const proof = readVector('monero/data/fuzz/bulletproof/BP0');
    // The fuzz seed has a count of its scalars; transactions on the wire have none.
    const clsag = readVector('monero/data/fuzz/clsag/clsag1');
    const shape = { type: 5, inputs: 1, outputs: 1, ringSize: clsag[0]! } as const;
    const bytes = concat(Uint8Array.of(1), proof, clsag.subarray(1), new Uint8Array(32));
    const reader = new Reader(bytes);
    const prunable = readRctPrunable(reader, shape);
    reader.end();
    expect(prunable.bulletproofs[0]!.L).toHaveLength(6);
    expect(prunable.clsags[0]!.s).toHaveLength(11);
    expect(writeRctPrunable(prunable, shape)).toEqual(bytes);
  });
});
