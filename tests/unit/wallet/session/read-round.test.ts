/** When a round reads the copies, and what it does with their results. */
import { describe, expect, it, vi } from 'vitest';
import type { CopyReading } from '../../../../src/wallet/session/read-copies.ts';
import { readRound, type RoundParts } from '../../../../src/wallet/session/read-round.ts';

const COPIES = ['one', 'two'].map((name) => ({ name, password: 'a random one' }));

const setup = (changes: Partial<RoundParts> = {}) => {
  const forgotten: string[] = [];
  const read = vi.fn<RoundParts['read']>(() => Promise.resolve({ outcome: 'read', received: 0 }));
  const round = () =>
    readRound({
      copies: {
        list: () => Promise.resolve(COPIES),
        forget: (name) => Promise.resolve(void forgotten.push(name)),
      },
      read,
      isOpen: () => Promise.resolve(false),
      network: { onLine: true, saveData: false },
      ...changes,
    });
  return { forgotten, read, round };
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
  it('forgets a copy that is gone, and reads the others', async () => {
    const { forgotten, read, round } = setup();
    read.mockResolvedValueOnce({ outcome: 'gone', received: 0 });
    await round();
    expect(forgotten).toEqual(['one']);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
