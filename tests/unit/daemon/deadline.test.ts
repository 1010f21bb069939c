import { describe, expect, it } from 'vitest';
import { startDeadline } from '../../../src/daemon/deadline.ts';
import { createFakeClock } from '../../support/rpc/fake-clock.ts';

describe('the deadline of a request', () => {
  it('ends the request when it has passed', async () => {
    const clock = createFakeClock(0);
    const deadline = startDeadline(clock, 1000);
    await clock.advance(999);
    expect(deadline).toMatchObject({ expired: false, signal: { aborted: false } });
    await clock.advance(1);
    expect(deadline).toMatchObject({ expired: true, signal: { aborted: true } });
  });
  // threat: malformed-input
  it('ends the request in time although the date is changed', async () => {
    for (const hours of [24, -24]) {
      const clock = createFakeClock(1_800_000_000_000);
      const deadline = startDeadline(clock, 10_000);
      await clock.advance(5000);
      clock.setBack(hours * 3_600_000);
      // Each 4 received bytes extend the deadline by a millisecond.
      deadline.progress(4 * 2000);
      await clock.advance(5000);
      await clock.advance(1999);
      expect(deadline.expired).toBe(false);
      await clock.advance(1);
      expect(deadline.expired).toBe(true);
    }
  });
  // threat: malformed-input
  it('ends a request that goes on after its signal, by time and by its caller', async () => {
    const clock = createFakeClock(0);
    const caller = new AbortController();
    const never = new Promise<never>(() => {});
    const ends = [startDeadline(clock, 1000), startDeadline(clock, 5000, caller.signal)].map((deadline) =>
      expect(deadline.within(never)).rejects.toThrow('the request has ended'),
    );
    await clock.advance(1000);
    caller.abort();
    await Promise.all(ends);
    await expect(startDeadline(clock, 1000, caller.signal).within(never)).rejects.toThrow();
    await expect(startDeadline(clock, 1000).within(Promise.resolve('answer'))).resolves.toBe('answer');
  });
  it('ends with its caller, and then does not count as expired', () => {
    const caller = new AbortController();
    const deadline = startDeadline(createFakeClock(0), 1000, caller.signal);
    caller.abort();
    expect(deadline).toMatchObject({ expired: false, signal: { aborted: true } });
  });
});
