import { describe, expect, it } from 'vitest';
import { createSlots } from '../../../src/daemon/slots.ts';
import { settled } from '../../support/settled.ts';

describe('slots', () => {
  it('are given in the order of requests, never more than there are', async () => {
    const slots = createSlots(2);
    const order: number[] = [];
    let held = 0;
    let most = 0;
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (n) => {
        const release = await slots.take();
        most = Math.max(most, ++held);
        order.push(n);
        await Promise.resolve();
        held--;
        release();
      }),
    );
    expect(most).toBe(2);
    expect(order).toEqual([1, 2, 3, 4, 5, 6]);
  });
  it('are neither lost when a waiting caller cancels, nor doubled by releasing twice', async () => {
    const slots = createSlots(1);
    const release = await slots.take();
    const leaver = new AbortController();
    const left = slots.take(leaver.signal);
    const stayed = slots.take();
    leaver.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    await expect(slots.take(leaver.signal)).rejects.toThrow('enough');
    release();
    release();
    const second = await stayed;
    let third = false;
    void slots.take().then(() => (third = true));
    await settled();
    expect(third).toBe(false);
    second();
    await settled();
    expect(third).toBe(true);
  });
});
