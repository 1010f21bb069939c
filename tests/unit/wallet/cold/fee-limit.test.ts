/** The highest fee that a signer accepts, by what it knows of the chain. Numbers: `maxFees`, tests/unit/protocol/tx/fees.test.ts. */
import { describe, expect, test } from 'vitest';
import { feeLimit, feeShare, type ChainAge } from '../../../../src/wallet/cold/fee-limit.ts';
import type { TxInputPlan } from '../../../../src/wallet/spend/build-tx.ts';
import type { AccountRecord } from '../../../../src/wallet/state/records/account.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';

const WEIGHT = 2200;
const mainnet = { network: 'mainnet' } as AccountRecord;
/** A signer without a network, with an empty wallet. */
const NOTHING: ChainAge = { outputs: [], height: 0 };

const spending = (index: number): TxInputPlan[] => [
  { ring: { members: [{ index: 5 }, { index }], realIndex: 0 } } as unknown as TxInputPlan,
];
const limit = (age: ChainAge, ringMember: number): bigint =>
  feeLimit(mainnet, age, spending(ringMember), WEIGHT);

describe('the highest fee that a signer accepts', () => {
  const TAIL = 9_680_000_000n;
  test('on mainnet is that at the tail emission: 0.0097 XMR for two inputs and two outputs', () => {
    expect(limit(NOTHING, 120_000_000)).toBe(TAIL);
  });
  // threat: lying-set
  test('is the same with an old ring when this wallet has seen an output of a long chain', () => {
    const seen = { globalIndex: 120_000_000 } as OwnedOutput;
    expect(limit({ outputs: [seen], height: 0 }, 100)).toBe(TAIL);
  });
  test('is the same with an old ring for a signer that has scanned mainnet', () => {
    expect(limit({ outputs: [], height: 3_500_000 }, 100)).toBe(TAIL);
  });
  test("allows the first blocks of a regtest chain, which has mainnet's addresses", () => {
    // 35 XMR of reward at the highest level.
    expect(limit(NOTHING, 499_999)).toBe(580_800_000_000n);
  });
  test('limits a fee hidden in the inputs by the weight', () => {
    const half = feeLimit(mainnet, NOTHING, spending(120_000_000), WEIGHT / 2);
    expect(half).toBe(TAIL / 2n);
  });
});

describe("the fee's share", () => {
  test.each([
    [1n, 100n, 0n, 100],
    [1n, 0n, 50n, 200],
    [0n, 0n, 0n, 0],
    [1n << 63n, 1n, 0n, 0xffffffff],
  ])('of %d with %d paid and %d spent is %i hundredths of a percent', (fee, paid, spent, share) => {
    expect(feeShare(fee, paid, spent)).toBe(share);
  });
});
