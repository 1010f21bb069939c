/** Records of labels: parts of an account's labels, and whole ones as earlier versions write them. */
import { decode } from 'cborg';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addAddresses, labelAddress } from '../../../../src/wallet/account/accounts.ts';
import { labelsOf, putLabels } from '../../../../src/wallet/account/lookahead.ts';
import { readChange, writeChange } from '../../../../src/wallet/state/codec.ts';
import { change, openLedger, put } from '../../../../src/wallet/state/state.ts';
import { testFile, testLedger } from '../test-ledger.ts';

const versionOf = (bytes: Uint8Array): unknown => (decode(bytes) as { version: unknown }).version;

describe('records of labels', () => {
  test('have the size of what is new, not of all labels', async () => {
    const ledger = await testLedger();
    await addAddresses(ledger, 0, 'shop', 10_000);
    await ledger.compact();
    await addAddresses(ledger, 0, 'one more', 1);
    await labelAddress(ledger, { major: 0, minor: 77 }, 'renamed');
    const { entries } = await ledger.file.load();
    expect(entries.map(({ length }) => length < 100)).toEqual([true, true]);
  });

  test('give the same labels after opening, from the journal and from a snapshot', async () => {
    const labels = fc.array(fc.string(), { minLength: 1, maxLength: 3 });
    const step = fc.record({ major: fc.nat(2), at: fc.nat(5), labels });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.nat(8), async (steps, compactAt) => {
        const ledger = await testLedger();
        const expected = [['Primary account']];
        for (const [i, { major, at, labels: added }] of steps.entries()) {
          const account = Math.min(major, expected.length);
          const row = (expected[account] ??= []);
          const minor = Math.min(at, row.length);
          row.splice(minor, added.length, ...added);
          await ledger.commit(change([putLabels({ major: account, minor }, added)]));
          if (i === compactAt) await ledger.compact();
        }
        expect(labelsOf(ledger.state)).toEqual(expected);
        expect(labelsOf((await openLedger(ledger.file)).state)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  test('of a snapshot are in parts when there are many', async () => {
    const ledger = await testLedger();
    await addAddresses(ledger, 0, 'shop', 2500);
    await labelAddress(ledger, { major: 0, minor: 2001 }, 'renamed');
    await ledger.compact();
    const { snapshot } = await ledger.file.load();
    const parts = readChange(snapshot!).puts.filter(({ table }) => table === 'labels');
    expect(parts.map(({ key, value }) => [key, (value as readonly string[]).length])).toEqual([
      ['0:0', 1000],
      ['0:1000', 1000],
      ['0:2000', 501],
    ]);
    expect(labelsOf((await openLedger(ledger.file)).state)).toEqual(labelsOf(ledger.state));
  });

  test('of an account as a whole, as earlier versions write them, replace all of its labels', async () => {
    const ledger = await testLedger({}, await testFile());
    await addAddresses(ledger, 0, 'shop', 3);
    await ledger.commit(change([put('labels', '0', ['Household', 'a'])]));
    expect(labelsOf((await openLedger(ledger.file)).state)).toEqual([['Household', 'a']]);
  });

  test('in parts are marked as unknown to earlier versions; whole ones are not', () => {
    expect(versionOf(writeChange(change([put('labels', '0', ['a', 'b'])])))).toBe(1);
    expect(versionOf(writeChange(change([putLabels({ major: 0, minor: 1 }, ['b'])])))).toBe(2);
  });
});
