/** The note about a payment during whose sending the page ended or the person left the screen. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { draftAgain } from '../../../src/ui/state/send-draft.ts';
import { SendingMark, unfinishedOf, waitingIn } from '../../../src/ui/state/sending-mark.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { MARA, PAYEE } from '../../support/fake-worker/values.ts';

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
const again = (
  kept: ReturnType<typeof storage>,
  wallet: string,
  createdAt: number | undefined,
): SendingMark['payment'] => {
  const mark = new SendingMark(kept, () => NOW + 60_000);
  mark.load(wallet, createdAt);
  return mark.payment;
};
const CREATED = NOW - 1_000_000;
const EVERYDAY = { wallet: 'Everyday', createdAt: CREATED, height: 7, waiting: 0 };
const SAVINGS = { wallet: 'Savings box', createdAt: CREATED + 1, height: 7, waiting: 0 };

/** The note and the form after the worker has refused a payment whose screen the person had left. */
const leftWhileSending = async (
  fault: string,
  { data = {}, recipients = 1, meanwhile = (_: Session): void => undefined } = {},
) => {
  const { port, kept, session, send } = await setup();
  if (recipients > 1) {
    send.closeReview();
    send.clear();
    await send.take(
      Array.from({ length: recipients }, (_, i) => ({ address: PAYEE, amountText: `0.0${i + 1}` })),
      '',
    );
    await send.openReview();
  }
  const typed = send.draft;
  session.book.sendDraft = typed;
  port.refuseNext('x_send_prepared', fault as 'tx_rejected', data);
  const sending = send.review!.send();
  send.end();
  meanwhile(session);
  expect(await sending).toBeUndefined();
  const { payment } = session.sending;
  // A payment of before may come into a block meanwhile.
  const { transfers, height } = session.book;
  const earlier = transfers.map((each) => ({ ...each, height }));
  const told = payment && unfinishedOf(fault === 'internal' ? transfers : earlier, payment, height);
  return { told, marks: kept.stored.size, typed, draft: session.book.sendDraft };
};

describe('a payment that fails after its screen was left', () => {
  it('is called not sent, and its form comes back', async () => {
    const { told, marks, typed, draft } = await leftWhileSending('no_node');
    expect([told, marks]).toEqual(['none', 1]);
    expect(draft).toBeDefined();
    expect(draft).toEqual(typed);
  });
  it('may have been sent if the error does not say it, and its form does not come back', async () => {
    expect(await leftWhileSending('internal')).toMatchObject({ told: 'unknown', marks: 1, draft: undefined });
  });
  it('comes back with those alone who were not paid', async () => {
    const { told, draft } = await leftWhileSending('sent_partly', {
      data: { sent: 1, of: 2 },
      recipients: 16,
    });
    expect(told).toBe('unknown');
    expect(draft?.recipients).toEqual([{ text: PAYEE, amountText: '0.016' }]);
  });
  it('does not replace another payment that was typed meanwhile', async () => {
    const other = draftAgain({ account: 0, destinations: [{ address: MARA, amount: 5n }] });
    const { told, draft } = await leftWhileSending('no_node', {
      meanwhile: ({ book }) => void (book.sendDraft = other),
    });
    expect([told, draft]).toEqual(['none', other]);
  });
  it('is told of when its wallet is opened again, if it was closed meanwhile', async () => {
    const after = await leftWhileSending('no_node', { meanwhile: ({ book }) => book.clear() });
    expect(after).toMatchObject({ told: undefined, marks: 1, draft: undefined });
  });
});

