import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../../../src/protocol/tx/transaction.ts';
import {
  estimateTxSize,
  estimateTxWeight,
  prunedTransactionWeight,
  transactionWeight,
} from '../../../../src/protocol/tx/weight.ts';
import { realTransaction } from '../../../vectors/chain/transactions.ts';

const read = (idStart: string) => realTransaction(idStart).tx;

describe('weights of real transactions', () => {
  it.each(['effcceb9', '7f88a52a', '14056427', 'c69861bf', 'a685d68e', '200c3215', 'e89415b9'])(
    '%s… with two outputs or no range proof weighs its size',
    (name) => {
      expect(transactionWeight(read(name))).toBe(writeTransaction(read(name)).length);
    },
  );

  it.each(['10312fd4', '200c3215', 'e89415b9'])('%s… has the same weight when pruned', (name) => {
    const tx = read(name);
    const { prunable: _, ...pruned } = tx;
    expect(prunedTransactionWeight(pruned)).toBe(transactionWeight(tx));
  });

  it('the estimate is within 30 bytes of the real weight', () => {
    const tx = read('e89415b9');
    const { inputs, outputs, extra } = tx.prefix;
    const estimate = estimateTxWeight({
      inputs: inputs.length,
      ringSize: 16,
      outputs: outputs.length,
      extraSize: extra.length,
    });
    expect(Math.abs(estimate - transactionWeight(tx))).toBeLessThan(30);
  });
});

describe('the estimator', () => {
  it("gives the reference's size and weight for one to sixteen outputs", () => {
    // estimate_rct_tx_size by hand: 7 + 71 + 39·2 + 44 + 1 + 32·(2·7+6)+3 + 576 + 32 + 8·2 + 32·2 + 4 = 1536
    const shape = { inputs: 1, ringSize: 16, outputs: 2, extraSize: 44 };
    expect(estimateTxSize(shape)).toBe(1536);
    expect(estimateTxWeight(shape)).toBe(1536);
    // Three outputs are padded to four: clawback (320·4 - 32·22)·4/5 = 460.
    const three = { ...shape, outputs: 3 };
    expect(estimateTxSize(three)).toBe(1536 + 79 + 64);
    expect(estimateTxWeight(three)).toBe(1536 + 79 + 64 + 460);
    // Sixteen: (320·16 - 32·26)·4/5 = 3430.
    const sixteen = { ...shape, outputs: 16 };
    expect(estimateTxWeight(sixteen) - estimateTxSize(sixteen)).toBe(3430);
    // Each further input: 71 in the prefix, 576 of CLSAG, 32 of pseudo output.
    expect(estimateTxSize({ ...shape, inputs: 2 }) - estimateTxSize(shape)).toBe(679);
  });

  // What monero-wallet-rpc 0.18.4.0 answers to estimate_tx_size_and_weight, which assumes 44 bytes of extra.
  it.each([
    [1, 2, 1536, 1536],
    [2, 2, 2215, 2215],
    [1, 3, 1679, 2139],
    [1, 4, 1758, 2218],
    [1, 5, 1901, 3334],
    [7, 16, 6908, 10338],
    [150, 2, 102707, 102707],
  ])('matches the real wallet for %d inputs and %d outputs', (inputs, outputs, size, weight) => {
    const shape = { inputs, outputs, ringSize: 16, extraSize: 44 };
    expect(estimateTxSize(shape)).toBe(size);
    expect(estimateTxWeight(shape)).toBe(weight);
  });
});
