/** When a round reads the copies, and what it does with their results. */
import { describe, expect, it, vi } from 'vitest';
import type { CopyReading } from '../../../../src/wallet/session/read-copies.ts';
import { readRound, type RoundParts } from '../../../../src/wallet/session/read-round.ts';

const COPIES = ['one', 'two'].map((name) => ({ name, password: 'a random one' }));

const setup = (changes: Partial<RoundParts> = {}) => {
  const forgotten: string[] = [];
  const moved: string[] = [];
  const bugs: unknown[] = [];
  const read = vi.fn<RoundParts['read']>(() => Promise.resolve({ outcome: 'read', received: 0 }));
  const round = () =>
    readRound({
      copies: {
        list: () => Promise.resolve(COPIES),
        forget: (name) => Promise.resolve(void forgotten.push(name)),
        moveBack: (name) => Promise.resolve(void moved.push(name)),
      },
      onBug: (error) => void bugs.push(error),
      read,
      isOpen: () => Promise.resolve(false),
      network: { onLine: true, saveData: false },
      ...changes,
    });
  return { forgotten, moved, bugs, read, round };
};

describe('a round of reading', () => {
  it('reads each listed copy and adds up what arrived', async () => {
    const { forgotten, read, round } = setup();
    const readings: CopyReading[] = [
      { outcome: 'read', received: 1 },
      { outcome: 'unread', received: 2 },
    ];
    for (const each of readings) read.mockResolvedValueOnce(each);
    expect(await round()).toBe(3);
    expect(read.mock.calls).toEqual(COPIES.map((copy) => [copy]));
    expect(forgotten).toEqual([]);
  });
  it('reads nothing while a page has a wallet open, without a network, or with data saver on', async () => {
    for (const changes of [
      { isOpen: () => Promise.resolve(true) },
      { network: { onLine: false, saveData: false } },
      { network: { onLine: true, saveData: true } },
    ]) {
      const { read, round } = setup(changes);
      expect(await round()).toBe(0);
      expect(read).not.toHaveBeenCalled();
    }
  });
  it('reads the others when one throws, and reports the error', async () => {
    const { bugs, read, round } = setup();
    read.mockRejectedValueOnce(new Error('a bug')).mockResolvedValueOnce({ outcome: 'read', received: 2 });
    expect(await round()).toBe(2);
    expect(bugs).toEqual([new Error('a bug')]);
  });
  it('puts each copy behind the others before it is read, since the browser may end a round', async () => {
    const { moved, read, round } = setup();
    const order: string[] = [];
    read.mockImplementation(({ name }) => {
      order.push(`${name} after ${moved.join(' ')}`);
      return Promise.resolve({ outcome: 'read', received: 0 });
    });
    await round();
    expect(order).toEqual(['one after one', 'two after one two']);
  });
  it('forgets a copy that is gone, and reads the others', async () => {
    const { forgotten, read, round } = setup();
    read.mockResolvedValueOnce({ outcome: 'gone', received: 0 });
    await round();
    expect(forgotten).toEqual(['one']);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
