/** Labels, and the look-ahead table: addresses beyond the labelled ones at which the scan finds outputs. */
import { describe, expect, test } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import {
  addAccount,
  addAddresses,
  addressLabel,
  labelAddress,
} from '../../../../src/wallet/account/accounts.ts';
import { addressOf } from '../../../../src/wallet/account/addresses.ts';
import {
  buildTable,
  growLabels,
  labelsOf,
  tableShape,
  UNTITLED,
  widenRows,
  withinLookahead,
} from '../../../../src/wallet/account/lookahead.ts';
import { createInlineCryptoWorkers } from '../../../../src/wallet/crypto-workers.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { testAccount, testLedger } from '../test-ledger.ts';

const LOOKAHEAD = { major: 3, minor: 5 };

describe('the look-ahead', () => {
  test('of a new wallet has the configured accounts with the configured addresses', () => {
    expect(tableShape([1], LOOKAHEAD)).toEqual([5, 5, 5]);
  });

  test('continues from the last label of each account, and from the last account', () => {
    expect(tableShape([3, 1], LOOKAHEAD)).toEqual([7, 5, 5, 5]);
  });

  test.each([
    [{ major: 0, minor: 6 }, true],
    [{ major: 0, minor: 8 }, false],
    [{ major: 4, minor: 0 }, true],
    [{ major: 5, minor: 0 }, false],
    [{ major: 1, minor: 5 }, true],
    [{ major: 2, minor: 5 }, false],
  ])('extends %o: %s', (index, within) => {
    expect(withinLookahead([3, 1], LOOKAHEAD, index)).toBe(within);
  });

  test('extends to money far out, which labels all addresses before it', () => {
    const counts = [1];
    const puts = growLabels(counts, { major: 2, minor: 2 });
    expect(counts).toEqual([1, 1, 3]);
    expect(puts.map(({ key, value }) => [key, value])).toEqual([
      ['1:0', [UNTITLED]],
      ['2:0', [UNTITLED]],
      ['2:1', ['', '']],
    ]);
    expect([growLabels(counts, { major: 2, minor: 2 }), counts]).toEqual([[], [1, 1, 3]]);
  });
});

describe('the look-ahead table', () => {
  const account = testAccount();

  test('contains the spend key of each address with its index', () => {
    const first = buildTable(account, [2, 3]);
    const second = buildTable(account, [4, 3, 1], first.rows);
    const { keys, majors, minors } = second.table;
    expect([...majors]).toEqual([0, 0, 0, 0, 1, 1, 1, 2]);
    expect([...minors]).toEqual([0, 1, 2, 3, 0, 1, 2, 0]);
    for (let i = 0; i < majors.length; i++)
      expect(toHex(keys.slice(32 * i, 32 * i + 32))).toBe(
        toHex(addressOf(account, { major: majors[i]!, minor: minors[i]! }).spendPublic),
      );
    expect(second.rows[1]).toEqual(first.rows[1]);
  });

  test('has the same rows when crypto workers compute them, and only the missing ones', async () => {
    const cryptoWorkers = createInlineCryptoWorkers({ bytes: seededRandom('rows') });
    const asked: unknown[] = [];
    const counting: Pick<typeof cryptoWorkers, 'addresses'> = {
      addresses: (of, rows) => {
        asked.push(...rows);
        return cryptoWorkers.addresses(of, rows);
      },
    };
    const first = await widenRows(counting, account, [2, 3], []);
    expect(first).toEqual(buildTable(account, [2, 3]).rows);
    asked.length = 0;
    const second = await widenRows(counting, account, [4, 2, 1], first);
    expect(second).toEqual(buildTable(account, [4, 3, 1]).rows);
    expect(asked).toEqual([
      { major: 0, from: 2, count: 2 },
      { major: 2, from: 0, count: 1 },
    ]);
  });

  test('never shrinks', () => {
    const wide = buildTable(account, [6]);
    expect(buildTable(account, [2], wide.rows).table.majors).toHaveLength(6);
  });
});

describe('accounts and addresses made by hand', () => {
  test('are numbered, labelled and renamed', async () => {
    const ledger = await testLedger();
    expect(await addAccount(ledger, 'savings')).toBe(1);
    expect(await addAddresses(ledger, 1, 'shop', 3)).toEqual([1, 2, 3]);
    expect(await addAddresses(ledger, 0, '', 1)).toEqual([1]);
    await labelAddress(ledger, { major: 1, minor: 2 }, 'renamed');
    expect(labelsOf(ledger.state)).toEqual([
      ['Primary account', ''],
      ['savings', 'shop', 'renamed', 'shop'],
    ]);
    expect(addressLabel(ledger.state, { major: 1, minor: 2 })).toBe('renamed');
  });

  test('do not overwrite each other when made at the same moment', async () => {
    const ledger = await testLedger();
    const made = await Promise.all([1, 2, 3].map((n) => addAddresses(ledger, 0, `${n}`, 1)));
    expect(made).toEqual([[1], [2], [3]]);
    expect(await Promise.all([addAccount(ledger, 'a'), addAccount(ledger, 'b')])).toEqual([1, 2]);
  });

  test('that do not exist give faults', async () => {
    const ledger = await testLedger();
    await expect(addAddresses(ledger, 5, '', 1)).rejects.toMatchObject({ code: 'account_index' });
    await expect(addAddresses(ledger, 0, '', 0)).rejects.toMatchObject({ code: 'bad_count' });
    await expect(labelAddress(ledger, { major: 0, minor: 9 }, '')).rejects.toMatchObject({
      code: 'address_index',
    });
  });
});
