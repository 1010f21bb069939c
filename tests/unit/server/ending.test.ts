/** The end of the wallet server: in order, and within a limit whatever does not end. */
import { describe, expect, it } from 'vitest';
import { endInOrder } from '../../../src/server/ending.ts';

const never = (): Promise<never> => new Promise(() => {});
const setUp = (change: Partial<Record<'answering' | 'wallet' | 'host', () => Promise<void>>> = {}) => {
  const done: string[] = [];
  const failed: string[] = [];
  const part = (name: 'answering' | 'wallet' | 'host') => async () => {
    await change[name]?.();
    done.push(name);
  };
  const ending = {
    servers: [{ stop: part('answering') }],
    served: { close: part('wallet') },
    host: { stop: part('host') },
    failed: (why: string) => failed.push(why),
  };
  return { done, failed, end: (limitMs?: number) => endInOrder(ending, limitMs) };
};

describe('the end of the server', () => {
  it('stops answering, then closes the wallets, then ends the host', async () => {
    const { done, failed, end } = setUp();
    expect(await end()).toBe(0);
    expect([done, failed]).toEqual([['answering', 'wallet', 'host'], []]);
  });
  it('answers exit code 1 when a wallet cannot be closed, and ends the host all the same', async () => {
    const { done, failed, end } = setUp({ wallet: () => Promise.reject(new Error('disk full')) });
    expect(await end()).toBe(1);
    expect([done, failed]).toEqual([['answering', 'host'], ['The wallet could not be closed: disk full']]);
  });
  // threat: server-floods
  it.each(['answering', 'wallet', 'host'] as const)(
    'comes within its limit when %s does not end',
    async (part) => {
      const { failed, end } = setUp({ [part]: never });
      expect(await end(20)).toBe(1);
      expect(failed.join()).toContain('within 0.02 seconds');
    },
  );
});
