import { describe, expect, it } from 'vitest';
import { pageEntries, type GivenEntry } from '../../support/shown-entries.ts';
import { Months } from '../../../src/ui/features/history/months.ts';
import type { Transfer } from '../../../src/ui/state/model.ts';
import { isArrival, toTransfers } from '../../../src/ui/state/transfers.ts';

/** Without a zone, so in local time. */
const at = (time: string): number => new Date(time).getTime();
const NOW = at('2026-06-03T15:00:00');
let count = 0;
const wire = (changes: Partial<GivenEntry>, time = '2026-05-20T12:00:00'): GivenEntry => ({
  type: 'in',
  txid: `t${count++}`,
  amount: 0n,
  fee: 0n,
  height: 900,
  timestamp: at(time) / 1000,
  subaddr_index: { major: 0, minor: 0 },
  ...changes,
});
const months = (...entries: GivenEntry[]) => {
  const made = new Months(NOW, undefined);
  for (const transfer of toTransfers(pageEntries(entries), 1000))
    if (!isArrival(transfer)) made.add(transfer);
  return made.list;
};
const sums = (...entries: GivenEntry[]) => months(...entries).map((month) => [month.in, month.out]);

describe('a month of the history', () => {
  it('begins at midnight of the device', () => {
    const list = months(
      wire({}, '2026-04-30T23:59:59'),
      wire({}, '2026-05-01T00:00:00'),
      wire({}, '2025-05-01T00:00:00'),
    );
    expect(list.map(({ key }) => key)).toEqual(['2026-05', '2026-04', '2025-05']);
  });
  it('has money in and money out, with the fees of what was sent', () => {
    expect(
      sums(
        wire({ type: 'in', amount: 7n, fee: 3n }),
        wire({ type: 'block', amount: 20n }),
        wire({ type: 'out', amount: 5n, fee: 1n }),
      ),
    ).toEqual([[27n, 6n]]);
  });
  it('counts what waits for a block, but not what failed', () => {
    expect(
      sums(
        wire({ type: 'pool', amount: 7n, height: 0 }),
        wire({ type: 'pending', amount: 5n, fee: 1n, height: 0 }),
        wire({ type: 'failed', amount: 100n, fee: 1n, height: 0 }),
      ),
    ).toEqual([[7n, 6n]]);
  });
  it('counts of a move only its fee', () => {
    const out = wire({ type: 'out', txid: 'move', amount: 9n, fee: 2n });
    const arrival = wire({ txid: 'move', amount: 9n, fee: 2n, subaddr_index: { major: 1, minor: 0 } });
    expect(sums(out, arrival)).toEqual([[0n, 2n]]);
    const within = wire({ type: 'out', amount: 0n, fee: 2n, destinations: [{ address: '8a', amount: 9n }] });
    expect(sums(within)).toEqual([[0n, 2n]]);
  });
  it('counts of a payment that goes partly to this wallet what others got, and the fee', () => {
    const out = wire({ type: 'out', txid: 'part', amount: 9n, fee: 2n });
    const arrival = wire({ txid: 'part', amount: 4n, subaddr_index: { major: 1, minor: 0 } });
    expect(sums(out, arrival)).toEqual([[0n, 7n]]);
  });
  it('has each transfer once, also when an older one waits above newer ones', () => {
    const list = months(
      wire({ type: 'pool', txid: 'waits', height: 0 }, '2026-05-31T12:00:00'),
      wire({ txid: 'june' }, '2026-06-01T12:00:00'),
      wire({ txid: 'may' }, '2026-05-30T12:00:00'),
    );
    const ids = (month: { readonly transfers: readonly Transfer[] } | undefined) =>
      month?.transfers.map(({ txid }) => txid);
    expect([ids(list[0]), ids(list[1])]).toEqual([['june'], ['waits', 'may']]);
  });
  it('is the present one for a transfer whose time is not known yet', () => {
    expect(months(wire({ type: 'pool', height: 0, timestamp: 0 }))[0]?.key).toBe('2026-06');
  });
});
