/** What became of a payment is said after the page ended while it was being sent. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { SendingMark, unfinishedOf } from '../../../src/ui/state/sending-mark.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { PAYEE } from '../../support/fake-worker/values.ts';

const NOW = new Date('2026-06-03T15:00:00').getTime();
const storage = () => {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
};
const setup = async () => {
  const port = new FakePort('home', { delay: 0, now: NOW });
  const kept = storage();
  const session = new Session(createClient(port), { sending: new SendingMark(kept, () => NOW) });
  await session.start();
  const send = new SendState(session);
  await send.payee.set(PAYEE, true);
  send.setAmount('1.25');
  await send.preview();
  await send.openReview();
  return { port, kept, session, send };
};
/** The page of a browser that was started again. */
const again = (kept: ReturnType<typeof storage>, wallet: string): number => {
  const mark = new SendingMark(kept, () => NOW + 60_000);
  mark.load(wallet);
  return mark.since;
};

describe('a payment during which the page ends', () => {
  it('is marked with the name of the wallet and the time alone, until its end is told', async () => {
    const { port, kept, session, send } = await setup();
    const sending = send.review!.send();
    expect(port.calls.at(-1)).toMatchObject({ method: 'x_send_prepared' });
    expect([...kept.stored.values()].map((text) => JSON.parse(text) as unknown)).toEqual([
      { wallet: session.status.wallet, at: NOW },
    ]);
    expect([again(kept, session.status.wallet), again(kept, 'Another wallet')]).toEqual([NOW, 0]);
    expect((await sending)?.txids).toHaveLength(1);
    expect([kept.stored.size, again(kept, session.status.wallet)]).toEqual([0, 0]);
  });
  it('is told of again after an error that does not say whether it was sent, and not after a refusal', async () => {
    for (const [fault, marked] of [
      ['internal' as 'tx_rejected', 1],
      ['tx_rejected', 0],
    ] as const) {
      const { port, kept, send } = await setup();
      port.refuseNext('x_send_prepared', fault, { reason: '', flags: [] });
      expect(await send.review!.send()).toBeUndefined();
      expect(kept.stored.size, fault).toBe(marked);
    }
  });
  it('is found among the transfers by its time; without one nothing was sent', async () => {
    const { session, send } = await setup();
    await send.review!.send();
    const { transfers } = session.book;
    const made = transfers.find(({ kind }) => kind === 'out')!;
    expect(unfinishedOf(transfers, made.time + 500)).toEqual({ transfer: made });
    expect(unfinishedOf(transfers, made.time + 5000)).toBe('none');
  });
  it('is not marked where nothing can be stored', () => {
    const mark = new SendingMark({
      getItem: () => 'no JSON',
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    mark.begin('Everyday');
    mark.load('Everyday');
    expect(mark.since).toBe(0);
  });
});
