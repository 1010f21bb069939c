import { describe, expect, it } from 'vitest';
import { pageEntries, type GivenEntry } from '../../support/shown-entries.ts';
import {
  atHeight,
  inOrder,
  isArrival,
  joined,
  nextToCome,
  toTransfers,
} from '../../../src/ui/state/transfers.ts';
import { exactTime, untilTime } from '../../../src/ui/format/time.ts';
import { timeWords } from '../../../src/ui/features/history/time-words.ts';
import {
  kindWords,
  namingAddress,
  stateWords,
  transferName,
} from '../../../src/ui/transfers/transfer-texts.ts';
import type { Labels } from '../../../src/ui/state/labels.ts';

const HEIGHT = 1000;
const names: Labels = {
  account: (index) => ['Everyday', 'Shop', 'Savings'][index] ?? '?',
  contact: (address) => ({ m: 'Mara', l: 'Luis' })[address] ?? '',
  label: (account, index) => (account === 0 && index === 2 ? 'Shop counter' : ''),
};
const wire = (changes: Partial<GivenEntry>): GivenEntry => ({
  type: 'in',
  txid: 'aa',
  amount: 5n,
  fee: 0n,
  height: 900,
  timestamp: 1_700_000_000,
  subaddr_index: { major: 0, minor: 0 },
  ...changes,
});
describe('two parts of the history', () => {
  it('are joined in the order of one list, wherever the second one begins', () => {
    // Times of blocks may decrease; the failed one has no height.
    const times = [9, 8, 8, 6, 7, 5, 3, 4, 4, 1];
    const all = toTransfers(
      pageEntries(
        times.map((timestamp, i) =>
          wire({ txid: `t${i}`, height: 20 - i, timestamp, ...(i === 2 && { type: 'failed', height: 0 }) }),
        ),
      ),
      HEIGHT,
    );
    const byHeight = all.toSorted((a, b) => b.height - a.height);
    for (let cut = 0; cut <= all.length; cut += 1)
      expect(joined(inOrder(byHeight.slice(0, cut)), inOrder(byHeight.slice(cut)))).toEqual(inOrder(all));
  });
});
const one = (changes: Partial<GivenEntry>) => toTransfers(pageEntries([wire(changes)]), HEIGHT)[0]!;

