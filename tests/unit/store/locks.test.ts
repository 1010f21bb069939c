import { describe, expect, it } from 'vitest';
import { createLockHub } from '../../../src/store/in-process-locks.ts';
import { createOwnerLocks, type TakeoverChannel } from '../../../src/store/locks.ts';
import { systemClock as clock } from '../../../src/store/platform.ts';

const setupLocks = (timeoutMs = 200) => {
  const hub = createLockHub();
  return {
    tab: (takeoverChannel?: TakeoverChannel) => {
      const own = hub.tab();
      return createOwnerLocks({
        host: own.host,
        takeoverChannel: takeoverChannel ?? own.takeoverChannel,
        clock,
        timeoutMs,
      });
    },
  };
};
const never = () => Promise.resolve();
const deaf: TakeoverChannel = { requestLock: () => undefined, onLockRequest: () => undefined };

describe('owner locks', () => {
  it('are held by one tab at a time, and are visible to the others', async () => {
    const { tab } = setupLocks();
    const [one, two] = [tab(), tab()];
    const lease = await one.acquire('w', { takeOver: false, onLoss: never });
    expect(await two.acquire('w', { takeOver: false, onLoss: never })).toBeUndefined();
    expect(await two.acquire('v', { takeOver: false, onLoss: never })).toBeDefined();
    expect([...(await one.heldElsewhere())]).toEqual(['v']);
    expect([...(await two.heldElsewhere())]).toEqual(['w']);
    await lease!.release();
    expect(await two.acquire('w', { takeOver: false, onLoss: never })).toBeDefined();
  });

  it('pass on when the owner has finished on request', async () => {
    const { tab } = setupLocks(5000);
    const order: string[] = [];
    const lease = await tab().acquire('w', {
      takeOver: false,
      onLoss: async () => {
        await clock.sleep(30);
        order.push('finished');
        await lease!.release();
      },
    });
    await tab().acquire('w', { takeOver: true, onLoss: never });
    order.push('taken');
    expect(order).toEqual(['finished', 'taken']);
  });

  it('are taken from an owner that does not react, and it is informed', async () => {
    const { tab } = setupLocks(100);
    const lost = new Promise<void>((resolve) => {
      void tab(deaf).acquire('w', {
        takeOver: false,
        onLoss: () => {
          resolve();
          return Promise.resolve();
        },
      });
    });
    const before = clock.now();
    const taken = await tab().acquire('w', { takeOver: true, onLoss: never });
    expect(taken).toBeDefined();
    expect(clock.now() - before).toBeGreaterThanOrEqual(90);
    await lost;
  });

  it('are taken from an owner that never finishes', async () => {
    const { tab } = setupLocks(100);
    await tab().acquire('w', { takeOver: false, onLoss: () => new Promise(() => undefined) });
    expect(await tab().acquire('w', { takeOver: true, onLoss: never })).toBeDefined();
  });

  it('are never held twice, however many tabs take them in turn', async () => {
    const { tab } = setupLocks(5000);
    let holders = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const mine: { release?: () => Promise<void> } = {};
        const lease = await tab().acquire('w', {
          takeOver: true,
          onLoss: async () => {
            if (!mine.release) return;
            holders--;
            await mine.release();
          },
        });
        most = Math.max(most, ++holders);
        mine.release = () => lease!.release();
      }),
    );
    expect(most).toBe(1);
  });
});
