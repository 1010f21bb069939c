/** What is typed in Send is there again when the user comes back, and nowhere else. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { restoreDraft, typedOrKept } from '../../../src/ui/features/send/draft.ts';
import { CoinChoice } from '../../../src/ui/features/send/coin-choice.svelte.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { CoinList } from '../../../src/ui/coins/coin-list.svelte.ts';
import { draftAgain } from '../../../src/ui/state/send-draft.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { LUIS, MARA, PAYEE } from '../../support/fake-worker/values.ts';

const setup = async ({ kept = '', joins = false } = {}) => {
  const port = new FakePort('home', { delay: 0 });
  port.drafts.set('Everyday', kept);
  const session = new Session(createClient(port), { joins });
  await session.start();
  return { port, session, send: new SendState(session) };
};
/** The form as the screen makes it when it is opened. */
const opened = async (session: Session, address = ''): Promise<SendState> => {
  const send = new SendState(session);
  await typedOrKept(session, send);
  await restoreDraft(session, send, address);
  return send;
};
const TWO = [
  { address: MARA, amountText: '1,5' },
  { address: LUIS, amountText: '0.25' },
];
/** What the screen does after each change. */
const keep = (session: Session, send: SendState): void => {
  session.book.sendDraft = send.draft;
};
/** The text that the wallet file has after an earlier day. */
const KEPT = JSON.stringify(draftAgain({ account: 0, destinations: [{ address: MARA, amount: 5n }] }));