describe('a transfer', () => {
  it('waits for a block while it is in the pool or was just sent', () => {
    for (const type of ['pool', 'pending']) {
      const transfer = one({ type, height: 0 });
      expect(transfer).toMatchObject({ state: 'waiting', blocks: 0, remaining: 10 });
      expect(stateWords(transfer)).toBe('Waiting for a block');
    }
  });
  it('is settled after ten blocks', () => {
    const transfer = one({ height: 997 });
    expect(transfer).toMatchObject({ state: 'settling', blocks: 3, remaining: 7 });
    expect(stateWords(transfer)).toBe('3 of 10 blocks');
    expect(one({ height: 991 })).toMatchObject({ blocks: 9, remaining: 1 });
    expect(one({ height: 990 })).toMatchObject({
      state: 'done',
      blocks: 10,
      remaining: 0,
    });
  });
  it('can be written down also when its lock or its block has a time that no date has', () => {
    const locked = { type: 'in', height: 900, unlock_time: 2n ** 64n - 1n, timestamp: 2 ** 52 } as const;
    const [transfer] = toTransfers(pageEntries([wire(locked)]), HEIGHT, 0);
    expect(stateWords(transfer!)).toMatch(/^Locked until /);
    expect(exactTime(transfer!.time)).toContain('9999');
  });
  it('is locked until a date when its lock is a time, whatever the height, and then done', () => {
    const until = 1_900_000_000;
    const locked = { type: 'in', height: 900, unlock_time: BigInt(until) } as const;
    const at = (now: number) => toTransfers(pageEntries([wire(locked)]), HEIGHT, now)[0]!;
    const free = (until - 120) * 1000;
    const before = at(free - 1);
    expect(before).toMatchObject({ state: 'settling', remaining: 0, lockedUntil: free });
    expect(stateWords(before)).toBe(`Locked until ${exactTime(free)}`);
    const facts = { now: free - 86_400_000, height: HEIGHT, testNetwork: false };
    expect(timeWords(before, facts)).toContain(`Locked ${untilTime(free, facts.now)}`);
    expect(at(free)).toMatchObject({ state: 'done' });
    expect(atHeight(before, HEIGHT + 1, free - 1)).toMatchObject({ state: 'settling' });
    expect(atHeight(before, HEIGHT + 1, free)).toMatchObject({ state: 'done' });
    // A lock by time does not shorten the ten blocks.
    expect(toTransfers(pageEntries([wire({ ...locked, height: 997 })]), HEIGHT, free)[0]).toMatchObject({
      remaining: 7,
    });
  });
  it('gets older with each block without a fetch, and younger after a reorg', () => {
    const transfer = one({ height: 996 });
    expect(transfer).toMatchObject({ remaining: 6, blocks: 4 });
    expect(atHeight(transfer, 1003)).toMatchObject({ state: 'settling', remaining: 3, blocks: 7 });
    const done = atHeight(transfer, 1006);
    expect(done).toMatchObject({ state: 'done', remaining: 0, blocks: 10 });
    expect(atHeight(done, 1100)).toBe(done);
    expect(atHeight(done, 1005)).toMatchObject({ state: 'settling', remaining: 1, blocks: 9 });
    const waiting = one({ type: 'pool', height: 0 });
    expect(atHeight(waiting, 1100)).toBe(waiting);
  });
  it.each([
    ['done', {}, '100 blocks since, today 09:05'],
    ['done, with its last block', { height: 1000 - 10 }, '10 blocks since, today 09:05'],
    ['received and locked', { height: 997 }, 'Spendable in about 14 minutes, came today 09:05'],
    ['sent and settling', { type: 'out', height: 997 }, 'Done in about 14 minutes, sent today 09:05'],
    ['on its way here', { type: 'pool', height: 0 }, 'Seen today 09:05'],
    ['on its way out', { type: 'pending', height: 0 }, 'Sent today 09:05'],
    ['failed', { type: 'failed', height: 0 }, 'Tried today 09:05'],
    ['waiting without a time', { type: 'pending', height: 0, timestamp: 0 }, ''],
  ] as const)('that is %s says when', (_state, changes, words) => {
    const now = new Date('2026-06-03T15:00:00').getTime();
    const timestamp = new Date('2026-06-03T09:05:00').getTime() / 1000;
    const facts = { now, height: HEIGHT, testNetwork: false };
    expect(timeWords(one({ timestamp, ...changes }), facts)).toBe(words);
  });
  it('that was mined is locked for sixty blocks', () => {
    const young = one({ type: 'block', height: 983 });
    expect(young).toMatchObject({ kind: 'mined', state: 'settling', remaining: 43, blocks: 0 });
    expect(stateWords(young)).toBe('43 blocks to go');
    expect(one({ type: 'block', height: 945 })).toMatchObject({ remaining: 5, blocks: 5 });
  });
  it('with an unlock height is locked until that height', () => {
    expect(one({ unlock_time: 1004n })).toMatchObject({ state: 'settling', remaining: 4 });
    // A time, not a height: a person does not count blocks to it.
    expect(one({ unlock_time: 1_700_000_000n })).toMatchObject({ state: 'done' });
  });
  it('that failed has its amount and says so', () => {
    const transfer = one({ type: 'failed', height: 0 });
    expect(transfer).toMatchObject({ state: 'failed', kind: 'out' });
    expect([stateWords(transfer), kindWords(transfer)]).toEqual(['Not sent', 'Not sent']);
  });
  it('has no payment ID when that is only the dummy', () => {
    expect(one({ payment_id: '0000000000000000' }).paymentId).toBe('');
    expect(one({ payment_id: 'a1b2c3d4e5f60718' }).paymentId).toBe('a1b2c3d4e5f60718');
  });
});

describe('the name of a transfer', () => {
  it("is the note, or else the address's label", () => {
    expect(transferName(one({ note: 'Mara' }), names)).toBe('Mara');
    expect(transferName(one({ subaddr_index: { major: 0, minor: 2 } }), names)).toBe('Shop counter');
    expect(transferName(one({}), names)).toBe('Received');
    expect(transferName(one({ type: 'out' }), names)).toBe('Sent, payee not known');
    expect(transferName(one({ type: 'block', height: 1208 }), names)).toBe('Mined block 1,208');
  });
});

