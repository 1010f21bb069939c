/** The order in which addresses changed. */
import { describe, expect, test } from 'vitest';
import { AddressLog } from '../../../../src/wallet/state/address-log.ts';
import { change, put, remove, type Ledger } from '../../../../src/wallet/state/state.ts';
import { putLabels } from '../../../../src/wallet/account/lookahead.ts';
import { createTestChain } from '../test-chain.ts';
import { readChain, testLedger } from '../test-ledger.ts';

const NOTHING = { tables: { payments: new Map(), requests: new Map() }, outputs: [] };
const known = { ...NOTHING, history: { unmined: new Map() } };
const labelled = (minor: number) => change([putLabels({ major: 0, minor }, ['x'])]);
const minorsOf = ({ addresses }: ReturnType<Ledger['changedAddresses']>) =>
  addresses.map(({ minor }) => minor);

describe('the log of changed addresses', () => {
  test('has an address once, at its last change', () => {
    const log = new AddressLog(new Map([['0', ['', 'a', 'b']]]));
    expect(minorsOf(log.since(0, 10))).toEqual([0, 1, 2]);
    log.note(known, labelled(0));
    expect(minorsOf(log.since(0, 10))).toEqual([1, 2, 0]);
  });
  test('is the same after many thousand changes, and no longer', () => {
    const log = new AddressLog(new Map([['0', ['', '', '']]]));
    const { revision } = log.since(0, 10);
    for (let i = 0; i < 10_000; i++) log.note(known, labelled(i % 2));
    expect(minorsOf(log.since(0, 10))).toEqual([2, 0, 1]);
    expect(minorsOf(log.since(revision, 10))).toEqual([0, 1]);
    const { revision: last } = log.since(0, 10);
    expect(log.since(last, 10)).toEqual({ revision: last, addresses: [], more: false });
  });
  test('has each removed output once, also when all are removed one by one as before a rescan', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2);
    chain.add([{ id: 'a', outputs: [{ name: 'a', amount: 70n }] }]);
    await readChain(ledger, chain);
    const log = new AddressLog(new Map());
    const outputs = Array.from({ length: 1000 }, (_, i) => ({
      ...ledger.state.outputs[0]!,
      subaddress: { major: 0, minor: i % 3 },
    }));
    const deletes = [...outputs.keys()].reverse().map((index) => remove('outputs', String(index)));
    log.note({ ...known, outputs }, change([], deletes));
    const { revision } = log.since(0, 10);
    expect(minorsOf(log.since(0, 10)).sort()).toEqual([0, 1, 2]);
    expect(revision).toBe(outputs.length);
  });
  test('gives pages that have each address once, also when one changes between them', () => {
    const log = new AddressLog(new Map([['0', ['', 'a', 'b']]]));
    const first = log.since(0, 2);
    expect([minorsOf(first), first.more]).toEqual([[0, 1], true]);
    log.note(known, labelled(0));
    const second = log.since(first.revision, 2);
    expect([minorsOf(second), second.more]).toEqual([[2, 0], false]);
  });
  test('has the address that a payment changes, when it comes, is reorganised and comes again', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(5);
    await readChain(ledger, chain);
    const since = () => {
      const changed = ledger.changedAddresses(revision, 100);
      ({ revision } = changed);
      return changed.addresses.map(({ major, minor }) => [major, minor]);
    };
    let revision = 0;
    since();
    chain.add([{ id: 'a', outputs: [{ name: 'a', amount: 70n }] }]);
    await readChain(ledger, chain);
    expect(since()).toContainEqual([0, 0]);
    await ledger.commit(change([put('attributes', 'x', 'y')]));
    expect(since()).toEqual([]);
    await ledger.commit((state) => change([put('outputs', '0', { ...state.outputs[0]!, frozen: true })]));
    expect(since()).toEqual([[0, 0]]);
  });
});
