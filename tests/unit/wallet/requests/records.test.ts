import { describe, expect, it } from 'vitest';
import { isFault } from '../../../../src/base/fault.ts';
import { addAddresses } from '../../../../src/wallet/account/accounts.ts';
import { labelsOf } from '../../../../src/wallet/account/lookahead.ts';
import {
  changeRequest,
  makeRequest,
  requestsOf,
  type NewRequest,
} from '../../../../src/wallet/requests/records.ts';
import { openLedger, type Ledger } from '../../../../src/wallet/state/state.ts';
import { createTestChain } from '../test-chain.ts';
import { readChain, testFile, testLedger } from '../test-ledger.ts';

const NOW = 1_700_000_000;
const BIKE: NewRequest = { account: 0, amount: 7n, purpose: 'Bike', message: 'Thank you' };
const make = (ledger: Ledger, more: Partial<NewRequest> = {}, now = NOW) =>
  makeRequest(ledger, { ...BIKE, ...more }, now);
const faultOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await work.then(
    () => 'nothing failed',
    (it: unknown) => it,
  );
  return isFault(error) ? { code: error.code, ...(error.data as object) } : error;
};

describe('a new payment request', () => {
  it('has an address of its own with the purpose as label, also when two are made at once', async () => {
    const ledger = await testLedger();
    const made = await Promise.all([
      make(ledger),
      addAddresses(ledger, 0, 'Shop', 1),
      make(ledger, { purpose: 'Lamp' }),
    ]);
    expect(made).toEqual([{ major: 0, minor: 1 }, [2], { major: 0, minor: 3 }]);
    expect(labelsOf(ledger.state)[0]!.slice(1)).toEqual(['Bike', 'Shop', 'Lamp']);
  });
  it('is in the file with all its fields, after a merge of the journal, too', async () => {
    const file = await testFile();
    const ledger = await testLedger({}, file);
    await make(ledger, { expires: NOW + 60 });
    await make(ledger, { amount: 0n, purpose: '', message: '' }, NOW + 1);
    const all = [
      {
        ...{ subaddress: { major: 0, minor: 2 }, amount: 0n, purpose: '', message: '', note: '' },
        ...{ created: NOW + 1, firstSeen: [] },
      },
      {
        ...{ subaddress: { major: 0, minor: 1 }, amount: 7n, purpose: 'Bike', message: 'Thank you' },
        ...{ note: '', created: NOW, expires: NOW + 60, firstSeen: [] },
      },
    ];
    expect(requestsOf((await openLedger(file)).state)).toEqual(all);
    await ledger.compact();
    expect(requestsOf((await openLedger(file)).state)).toEqual(all);
  });
  it('is not in a file of before requests, to which one can be added', async () => {
    const file = await testFile();
    await testLedger({}, file);
    const ledger = await openLedger(file);
    expect(requestsOf(ledger.state)).toEqual([]);
    await make(ledger);
    expect(requestsOf((await openLedger(file)).state)).toHaveLength(1);
  });
  it('is not made where a restore from the words would miss its money', async () => {
    const ledger = await testLedger();
    await addAddresses(ledger, 0, '', 198);
    await make(ledger);
    expect(await faultOf(make(ledger))).toEqual({ code: 'too_many_new_addresses', account: 0 });
    const chain = createTestChain(2);
    chain.add([{ id: 'a', outputs: [{ name: 'a', amount: 1n, to: { major: 0, minor: 199 } }] }]);
    await readChain(ledger, chain);
    expect(await make(ledger)).toMatchObject({ major: 0 });
  });
  it.each<[string, Partial<NewRequest>, string]>([
    ['a long purpose', { purpose: 'x'.repeat(201) }, 'too_long'],
    ['a purpose with a change of direction', { purpose: 'a\u202eb' }, 'characters'],
    ['a long message', { message: 'x'.repeat(301) }, 'too_long'],
    ['a message of two lines', { message: 'a\nb' }, 'characters'],
    ['an end that is now', { expires: NOW }, 'range'],
    ['an end after the year 9999', { expires: 253_402_300_800 }, 'range'],
  ])('is refused with %s', async (_, more, reason) => {
    const ledger = await testLedger();
    const [field] = Object.keys(more);
    expect(await faultOf(make(ledger, more))).toEqual({ code: 'bad_payment_request', field, reason });
    expect(labelsOf(ledger.state)[0]).toHaveLength(1);
  });
  it('is refused in an account that does not exist', async () => {
    expect(await faultOf(make(await testLedger(), { account: 1 }))).toMatchObject({ code: 'account_index' });
  });
});

describe('a change of a payment request', () => {
  it('closes and opens it, and keeps the rest', async () => {
    const ledger = await testLedger();
    const at = await make(ledger, { expires: NOW + 60 });
    const [before] = requestsOf(ledger.state);
    await changeRequest(ledger, at, { closed: true }, NOW + 5);
    await changeRequest(ledger, at, { note: 'Mara' }, NOW + 9);
    await changeRequest(ledger, at, { closed: true }, NOW + 9);
    expect(requestsOf(ledger.state)).toEqual([{ ...before, note: 'Mara', closed: NOW + 5 }]);
    await changeRequest(ledger, at, { closed: false, note: '' }, NOW + 9);
    expect(requestsOf(ledger.state)).toEqual([before]);
  });
  it('is refused for another address, and with a long note', async () => {
    const ledger = await testLedger();
    const at = await make(ledger);
    expect(await faultOf(changeRequest(ledger, { major: 0, minor: 0 }, { closed: true }, NOW))).toEqual({
      ...{ code: 'no_payment_request', account: 0, index: 0 },
    });
    expect(await faultOf(changeRequest(ledger, at, { note: 'x'.repeat(501) }, NOW))).toMatchObject({
      field: 'note',
    });
  });
});
