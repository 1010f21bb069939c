import { describe, expect, it } from 'vitest';
import { emptyOutputs, feeShareText, isFeeHigh, toOthers } from '../../../src/ui/payments/to-sign.ts';

const OUTPUTS = { unlockTime: 0n, dummyOutputs: 1 };
const SUMMARY = { amountIn: 10n, amountOut: 9n, changeAmount: 4n, changeAddress: '4own', fee: 1n };

describe('the payment to sign', () => {
  it('pays to others what is not to an own address, and names the empty outputs of one transaction', () => {
    const recipients = [
      { address: '8payee', amount: 3n },
      { address: '8own', amount: 2n, own: true },
    ];
    expect(toOthers({ summary: { ...SUMMARY, recipients } })).toBe(3n);
    expect(emptyOutputs({ summary: SUMMARY, desc: [{ ...OUTPUTS, dummyOutputs: 3 }, OUTPUTS] })).toBe(3);
    expect([toOthers({ summary: SUMMARY }), emptyOutputs({ summary: SUMMARY })]).toEqual([0n, 0]);
  });
  // threat: lying-set
  it('has a warning for a fee of 5 % and more', () => {
    expect([0, 499, 500, 4_000_000].map((feeShare) => isFeeHigh({ feeShare }))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
  it.each([
    [0, 0n, '0\u00a0%'],
    [0, 1n, 'less than 0.01\u00a0%'],
    [12, 1n, '0.12\u00a0%'],
    [500, 1n, '5\u00a0%'],
    [2345, 1n, '23\u00a0%'],
  ])('has a fee of %i hundredths of a percent as a percentage', (feeShare, fee, text) => {
    expect(feeShareText({ feeShare, fee })).toBe(text);
  });
});
