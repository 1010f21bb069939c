import { describe, expect, it } from 'vitest';
import { createLockHub } from '../../../src/store/in-process-locks.ts';
import { createOwnerLocks, type TakeoverChannel } from '../../../src/store/locks.ts';
import { createFakeClock } from '../../support/rpc/fake-clock.ts';
import { settled } from '../../support/settled.ts';

const setupLocks = (timeoutMs = 1000) => {
  const hub = createLockHub();
  const clock = createFakeClock(0);
  return {
    clock,
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
    const { tab } = setupLocks();
    const order: string[] = [];
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const lease = await tab().acquire('w', {
      takeOver: false,
      onLoss: async () => {
        order.push('asked');
        await finished;
        order.push('finished');
        await lease!.release();
      },
    });
    const taking = tab()
      .acquire('w', { takeOver: true, onLoss: never })
      .then(() => order.push('taken'));
    await settled();
    expect(order).toEqual(['asked']);
    finish();
    await taking;
    expect(order).toEqual(['asked', 'finished', 'taken']);
  });

  it('are taken from an owner that does not react, and it is informed', async () => {
    const { tab, clock } = setupLocks();
    const lost = new Promise<void>((resolve) => {
      void tab(deaf).acquire('w', {
        takeOver: false,
        onLoss: () => {
          resolve();
          return Promise.resolve();
        },
      });
    });
    let taken: unknown;
    const taking = tab()
      .acquire('w', { takeOver: true, onLoss: never })
      .then((lease) => (taken = lease));
    await settled();
    for (let ms = 0; ms < 750; ms += 250) await clock.advance(250);
    expect(taken).toBeUndefined();
    await clock.advance(250);
    await taking;
    expect(taken).toBeDefined();
    await lost;
  });

  it('are taken from an owner that never finishes', async () => {
    const { tab, clock } = setupLocks();
    await tab().acquire('w', { takeOver: false, onLoss: () => new Promise(() => undefined) });
    const taking = tab().acquire('w', { takeOver: true, onLoss: never });
    await settled();
    for (let ms = 0; ms < 1000; ms += 250) await clock.advance(250);
    expect(await taking).toBeDefined();
  });

  it('are never held twice, however many tabs take them in turn', async () => {
    const { tab, clock } = setupLocks(60_000);
    let holders = 0;
    let most = 0;
    const work = { over: false };
    const all = Promise.all(
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
    ).finally(() => (work.over = true));
    while (!work.over) await clock.advance(250);
    await all;
    expect(most).toBe(1);
  });
});
