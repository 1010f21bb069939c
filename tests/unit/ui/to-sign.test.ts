import { describe, expect, it } from 'vitest';
import { feeShareText, isFeeHigh, toSign } from '../../../src/ui/payments/to-sign.ts';

const SUMMARY = { amount_in: 10n, change_amount: 4n, change_address: '4own', fee: 1n };

describe('the payment to sign', () => {
  it("has the fee's share, the change address and empty outputs of x_describe_set", () => {
    const payment = toSign({
      summary: { ...SUMMARY, fee_share: 2000, recipients: [{ address: '8payee', amount: 5n }] },
      desc: [{ dummy_outputs: 3 }, { dummy_outputs: 1 }],
    });
    expect(payment).toMatchObject({
      feeShare: 2000,
      changeAddress: '4own',
      emptyOutputs: 3,
      recipients: [{ address: '8payee', amount: 5n, own: false }],
    });
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
