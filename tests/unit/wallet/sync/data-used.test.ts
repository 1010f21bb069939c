/** Bytes to and from nodes are counted by day and month, and stored in the wallet file. */
import { expect, test } from 'vitest';
import { openLedger } from '../../../../src/wallet/state/state.ts';
import { createDataCounter } from '../../../../src/wallet/sync/data-used.ts';
import { testLedger } from '../test-ledger.ts';

/** Noon on this device. */
const noon = (year: number, month: number, day: number): number =>
  new Date(year, month - 1, day, 12).getTime();

test('a day and a month begin at 0; what was before the wallet was opened does not count', async () => {
  const ledger = await testLedger();
  const traffic = { bytes: 5_000_000 };
  let time = noon(2026, 11, 29);
  const counter = createDataCounter(ledger, { now: () => time }, traffic);
  expect(counter.now).toMatchObject({ today: 0, month: 0 });
  traffic.bytes += 300_000;
  await counter.store();
  traffic.bytes += 10;
  await counter.store();
  expect(ledger.state.tables.dataUsed.get('')).toMatchObject({
    day: '2026-11-29',
    today: 300_000,
    month: 300_000,
  });
  expect(counter.now).toMatchObject({ today: 300_010, month: 300_010 });
  time = noon(2026, 11, 30);
  await counter.store(true);
  expect(counter.now).toMatchObject({ today: 10, month: 300_010 });
  time = noon(2026, 12, 1);
  expect(counter.now).toMatchObject({ day: '2026-12-01', today: 0, month: 0 });
  const again = await openLedger(ledger.file);
  expect(again.state.tables.dataUsed.get('')).toMatchObject({ day: '2026-11-30', today: 10, month: 300_010 });
});

test('the size of a block is the mean of those read last, and stays known', async () => {
  const ledger = await testLedger();
  const traffic = { bytes: 0 };
  const clock = { now: () => noon(2026, 11, 29) };
  const counter = createDataCounter(ledger, clock, traffic);
  counter.wasRead({ bytes: new ArrayBuffer(1000), count: 10 });
  expect(counter.now.blockBytes).toBe(0);
  counter.wasRead({ bytes: new ArrayBuffer(2000), count: 20 });
  traffic.bytes = 1;
  await counter.store(true);
  expect(createDataCounter(ledger, clock, traffic).now.blockBytes).toBe(100);
});
