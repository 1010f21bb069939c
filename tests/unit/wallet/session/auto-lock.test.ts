import { describe, expect, it } from 'vitest';
import { createAutoLock } from '../../../../src/wallet/session/auto-lock.ts';
import { createFakeClock } from '../../../support/rpc/fake-clock.ts';

const MINUTE = 60_000;

const started = (minutes: number) => {
  const clock = createFakeClock(1_800_000_000_000);
  let locked = 0;
  const idle = createAutoLock(clock, () => {
    locked++;
  });
  idle.start(minutes);
  /** Advances the clock in small steps. */
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 5000) await clock.advance(Math.min(left, 5000));
  };
  return { clock, idle, pass, locked: () => locked };
};

// threat: keys-after-lock
describe('the idle lock', () => {
  it('locks once after the given minutes without activity', async () => {
    const { idle, pass, locked } = started(5);
    await pass(4 * MINUTE);
    idle.touch();
    await pass(5 * MINUTE - 1000);
    expect(locked()).toBe(0);
    await pass(1000);
    expect(locked()).toBe(1);
    await pass(10 * MINUTE);
    expect(locked()).toBe(1);
  });
  it('locks in time although the date is set back', async () => {
    const { clock, pass, locked } = started(5);
    await pass(MINUTE);
    clock.setBack(24 * 60 * MINUTE);
    await pass(4 * MINUTE);
    expect(locked()).toBe(1);
  });
  it('locks soon after the device slept longer than the minutes', async () => {
    const { clock, pass, locked } = started(5);
    await pass(MINUTE);
    // Timers do not run while the device sleeps.
    clock.setBack(-60 * MINUTE);
    await pass(15_000);
    expect(locked()).toBe(1);
  });
  it('locks on activity right after such a sleep', () => {
    const { clock, idle, locked } = started(5);
    clock.setBack(-60 * MINUTE);
    idle.touch();
    expect(locked()).toBe(1);
  });
  it('does not lock after it was stopped, nor at 0 minutes', async () => {
    const { idle, pass, locked } = started(5);
    idle.stop();
    idle.touch();
    await pass(10 * MINUTE);
    idle.start(0);
    idle.touch();
    await pass(10 * MINUTE);
    expect(locked()).toBe(0);
  });
});
