/** Addresses that several calls add at once. */
import { describe, expect, test, vi } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import { accountLabels, addAccount, addAddresses } from '../../../../src/wallet/account/accounts.ts';
import { openLedger } from '../../../../src/wallet/state/state.ts';
import { testFile, testLedger } from '../test-ledger.ts';

const setup = async () => {
  const file = await testFile();
  const ledger = await testLedger({}, file);
  await addAccount(ledger, 'first');
  await addAccount(ledger, 'second');
  return { file, ledger, append: vi.spyOn(file, 'append') };
};

describe('calls that add addresses at the same moment', () => {
  test('share a commit, and each gets addresses of its own', async () => {
    const { file, ledger, append } = await setup();
    const made = await Promise.all([
      addAddresses(ledger, 0, 'a', 1),
      addAddresses(ledger, 1, 'b', 2),
      addAddresses(ledger, 0, 'c', 3),
      addAddresses(ledger, 0, 'd', 1),
    ]);
    expect(made).toEqual([[1], [1, 2], [2, 3, 4], [5]]);
    expect(append).toHaveBeenCalledTimes(1);
    const { state } = await openLedger(file);
    expect(accountLabels(state, 0).slice(1)).toEqual(['a', 'c', 'c', 'c', 'd']);
    expect(accountLabels(state, 1).slice(1)).toEqual(['b', 'b']);
  });

  test('all fail when the disk is full, and their addresses are made later', async () => {
    const { ledger, append } = await setup();
    append.mockRejectedValueOnce(new Fault('storage_full', {}));
    const results = await Promise.allSettled([
      addAddresses(ledger, 0, 'a', 1),
      addAddresses(ledger, 0, 'b', 1),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await addAddresses(ledger, 0, 'c', 1)).toEqual([1]);
    expect(accountLabels(ledger.state, 0).slice(1)).toEqual(['c']);
  });

  test('one for an account that does not exist fails alone', async () => {
    const { ledger } = await setup();
    const [good, bad] = await Promise.allSettled([
      addAddresses(ledger, 0, 'a', 1),
      addAddresses(ledger, 7, 'b', 1),
    ]);
    expect(good).toMatchObject({ value: [1] });
    expect(bad).toMatchObject({ reason: { code: 'account_index' } });
  });
});
