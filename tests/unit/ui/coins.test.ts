import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { CoinChoice } from '../../../src/ui/features/send/coin-choice.svelte.ts';
import { aboutEach, SplitState } from '../../../src/ui/features/coins/split.svelte.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { CoinList, type ListedCoin } from '../../../src/ui/coins/coin-list.svelte.ts';
import { coinSource, coinStateWords, freezeWords } from '../../../src/ui/coins/coin-words.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { PAYEE, xmr } from '../../support/fake-worker/values.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const NOW = new Date('2026-06-03T15:00:00').getTime();
const setup = async (scenario: Scenario = 'home') => {
  const port = new FakePort(scenario, { delay: 0, now: NOW });
  const session = new Session(createClient(port));
  await session.start();
  const list = new CoinList(session);
  await list.load(0);
  return { port, session, list };
};
const coinOf = (list: CoinList, amount: string): ListedCoin =>
  list.coins.find((coin) => coin.amount === xmr(amount))!;

const sentBy = async (split: SplitState) => ((await split.send()) ? split.sent : undefined);

describe('the list of coins', () => {
  it('is sorted by amount or by age', async () => {
    const { list } = await setup();
    const amounts = () => list.rows(3).map(({ amount }) => amount);
    expect(amounts()).toEqual([xmr('7.0085'), xmr('3'), xmr('2.40001327')]);
    list.sort('newest');
    expect(amounts()).toEqual([xmr('0.85'), xmr('1.1'), xmr('0.31')]);
    list.sort('oldest');
    expect(amounts()).toEqual([xmr('7.0085'), xmr('3'), xmr('2.40001327')]);
  });
  it('says of each coin where it was received and whether it can be spent', async () => {
    const { session, list } = await setup();
    const words = (amount: string) => coinStateWords(coinOf(list, amount), session);
    expect(words('7.0085')).toBe('Spendable');
    expect(words('0.85')).toBe('Locked until block 3,381,213: spendable in about 18 minutes');
    const byTime = { ...coinOf(list, '0.85'), lockedUntil: Date.UTC(2026, 5, 2, 12) };
    expect(coinStateWords(byTime, session)).toMatch(/^Locked until 2 June 2026/);
    expect(words('0.31')).toBe('Frozen');
    expect(words('1.1')).toBe('Being spent');
    expect(coinSource(coinOf(list, '7.0085'), '')).toBe('First address');
    expect(coinSource(coinOf(list, '3'), '')).toBe('Mined block 3,367,204');
    expect(coinSource(coinOf(list, '0.31'), 'Order 1041')).toBe('Order 1041');
    expect(coinSource(coinOf(list, '0.85'), '')).toBe('Address 2');
  });
  it('freezes a coin, which leaves the balance, and thaws it', async () => {
    const { session, list } = await setup();
    session.listen();
    const before = session.book.current!.unlocked;
    expect(await list.setFrozen(coinOf(list, '3'), true)).toBe(true);
    expect(coinOf(list, '3')).toMatchObject({ state: 'frozen', frozen: true });
    await session.book.refresh();
    expect(session.book.current!.unlocked).toBe(before - xmr('3'));
    expect(await list.setFrozen(coinOf(list, '3'), false)).toBe(true);
    expect(coinOf(list, '3').state).toBe('spendable');
  });
  it('freezes a coin whose button is pressed while another one is being frozen', async () => {
    const { list } = await setup();
    const coins = ['3', '7.0085'].map((amount) => coinOf(list, amount));
    expect(await Promise.all(coins.map((coin) => list.setFrozen(coin, true)))).toEqual([true, true]);
    expect(['3', '7.0085'].map((amount) => coinOf(list, amount).state)).toEqual(['frozen', 'frozen']);
  });
  it('names the amount of a coin on its button, unless amounts are hidden', async () => {
    const { list } = await setup();
    const coin = coinOf(list, '3');
    expect(freezeWords(coin, false)).toBe('Freeze the coin of 3.00\u00a0XMR');
    expect(freezeWords({ ...coin, frozen: true }, false)).toBe('Thaw the coin of 3.00\u00a0XMR');
    expect([freezeWords(coin, true), freezeWords({ ...coin, frozen: true }, true)]).toEqual([
      'Freeze',
      'Thaw',
    ]);
  });
  it('keeps the list and says why when a coin cannot be frozen', async () => {
    const { port, list } = await setup();
    port.refuseNext('freeze', 'unknown_key_image');
    expect(await list.setFrozen(coinOf(list, '3'), true)).toBe(false);
    expect(list.error).toMatchObject({ fault: 'unknown_key_image' });
    expect(coinOf(list, '3').state).toBe('spendable');
  });
  it('of five thousand coins comes in parts and shows a hundred at first', async () => {
    const { port, list } = await setup();
    const [first] = port.coins;
    port.coins = Array.from({ length: 5000 }, (_, i) => ({
      ...first!,
      id: i,
      amount: BigInt(i),
    }));
    port.calls.length = 0;
    await list.load(0);
    expect(port.calls.filter(({ method }) => method === 'x_coins')).toHaveLength(10);
    expect([list.coins.length, list.length, list.hasMore]).toEqual([5000, 100, true]);
    expect(list.rows(1)[0]!.amount).toBe(4999n);
    list.more();
    expect(list.length).toBe(200);
  });
  it('of a watching wallet names the coins without a key image', async () => {
    const { session, list } = await setup('watch');
    expect(list.unmarked).toBe(2);
    expect(coinStateWords(coinOf(list, '3'), session)).toBe('Not known whether it is spent');
    expect(new CoinChoice(session, []).canPick(coinOf(list, '3'))).toBe(false);
  });
  it('shows the coins of the last account that was asked for', async () => {
    const { list } = await setup();
    await Promise.all([list.load(1), list.load(0), list.load(1)]);
    expect(list).toMatchObject({ coins: [], ready: true });
  });
});