describe('a transfer without note, contact and label', () => {
  const paid = (address: string) => one({ type: 'out', destinations: [{ address, amount: 5n }] });
  it('is named by the address that was paid, or the own one that received it', () => {
    expect(namingAddress(paid('x'), names)).toBe('x');
    expect(namingAddress(one({ address: 'own' }), names)).toBe('own');
  });
  it('has no such name when a better one is known, or no address', () => {
    expect(namingAddress(paid('m'), names)).toBe('');
    expect(namingAddress({ ...paid('x'), note: 'Rent' }, names)).toBe('');
    expect(namingAddress(one({ address: 'own', subaddr_index: { major: 0, minor: 2 } }), names)).toBe('');
    expect(namingAddress(one({ type: 'out' }), names)).toBe('');
    expect(namingAddress(one({ type: 'block', height: 1208, address: 'own' }), names)).toBe('');
  });
});

describe('a transfer between own accounts', () => {
  const out = wire({ type: 'out', txid: 'mm', amount: 5n, fee: 1n });
  const arrival = wire({ txid: 'mm', amount: 5n, subaddr_index: { major: 2, minor: 0 } });

  it('is one line of the history with the name of its destination', () => {
    const transfers = toTransfers(pageEntries([out, arrival]), HEIGHT);
    expect(transfers).toHaveLength(2);
    const [line, ...rest] = transfers.filter((each) => !isArrival(each));
    expect(rest).toEqual([]);
    expect(line).toMatchObject({ kind: 'move', incoming: false, otherAccount: 2 });
    expect(transferName(line!, names)).toBe('Moved to Savings');
    expect(
      transferName(
        transfers.find(({ incoming }) => incoming)!,
        names,
      ),
    ).toBe('Moved from Everyday');
  });
  it('to the same account is a move too, with the sent amount', () => {
    const [line] = toTransfers(
      pageEntries([
        wire({ type: 'out', amount: 0n, fee: 1n, destinations: [{ address: '8a', amount: 7n }] }),
      ]),
      HEIGHT,
    );
    expect(line).toMatchObject({ kind: 'move', amount: 7n, otherAccount: 0 });
    expect(transferName(line!, names)).toBe('Moved within the account');
  });
  it('is an ordinary payment when part of it went to another wallet', () => {
    const transfers = toTransfers(pageEntries([{ ...out, amount: 9n }, arrival]), HEIGHT);
    expect(transfers.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
      ['move', 5n],
      ['out', 4n],
    ]);
  });
});

describe('the order of transfers', () => {
  it('has waiting ones first, then the newest', () => {
    const list = toTransfers(
      pageEntries([
        wire({ txid: 'old', timestamp: 10 }),
        wire({ txid: 'new', timestamp: 30 }),
        wire({ txid: 'waits', type: 'pool', height: 0, timestamp: 20 }),
      ]),
      HEIGHT,
    );
    expect(list.map(({ txid }) => txid)).toEqual(['waits', 'new', 'old']);
  });
});

describe('the next money to unlock', () => {
  const groups = [
    { blocks: 3, amount: 6n },
    { blocks: 9, amount: 7n },
  ];
  it('is the soonest amount; the others are counted', () => {
    expect(nextToCome(groups, 13n)).toEqual({
      amount: 6n,
      blocks: 7,
      remaining: 3,
      waiting: false,
      more: 7n,
    });
  });
  it('counts a transfer in the pool among the others', () => {
    expect(nextToCome(groups, 15n)).toMatchObject({ amount: 6n, more: 9n });
  });
  it('is absent when nothing is locked', () => {
    expect(nextToCome([], 0n)).toBeUndefined();
  });
  it('is the waiting change when there is no waiting income', () => {
    expect(nextToCome([], 40n)).toEqual({ amount: 40n, blocks: 0, remaining: 10, waiting: true, more: 0n });
  });
  it('has no progress when it waits for more than ten blocks', () => {
    expect(nextToCome([{ blocks: 43, amount: 5n }], 5n)).toMatchObject({ remaining: 43, blocks: 0 });
  });
});
