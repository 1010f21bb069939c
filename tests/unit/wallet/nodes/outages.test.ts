/** When a node counts as away, and when it is tried again. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import { createOutages, type Outages } from '../../../../src/wallet/nodes/outages.ts';
import { createFakeClock, type FakeClock } from '../../../support/rpc/fake-clock.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const NODE = 'https://node.example';
const down = new Fault('node_unreachable', { address: NODE });
const START = 1_800_000_000_000;

let clock: FakeClock;
let outages: Outages;
beforeEach(() => {
  clock = createFakeClock(START);
  outages = createOutages({ clock, random: { bytes: seededRandom('outages') } });
});
/** Two faults a second apart. */
const goAway = async (): Promise<void> => {
  outages.failed(NODE, 'pass', down);
  await clock.advance(1000);
  outages.failed(NODE, 'pass', down);
};
const waitOf = (): number => outages.outageOf(NODE)!.nextTry - clock.now();

describe('a node', () => {
  it('is away after two faults in a row on the same question, a second apart', async () => {
    expect(outages.failed(NODE, 'pass', down)).toBe(false);
    await clock.advance(999);
    expect(outages.failed(NODE, 'pass', down)).toBe(false);
    await clock.advance(1);
    expect(outages.failed(NODE, 'pass', down)).toBe(true);
    expect(outages.outageOf(NODE)).toMatchObject({ fault: 'node_unreachable', since: START });
  });
  it('is not away when it answered the question in between', async () => {
    outages.failed(NODE, 'fees', down);
    await clock.advance(5000);
    outages.answered(NODE, 'fees');
    expect(outages.failed(NODE, 'fees', down)).toBe(false);
  });
  it('is away when one question fails again and again, while others are answered', async () => {
    outages.failed(NODE, 'distribution', down);
    await clock.advance(5000);
    outages.answered(NODE, 'fees');
    expect(outages.failed(NODE, 'distribution', down)).toBe(true);
  });
  it('is not away after two faults that are more than ten minutes apart', async () => {
    outages.failed(NODE, 'fees', down);
    await clock.advance(600_001);
    expect(outages.failed(NODE, 'fees', down)).toBe(false);
  });
  it.each(['node_login', 'node_tls', 'node_mixed_content', 'node_wrong_network', 'node_payment_required'])(
    'is away after one fault that does not pass by itself: %s',
    (code) => {
      expect(outages.failed(NODE, 'pass', new Fault(code, { address: NODE }))).toBe(true);
    },
  );
  it('is not away for faults that say nothing about it', async () => {
    for (const error of [
      new Fault('reorg_too_deep', { depth: 200, max: 100 }),
      new Fault('cancelled', {}),
      new Fault('node_not_own', { address: NODE, call: 'x' }),
      new Error('a bug'),
    ]) {
      outages.failed(NODE, 'pass', error);
      await clock.advance(2000);
      expect(outages.failed(NODE, 'pass', error)).toBe(false);
    }
  });
});

describe('the next try', () => {
  it('comes after half a minute, then after twice as long each time, up to ten minutes, with variation', async () => {
    await goAway();
    const waits = [waitOf()];
    for (let i = 0; i < 8; i++) {
      await clock.advance(waitOf());
      expect(outages.isDue(NODE)).toBe(true);
      outages.unwell(NODE, down);
      expect(outages.isDue(NODE)).toBe(false);
      waits.push(waitOf());
    }
    for (const [i, wait] of waits.entries()) {
      const due = Math.min(600_000, 30_000 * 2 ** i);
      expect(wait).toBeGreaterThanOrEqual(0.8 * due);
      expect(wait).toBeLessThanOrEqual(1.2 * due);
    }
    expect(new Set(waits.slice(-3)).size).toBe(3);
  });
  it('keeps the time since when the node is unavailable, and reports the newest reason', async () => {
    await goAway();
    await clock.advance(60_000);
    outages.unwell(NODE, new Fault('node_busy', { address: NODE }));
    expect(outages.outageOf(NODE)).toMatchObject({ since: START, fault: 'node_busy' });
  });
  it('comes later for a node that goes away again soon after it came back', async () => {
    await goAway();
    const first = waitOf();
    await clock.advance(first);
    outages.well(NODE);
    expect(outages.outageOf(NODE)).toBeUndefined();
    await goAway();
    expect(waitOf()).toBeGreaterThan(1.3 * first);
  });
  it('comes after half a minute again for a node that was well for long', async () => {
    await goAway();
    await clock.advance(waitOf());
    outages.well(NODE);
    await clock.advance(700_000);
    await goAway();
    expect(waitOf()).toBeLessThanOrEqual(36_000);
  });
});
