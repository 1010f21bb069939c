/** Payments to more recipients than one transaction holds. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { fateOf, outcomeOf } from '../../../src/ui/features/send/outcome.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { sentPayment } from '../../../src/ui/features/send/sent-payment.ts';
import { CoinList } from '../../../src/ui/coins/coin-list.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { LUIS, MARA, xmr } from '../../support/fake-worker/values.ts';

/** A form with this many recipients, of whom the one at index i gets 0.01 XMR and i thousandths. */
const filled = async (count: number) => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  const send = new SendState(session);
  await send.take(
    Array.from({ length: count }, (_, i) => ({
      address: i % 2 === 0 ? MARA : LUIS,
      amountText: `0.01${String(i).padStart(3, '0')}`,
    })),
    '',
  );
  return { port, session, send };
};
const amounts = (send: SendState): string[] =>
  [send, ...send.others.list].map(({ amountText }) => amountText);

/** How many recipients each transaction of the reviewed payment pays. */
const recipientsOf = ({ review }: SendState) =>
  review!.cost!.transactions!.map(({ recipients }) => recipients);

describe('a payment to many recipients', () => {
  it.each([
    [15, [15]],
    [16, [15, 1]],
    [31, [15, 15, 1]],
  ])('to %i of them shows its transactions, and names all when it was sent', async (count, parts) => {
    const { session, send } = await filled(count);
    await send.openReview();
    expect([recipientsOf(send), send.review!.shares.length]).toEqual([parts, count]);
    const { amount, fee } = send.review!.cost!;
    const sent = await send.review!.send();
    expect(sent).toMatchObject({ unsure: false, toSign: false });
    expect(sent!.txids).toHaveLength(parts.length);
    expect(sentPayment(session.book.transfers, sent!.txids)).toMatchObject({
      amount,
      fee,
      left: amount + fee,
      blocks: 0,
      inBlock: false,
      failed: 0,
    });
  });
  it('has the fee on top, and no chosen coins, beyond fifteen', async () => {
    const { port, session, send } = await filled(15);
    send.subtractFee = true;
    const list = new CoinList(session);
    await list.load(0);
    send.setCoins(list.coins.filter(({ state }) => state === 'spendable'));
    expect([send.coinsFault, send.wanted?.subtractFee]).toEqual(['', true]);
    send.addRecipient();
    const [last] = send.others.list.slice(-1);
    await last!.payee.set(MARA, true);
    last!.amountText = '0.01';
    expect(send.coinsFault).toContain('15 recipients at most');
    expect([send.whyNot, send.wanted]).toEqual(['The chosen coins cannot be used.', undefined]);
    send.setCoins([]);
    expect([send.whyNot, send.wanted?.subtractFee]).toEqual(['', false]);
    await send.openReview();
    expect(port.calls.at(-1)?.params['subtract_fee_from_outputs']).toBeUndefined();
  });
  it('says who was paid when a later transaction is refused, and leaves the others in the form', async () => {
    const { port, send } = await filled(31);
    await send.openReview();
    port.refuseNext('x_send_prepared', 'sent_partly', { sent: 1, of: 3 });
    expect(await send.review!.send()).toBeUndefined();
    expect(send.review!.phase).toMatchObject({
      is: 'stopped',
      by: 'partly',
      outcome: { paid: 15, unknown: 0, unpaid: 16 },
    });
    expect(send.review!.shares.map(({ fate }) => fate)).toEqual([
      ...Array<string>(15).fill('paid'),
      ...Array<string>(16).fill('unpaid'),
    ]);
    const rest = amounts(send).slice(15);
    send.closeReview();
    expect([amounts(send), send.leftOver, send.payee.address]).toEqual([rest, 16, LUIS]);
    await send.openReview();
    expect([send.review!.phase.is, send.leftOver]).toEqual(['ready', 0]);
    expect(recipientsOf(send)).toEqual([15, 1]);
  });
  it('keeps those out of the form of whom it is not known whether they were paid', async () => {
    const { port, send } = await filled(16);
    await send.openReview();
    port.refuseNext('x_send_prepared', 'sent_partly', { sent: 1, of: 2, unknown: 'ab'.repeat(32) });
    await send.review!.send();
    expect(send.review!.outcome).toEqual({ paid: 15, unknown: 1, unpaid: 0 });
    send.closeReview();
    expect([send.others.count, send.payee.text, send.amountText, send.leftOver]).toEqual([1, '', '', 0]);
  });
});

describe('the outcome of several transactions', () => {
  const transactions = (...counts: number[]) => counts.map((recipients) => ({ recipients }));
  const partly = (data: object) => ({ fault: 'sent_partly', data });
  it('counts recipients in their order', () => {
    const outcome = outcomeOf(partly({ sent: 0, of: 3, unknown: 'ab' }), transactions(15, 15, 1))!;
    expect(outcome).toEqual({ paid: 0, unknown: 15, unpaid: 16 });
    expect([0, 14, 15, 30].map((i) => fateOf(i, outcome))).toEqual([
      'unknown',
      'unknown',
      'unpaid',
      'unpaid',
    ]);
    expect(outcomeOf({ fault: 'tx_rejected' }, transactions(15, 1))).toBeUndefined();
  });
  it('is followed together: the slowest counts, and failed ones are named', async () => {
    const { session } = await filled(1);
    const [first] = session.book.transfers.filter(({ kind }) => kind === 'out');
    const as = (txid: string, more: object) => ({ ...first!, key: txid, txid, amount: xmr('1'), ...more });
    const list = [
      as('a', { state: 'done', blocks: 10 }),
      as('b', { state: 'settling', blocks: 4 }),
      as('c', { state: 'failed', blocks: 0 }),
    ];
    expect(sentPayment(list, ['a', 'b', 'c'])).toMatchObject({
      amount: xmr('3'),
      blocks: 4,
      inBlock: true,
      done: false,
      failed: 1,
    });
    expect(sentPayment(list, ['c'])).toMatchObject({ failed: 1, inBlock: false, done: false });
    expect(sentPayment(list, ['a', 'x'])).toBeUndefined();
    const toOneself = as('d', { state: 'waiting', fee: 7n, walletNet: -7n });
    expect(sentPayment([toOneself], ['d'])).toMatchObject({ amount: xmr('1'), fee: 7n, left: 7n });
  });
});
