import { describe, expect, it } from 'vitest';
import { pageEntries, type GivenEntry } from '../../support/shown-entries.ts';
import { Arrivals } from '../../../src/ui/app/arrivals.ts';
import { toTransfers } from '../../../src/ui/state/transfers.ts';

const HEIGHT = 1000;
/** Number of known blocks when the wallet is opened. */
const START = 950;
const come = (txid: string, height: number, more: Partial<GivenEntry> = {}) =>
  toTransfers(
    pageEntries([
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
    expect(arrivals.newTexts(old, START)).toEqual([]);
    const waiting = come('new', 0);
    expect(arrivals.newTexts([...waiting, ...old], HEIGHT)).toEqual([
      'Received 5.00 XMR. It waits for a block.',
    ]);
    expect(arrivals.newTexts([...come('new', 999), ...old], HEIGHT)).toEqual([]);
    expect(arrivals.newTexts([...come('mined', 999), ...come('new', 999), ...old], HEIGHT)).toEqual([
      'Received 5.00 XMR. It is in a block.',
    ]);
  });
  it('say no amount while amounts are hidden', () => {
    const arrivals = new Arrivals();
    arrivals.newTexts([], START);
    expect(arrivals.newTexts(come('new', 0), HEIGHT, true)).toEqual([
      'Money was received. It waits for a block.',
    ]);
    expect(arrivals.newTexts(come('new', 0), HEIGHT)).toEqual([]);
  });
  it('name all that a transaction brought, to whichever addresses and accounts', () => {
    const arrivals = new Arrivals();
    arrivals.newTexts([], START);
    const parts = [0, 1].flatMap((major) => come('split', 0, { subaddr_index: { major, minor: 1 } }));
    expect(arrivals.newTexts([...come('other', 0), ...parts], HEIGHT)).toEqual([
      'Received 5.00 XMR. It waits for a block.',
      'Received 10.00 XMR. It waits for a block.',
    ]);
    expect(arrivals.newTexts(parts, HEIGHT)).toEqual([]);
  });
  it('are not made for older ones that are loaded after the newest', () => {
    const arrivals = new Arrivals();
    const newest = come('newest', 900);
    arrivals.newTexts(newest, START);
    expect(arrivals.newTexts([...newest, ...come('older', 300)], START)).toEqual([]);
  });
  it('are not made for outgoing, mined or failed transfers', () => {
    const arrivals = new Arrivals();
    arrivals.newTexts([], 0);
    for (const type of ['out', 'pending', 'failed', 'block'])
      expect(arrivals.newTexts(come(type, 0, { type }), HEIGHT)).toEqual([]);
  });
  it('are not made for what a scan of old blocks finds, also after its end', () => {
    const arrivals = new Arrivals();
    arrivals.newTexts([], 0);
    arrivals.reading(1000);
    expect(arrivals.newTexts(come('found', 300), 400)).toEqual([]);
    expect(
      arrivals.newTexts([...come('top', 999), ...come('after', 1000), ...come('pool', 0)], HEIGHT),
    ).toHaveLength(2);
  });
  it('start over with another wallet', () => {
    const arrivals = new Arrivals();
    arrivals.newTexts(come('one', 900), START);
    expect(arrivals.forget()).toEqual([]);
    expect(arrivals.newTexts(come('two', 900), START)).toEqual([]);
    expect(arrivals.newTexts(come('three', 999), HEIGHT)).toHaveLength(1);
  });
});
