/** The estimated wait of a payment, from what waits for a block. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { expectedBlock } from '../../../src/ui/features/send/expected-wait.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { PAYEE } from '../../support/fake-worker/values.ts';

/** `weights`: below Slow, Slow, Normal, Fast, Fastest. */
const waiting = (...weights: readonly number[]) => ({
  blockWeight: 300_000,
  bands: weights.map((weight) => ({ weight })),
});

describe('the block that takes a payment', () => {
  it.each([
    ['nothing waits', waiting(0, 0, 0, 0, 0), [1, 1, 1]],
    ['less than a block waits', waiting(0, 299_999, 0, 0, 0), [1, 1, 1]],
    ['a full block of its own level waits', waiting(0, 300_000, 0, 0, 0), [2, 1, 1]],
    ['three blocks of Normal wait', waiting(0, 0, 900_000, 0, 0), [4, 4, 1]],
    ['higher levels count for lower ones', waiting(0, 150_000, 150_000, 150_000, 200_000), [3, 2, 2]],
    ['what pays less does not count', waiting(9_000_000, 0, 0, 0, 0), [1, 1, 1]],
  ])('when %s', (_name, now, blocks) => {
    expect([1, 2, 3].map((priority) => expectedBlock(now, priority))).toEqual(blocks);
  });
  it('is unknown without bands or a block weight', () => {
    expect(expectedBlock({ blockWeight: 300_000 }, 1)).toBeUndefined();
    expect(expectedBlock({ ...waiting(0, 0, 0, 0, 0), blockWeight: 0 }, 1)).toBeUndefined();
  });
});

describe('the review of a payment', () => {
  const reviewed = async (prepare: (port: FakePort) => void = () => undefined) => {
    const port = new FakePort('home', { delay: 0 });
    const session = new Session(createClient(port));
    await session.start();
    const send = new SendState(session);
    await send.payee.set(PAYEE, true);
    send.setAmount('1');
    prepare(port);
    await send.openReview();
    return { port, send };
  };
  it('asks what waits for a block', async () => {
    const { send } = await reviewed();
    await expect.poll(() => send.waiting?.blockWeight).toBeGreaterThan(0);
  });
  it('shows no estimate when the node does not answer', async () => {
    const { port, send } = await reviewed((fake) => {
      fake.refuseNext('x_mempool', 'node_timeout', { address: '', seconds: 30 });
    });
    expect(port.calls.some(({ method }) => method === 'x_mempool')).toBe(true);
    expect([send.waiting, send.error]).toEqual([undefined, undefined]);
  });
});