describe('what is typed in Send', () => {
  it('is there again with recipients, amounts, note, account, fee level and chosen coins', async () => {
    const { session, send } = await setup();
    await send.take(TWO, 'Trip');
    send.priority = 3;
    send.subtractFee = true;
    const list = new CoinList(session);
    await list.load(0);
    const spendable = list.coins.filter(({ state }) => state === 'spendable');
    send.setCoins(spendable.slice(0, 2));
    keep(session, send);
    const again = await opened(session);
    expect(again.draft).toEqual(send.draft);
    expect([again.payee.address, again.others.list[0]!.payee.address]).toEqual([MARA, LUIS]);
    expect(again.wanted).toEqual(send.wanted);
  });
  it('is there again when it is incomplete or wrong', async () => {
    const { session, send } = await setup();
    await send.payee.set(PAYEE.slice(0, 60), true);
    send.setAmount('x');
    keep(session, send);
    const again = await opened(session);
    expect(again.payee.text).toBe(PAYEE.slice(0, 60));
    expect([again.payee.fault, again.amountText]).toEqual([send.payee.fault, 'x']);
    send.clear();
    expect(send.draft).toBeUndefined();
  });
  it('gives up coins that were frozen meanwhile', async () => {
    const { session, send } = await setup();
    const list = new CoinList(session);
    await list.load(0);
    const [first, second] = list.coins.filter(({ state }) => state === 'spendable');
    send.setCoins([first!, second!]);
    keep(session, send);
    await session.client.call('freeze', { keyImage: first!.keyImage });
    expect((await opened(session)).coins.map(({ keyImage }) => keyImage)).toEqual([second!.keyImage]);
  });
  it('does not bring its coins into a form that was cleared before they were found', async () => {
    const { session, send } = await setup();
    const list = new CoinList(session);
    await list.load(0);
    send.setCoins(list.coins.filter(({ state }) => state === 'spendable'));
    keep(session, send);
    const again = new SendState(session);
    const restored = restoreDraft(session, again);
    again.clear();
    await restored;
    expect(again.coins).toEqual([]);
  });
  describe('with chosen coins', () => {
    /** A form that is filled again from a kept draft with two chosen coins. */
    const withCoins = async () => {
      const { port, session, send } = await setup();
      await send.take([TWO[0]!], '');
      const list = new CoinList(session);
      await list.load(0);
      const chosen = list.coins.filter(({ state }) => state === 'spendable').slice(0, 2);
      send.setCoins(chosen);
      keep(session, send);
      const images = chosen.map(({ keyImage }) => keyImage);
      return { port, session, images, again: new SendState(session) };
    };
    const prepared = (port: FakePort) => port.calls.filter(({ method }) => /^x_prepare/.test(method));

    it('names them also when the screen is left before they were found', async () => {
      const { session, images, again } = await withCoins();
      const restored = restoreDraft(session, again);
      keep(session, again);
      expect(session.book.sendDraft?.coins).toEqual(images);
      again.end();
      await restored;
      keep(session, again);
      expect(session.book.sendDraft?.coins).toEqual(images);
    });
    it('is checked when they were found, and spends them', async () => {
      const { port, session, images, again } = await withCoins();
      const restored = restoreDraft(session, again);
      await again.openReview();
      expect(prepared(port).map(({ params }) => params['key_images'])).toEqual([images]);
      await restored;
    });
    it('is not checked without them when they cannot be read, and says so until the person decides', async () => {
      const { port, session, images, again } = await withCoins();
      port.refuseNext('x_coins', 'wallet_closed');
      await restoreDraft(session, again);
      expect([again.coinsFault, again.wanted]).toEqual([expect.stringContaining('not read'), undefined]);
      expect([await again.openReview(), prepared(port)]).toEqual([false, []]);
      expect(again.draft?.coins).toEqual(images);
      const choice = new CoinChoice(session, again.chosen);
      await choice.list.load(0);
      again.setCoins(choice.coins);
      expect([again.coinsFault, again.draft?.coins]).toEqual(['', images]);
    });
    it('is not checked without them when none can be spent any more', async () => {
      const { port, session, images, again } = await withCoins();
      for (const keyImage of images) await session.client.call('freeze', { keyImage });
      await restoreDraft(session, again);
      expect(again.coinsFault).toContain('cannot be spent any more');
      expect([again.whyNot, await again.openReview()]).toEqual(['The chosen coins cannot be used.', false]);
      expect(prepared(port)).toEqual([]);
      again.setCoins([]);
      expect([again.whyNot, again.draft?.coins]).toEqual(['', []]);
    });
  });
  it('takes a contact in the first free place, or starts anew with it', async () => {
    const { session, send } = await setup();
    send.setAmount('2');
    keep(session, send);
    const withMara = await opened(session, MARA);
    expect([withMara.payee.address, withMara.amountText]).toEqual([MARA, '2']);
    keep(session, withMara);
    const withLuis = await opened(session, LUIS);
    expect([withLuis.payee.address, withLuis.amountText, withLuis.several]).toEqual([LUIS, '', false]);
  });
  it('is there again when the person comes back to where a contact has led, with the recipient that was typed last', async () => {
    const { session } = await setup();
    const { book } = session;
    const urlId = book.urlIdOf(MARA);
    const first = await opened(session, book.takeAt(urlId));
    expect(first.payee.address).toBe(MARA);
    await first.payee.set(LUIS, true);
    first.setAmount('2');
    keep(session, first);
    const again = await opened(session, book.takeAt(urlId));
    expect([again.payee.address, again.amountText]).toEqual([LUIS, '2']);
    expect(book.takeAt(book.urlIdOf(MARA))).toBe(MARA);
  });
  it('counts more than the draft that the wallet kept, when it was typed before that was read', async () => {
    const { session, send } = await setup();
    await send.take(TWO, 'kept');
    keep(session, send);
    const typing = new SendState(session);
    typing.setAmount('7');
    await restoreDraft(session, typing);
    expect([typing.amountText, typing.note, typing.several]).toEqual(['7', '', false]);
    await restoreDraft(session, typing, LUIS);
    expect([typing.payee.address, typing.amountText]).toEqual([LUIS, '7']);
    await restoreDraft(session, typing, MARA);
    expect(typing.payee.address).toBe(LUIS);
  });
  it('is gone when the payment was sent, and not there while it is being sent', async () => {
    const { session, send } = await setup();
    await send.take(TWO, '');
    await send.openReview();
    keep(session, send);
    const sending = send.review!.send();
    expect([session.book.sendDraft, send.draft]).toEqual([undefined, undefined]);
    await sending;
    expect(send.draft).toBeUndefined();
  });
  it('is there again when nothing was sent, and not when that is not known', async () => {
    const { port, send } = await setup();
    await send.take(TWO, '');
    await send.openReview();
    port.refuseNext('x_send_prepared', 'tx_rejected', { reason: '', flags: [] });
    await send.review!.send();
    expect(send.draft).toBeDefined();
    await send.review!.choose(3);
    port.refuseNext('x_send_prepared', 'internal' as 'sent_partly', { sent: 1, of: 2 });
    await send.review!.send();
    expect([send.review!.phase.is, send.draft]).toEqual(['stopped', undefined]);
    send.closeReview();
    expect([send.stage, send.draft]).toEqual(['uncertain', undefined]);
  });
  it('does not come back while it is being sent, also if the browser closes the sheet: it stays open with the outcome', async () => {
    const { port, send } = await setup();
    await send.take(TWO, '');
    await send.openReview();
    const review = send.review!;
    port.refuseNext('x_send_prepared', 'internal' as 'tx_rejected');
    const sending = review.send();
    send.closeReview();
    expect([send.review, send.draft]).toEqual([review, undefined]);
    await sending;
    expect(send.review?.phase).toMatchObject({ is: 'stopped', by: 'uncertain' });
  });
  it('leaves out who was paid, when only some transactions were sent', async () => {
    const { port, send } = await setup();
    await send.take(
      Array.from({ length: 16 }, (_, i) => ({ address: MARA, amountText: `0.0${i + 1}` })),
      '',
    );
    await send.openReview();
    port.refuseNext('x_send_prepared', 'sent_partly', { sent: 1, of: 2 });
    await send.review!.send();
    expect(send.draft?.recipients).toEqual([{ text: MARA, amountText: '0.016' }]);
  });
  it('is taken from a sent transfer, with exact amounts, without its note', async () => {
    const { session } = await setup();
    const transfer = session.book.transfers.find(({ kind }) => kind === 'out')!;
    const destinations = [
      { address: MARA, amount: 1_000_000_000_001n },
      { address: LUIS, amount: 5_000_000_000_000n },
    ];
    session.book.sendDraft = draftAgain({ ...transfer, destinations });
    const again = await opened(session);
    expect(again.wanted).toMatchObject({ account: transfer.account, destinations });
    expect(again.note).toBe('');
    expect(draftAgain({ ...transfer, destinations: [] })).toBeUndefined();
  });
  it.each(['sent', 'cleared'])('does not come back from the wallet file when it was %s', async (how) => {
    const { port, session } = await setup({ kept: KEPT });
    const send = await opened(session);
    expect(send.payee.address).toBe(MARA);
    if (how === 'sent') {
      await send.openReview();
      expect(await send.review!.send()).toBeDefined();
    } else send.clear();
    keep(session, send);
    const again = await opened(session);
    expect(again.draft).toBeUndefined();
    keep(session, again);
    session.keptDraft.note(session.book.sendDraft);
    await session.keptDraft.flush();
    expect(port.drafts.get('Everyday')).toBe('');
  });
  it('is of one window: a window for sites, which may share the wallet, neither shows nor replaces it', async () => {
    const { port, session } = await setup({ kept: KEPT, joins: true });
    const send = await opened(session);
    expect(send.draft).toBeUndefined();
    keep(session, send);
    session.keptDraft.note(session.book.sendDraft);
    await session.keptDraft.flush();
    expect(port.drafts.get('Everyday')).toBe(KEPT);
  });
  it('is forgotten when the wallet is locked', async () => {
    const { session, send } = await setup();
    await send.take(TWO, '');
    keep(session, send);
    await session.lock();
    expect(session.book.sendDraft).toBeUndefined();
  });
});
