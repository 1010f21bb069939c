import { describe, expect, it } from 'vitest';
import { shownEntries, type GivenEntry } from '../../support/shown-entries.ts';
import { Arrivals } from '../../../src/ui/app/arrivals.ts';
import { toTransfers } from '../../../src/ui/state/transfers.ts';

const HEIGHT = 1000;
const come = (txid: string, height: number, more: Partial<GivenEntry> = {}) =>
  toTransfers(
    shownEntries([
      {
        type: height === 0 ? 'pool' : 'in',
        txid,
        amount: 5_000_000_000_000n,
        height,
        timestamp: 1_700_000_000,
        subaddr_index: { major: 0, minor: 0 },
        ...more,
      },
    ]),
    HEIGHT,
  );

describe('announcements of incoming money', () => {
  it('are made once per transfer, and not for older ones', () => {
    const arrivals = new Arrivals();
    const old = come('old', 900);
    expect(arrivals.look(old)).toEqual([]);
    const waiting = come('new', 0);
    expect(arrivals.look([...waiting, ...old])).toEqual(['Received 5.00 XMR. It waits for a block.']);
    expect(arrivals.look([...come('new', 999), ...old])).toEqual([]);
    expect(arrivals.look([...come('mined', 999), ...come('new', 999), ...old])).toEqual([
      'Received 5.00 XMR. It is in a block.',
    ]);
  });
  it('are not made for outgoing, mined or failed transfers', () => {
    const arrivals = new Arrivals();
    arrivals.look([]);
    for (const type of ['out', 'pending', 'failed', 'block'])
      expect(arrivals.look(come(type, 0, { type }))).toEqual([]);
  });
  it('are not made for what a scan of old blocks finds, also after its end', () => {
    const arrivals = new Arrivals();
    arrivals.look([]);
    arrivals.reading(1000);
    expect(arrivals.look(come('found', 300))).toEqual([]);
    expect(arrivals.look([...come('top', 999), ...come('after', 1000), ...come('pool', 0)])).toHaveLength(2);
  });
  it('start over with another wallet', () => {
    const arrivals = new Arrivals();
    arrivals.look(come('one', 900));
    expect(arrivals.forget()).toEqual([]);
    expect(arrivals.look(come('two', 900))).toEqual([]);
    expect(arrivals.look(come('three', 999))).toHaveLength(1);
  });
});