describe('a payment during which the page ends', () => {
  it('is marked with name, age and height of the wallet, its waiting payments and the time alone, until its end is told', async () => {
    const { port, kept, session, send } = await setup();
    const { wallet, height } = session.status;
    const { createdAt } = session.wallets.find(({ name }) => name === wallet)!;
    const waiting = waitingIn(session.book.transfers);
    expect(waiting).toBeGreaterThan(0);
    const marked = { wallet, createdAt, height, waiting, at: NOW };
    const sending = send.review!.send();
    expect(port.calls.at(-1)).toMatchObject({ method: 'x_send_prepared' });
    expect([...kept.stored.values()].map((text) => JSON.parse(text) as unknown)).toEqual([[marked]]);
    expect([again(kept, wallet, createdAt), again(kept, 'Another wallet', createdAt)]).toEqual([
      marked,
      undefined,
    ]);
    expect((await sending)?.txids).toHaveLength(1);
    expect([kept.stored.size, again(kept, wallet, createdAt)]).toEqual([0, undefined]);
  });
  it('is not told of in another wallet that has the same name', () => {
    const kept = storage();
    new SendingMark(kept).begin(EVERYDAY);
    expect(again(kept, 'Everyday', CREATED)).toMatchObject(EVERYDAY);
    expect(again(kept, 'Everyday', CREATED + 1)).toBeUndefined();
    // The list of the wallets does not have a new one yet.
    expect(again(kept, 'Everyday', undefined)).toBeUndefined();
  });
  it('stays marked when a payment of another wallet ends in another tab', () => {
    const kept = storage();
    const tabs = [new SendingMark(kept), new SendingMark(kept)];
    const [, other] = [tabs[0]!.begin(EVERYDAY), tabs[1]!.begin(SAVINGS)];
    tabs[1]!.end(other);
    expect(again(kept, 'Savings box', CREATED + 1)).toBeUndefined();
    expect(again(kept, 'Everyday', CREATED)).toMatchObject(EVERYDAY);
  });
  it('is forgotten with its wallet', async () => {
    const { kept, session } = await setup();
    const { createdAt } = session.wallets.find(({ name }) => name === 'Everyday')!;
    session.sending.begin({ ...EVERYDAY, createdAt });
    session.sending.begin(SAVINGS);
    await session.loadWallets();
    expect(again(kept, 'Everyday', createdAt)).toBeDefined();
    expect(again(kept, 'Savings box', CREATED + 1)).toBeUndefined();
    await session.remove('Everyday', 'correct horse');
    expect(kept.stored.size).toBe(0);
  });
  it('may have been sent while the wallet has not read the blocks up to it', () => {
    const mark = { height: 7, at: NOW };
    expect([6, 7].map((height) => unfinishedOf([], mark, height))).toEqual(['unknown', 'none']);
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
  it('is found by its time while it is in no block; without one nothing was sent', async () => {
    const { session, send } = await setup();
    await send.review!.send();
    const { transfers } = session.book;
    const { height } = session.status;
    const made = transfers.find(({ kind }) => kind === 'out')!;
    expect(unfinishedOf(transfers, { height, at: made.time + 500 }, height)).toEqual({ transfer: made });
    expect(unfinishedOf(transfers, { height, at: made.time + 5000 }, height)).toBe('none');
  });
  it('is found by its height in a block, whose time is that of another clock', async () => {
    const { port, session, send } = await setup();
    const { height } = session.status;
    await send.review!.send();
    const minersTime = NOW / 1000 - 600;
    for (const entry of port.entries) if (entry.type === 'pending') entry.timestamp = minersTime;
    port.block();
    await session.book.refresh(0);
    const made = session.book.transfers.find((each) => each.height === height)!;
    expect(made).toMatchObject({ kind: 'out', time: 1000 * minersTime });
    expect(unfinishedOf([made], { height, at: NOW }, height + 1)).toEqual({ transfer: made });
    expect(unfinishedOf([made], { height: height + 1, at: NOW - 3_600_000 }, height + 1)).toBe('none');
  });
  it('is not mistaken for one that waited before and came into a block meanwhile', async () => {
    const { session } = await setup();
    const { transfers, height } = session.book;
    const earlier = { ...transfers.find(({ kind }) => kind === 'out')!, height };
    const mark = { height, waiting: 1, at: NOW };
    expect(unfinishedOf([earlier], mark, height + 1)).toBe('unknown');
    const made = { ...earlier, key: 'made' };
    expect(unfinishedOf([made, earlier], mark, height + 1)).toEqual({ transfer: made });
    const waits = { ...made, height: 0, time: NOW };
    expect(unfinishedOf([earlier, waits], mark, height + 1)).toEqual({ transfer: waits });
  });
  it('is not called unsent after a mark of version 0.2, which has no height and is alone', async () => {
    const { kept, session, send } = await setup();
    await send.review!.send();
    const { transfers, height } = session.book;
    const made = transfers.find(({ kind }) => kind === 'out')!;
    kept.setItem('ostro-sending', JSON.stringify({ wallet: 'Everyday', at: made.time }));
    const mark = again(kept, 'Everyday', CREATED)!;
    expect(unfinishedOf(transfers, mark, height)).toEqual({ transfer: made });
    expect(unfinishedOf(transfers, { at: made.time + 5000 }, height)).toBe('unknown');
  });
  it('is not marked where nothing can be stored', () => {
    const mark = new SendingMark({
      getItem: () => 'no JSON',
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    mark.begin(EVERYDAY);
    mark.load('Everyday', CREATED);
    expect(mark.payment).toBeUndefined();
  });
});