describe('coins chosen for a payment', () => {
  const choose = async (...amounts: string[]) => {
    const { port, session, list } = await setup();
    const send = new SendState(session);
    await send.payee.set(PAYEE, true);
    send.setCoins(amounts.map((amount) => coinOf(list, amount)));
    return { port, session, list, send };
  };
  const paramsOf = (port: FakePort, wanted: string) =>
    port.calls.filter(({ method }) => method === wanted).at(-1)?.params['key_images'];

  it('can be marked only if they are spendable, and are summed with the number of their addresses', async () => {
    const { session, list } = await setup();
    const choice = new CoinChoice(session, [coinOf(list, '3').keyImage]);
    await choice.list.load(0);
    for (const amount of ['2.40001327', '0.85', '0.31', '1.1'])
      choice.pick(coinOf(choice.list, amount), true);
    expect(choice.sum).toBe(xmr('5.40001327'));
    expect(choice.addresses).toBe(2);
    choice.pick(coinOf(choice.list, '3'), false);
    expect(choice.coins.map(({ amount }) => amount)).toEqual([xmr('2.40001327')]);
    // A coin that another payment spends meanwhile is no longer chosen.
    await choice.list.setFrozen(coinOf(choice.list, '2.40001327'), true);
    expect(choice.coins).toEqual([]);
  });
  it('are named in the cost and in the payment, and shown in the review', async () => {
    const { port, list, send } = await choose('7.0085', '3');
    const images = ['7.0085', '3'].map((amount) => coinOf(list, amount).keyImage);
    send.setAmount('1.25');
    await send.preview();
    expect(paramsOf(port, 'x_preview')).toEqual(images);
    expect(send.level?.inputs).toEqual([{ amount: xmr('7.0085') }, { amount: xmr('3') }]);
    await send.openReview();
    expect(paramsOf(port, 'x_prepare_transfer')).toEqual(images);
    expect(await send.review!.send()).toMatchObject({ unsure: false });
  });
  it('are all sent by All', async () => {
    const { port, list, send } = await choose('3');
    await send.sendAll();
    expect(send.level).toMatchObject({ amount: xmr('3') - send.level!.fee, inputs: [{ amount: xmr('3') }] });
    await send.openReview();
    expect(paramsOf(port, 'x_prepare_sweep')).toEqual([coinOf(list, '3').keyImage]);
  });
  it('must cover the amount, and the fee', async () => {
    const { send } = await choose('3');
    send.setAmount('4');
    expect(send.amountFault).toBe(
      'The coins that you chose hold 3.00\u00a0XMR. Choose more coins, or send less.',
    );
    send.setAmount('3');
    await send.preview();
    expect(send.amountFault).toContain('With the fee this is more than the 3.00\u00a0XMR');
    expect(send.whyNot).not.toBe('');
    send.setCoins([]);
    await send.preview();
    expect(send.amountFault).toBe('');
  });
  it('are forgotten with the account, and change nothing in a review that is open', async () => {
    const { port, send, list } = await choose('3');
    send.setAmount('1');
    await send.preview();
    await send.openReview();
    send.setCoins([coinOf(list, '7.0085')]);
    expect(send.review!.cost?.inputs).toEqual([{ amount: xmr('3') }]);
    expect(port.calls.some(({ method }) => method === 'x_drop_prepared')).toBe(false);
    send.setAccount(1);
    expect(send.coins).toEqual([]);
  });
});

describe('splitting the largest coin', () => {
  const prepared = async (scenario: Scenario = 'home') => {
    const { port, session, list } = await setup(scenario);
    const split = new SplitState(session, 0, list.largest!);
    split.parts = 3;
    expect(await split.prepare()).toBe(true);
    return { port, session, list, split };
  };
  const sweeps = (port: FakePort) => port.calls.filter(({ method }) => method === 'x_prepare_sweep');

  it('pays exactly this coin to the first address of the account, in equal parts', async () => {
    const { port, session, list, split } = await prepared();
    expect(list.largest).toBe(coinOf(list, '7.0085'));
    expect(sweeps(port).map(({ params }) => params)).toEqual([
      {
        address: session.book.addresses.at(0, 0)!.address,
        account_index: 0,
        priority: 2,
        key_images: [coinOf(list, '7.0085').keyImage],
        outputs: 3,
      },
    ]);
    const { fee, amount } = split.prepared!;
    expect(fee + amount).toBe(xmr('7.0085'));
    expect(await sentBy(split)).toEqual({ unsure: false });
    expect(await sentBy(split)).toBeUndefined();
  });
  it('shows the number of parts that was prepared, also if another one was chosen meanwhile', async () => {
    const { session, list } = await setup('home');
    const split = new SplitState(session, 0, list.largest!);
    const preparing = split.prepare();
    split.parts = 10;
    expect(await preparing).toBe(true);
    expect(split.prepared?.parts).toBe(4);
  });
  it('says about how much one part is, with five digits at most', () => {
    const each = aboutEach;
    expect(each(7_008_377_120_000n, 4)).toBe(xmr('1.7521'));
    expect(each(1_204_331_073_709_551_615n, 3)).toBe(xmr('401440'));
    expect(each(7n, 2)).toBe(3n);
  });
  it('sends nothing more after an error, until the cost is shown again', async () => {
    const { port, split } = await prepared();
    port.refuseNext('x_send_prepared', 'tx_rejected', { reason: '', flags: [] });
    expect(await sentBy(split)).toBeUndefined();
    expect(split.error).toMatchObject({ fault: 'tx_rejected' });
    expect(split.prepared).toBeUndefined();
    expect(await sentBy(split)).toBeUndefined();
    await split.prepare();
    expect(sweeps(port)).toHaveLength(2);
    expect(await sentBy(split)).toEqual({ unsure: false });
  });
  it('counts as sent when the answer of the node was lost', async () => {
    const { port, split } = await prepared();
    port.relayAnswerLost = true;
    expect(await sentBy(split)).toEqual({ unsure: true });
    expect(split.error).toBeUndefined();
  });
  it('of a watching wallet is stored for the signing device', async () => {
    const { split } = await prepared('watch');
    expect(await sentBy(split)).toMatchObject({ unsure: false, unsent: expect.any(String) as string });
  });
  it('drops what was prepared when the sheet is closed', async () => {
    const { port, split } = await prepared();
    const { id } = split.prepared!;
    split.end();
    expect(port.calls.at(-1)).toMatchObject({ method: 'x_drop_prepared', params: { id } });
  });
});
