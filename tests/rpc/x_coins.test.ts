import { describe, expect, it } from 'vitest';
import { change, put } from '../../src/wallet/state/state.ts';
import { HEIGHT, keyImage, NOW, openFixture, openRpcSession, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { openHalves } from '../support/rpc/halves.ts';
import { keepPayment } from '../support/rpc/keep-payment.ts';
import { nameOutputs } from '../support/rpc/named.ts';

describe('x_coins', () => {
  it('lists what no block spends, with the state of each coin', async () => {
    const { call, wallet } = await openFixture();
    const { coins = [], height, next } = await call('x_coins');
    expect(height).toBe(HEIGHT);
    expect(next).toBeUndefined();
    expect(coins.map(({ amount, state, blocks }) => [amount, state, blocks])).toEqual([
      [5n * XMR, 'spendable', undefined],
      [2n * XMR, 'spendable', undefined],
      [(9n * XMR) / 10n, 'spendable', undefined],
      [XMR, 'locked', 5],
    ]);
    expect(coins[1]).toMatchObject({
      key_image: keyImage(wallet, 'two'),
      address_index: 1,
      height: 200,
      timestamp: 1_700_000_000 + 200 * 120,
    });
  });
  it('lists the coins that a light-wallet server named, also in incoming_transfers', async () => {
    const { call, wallet } = await openFixture();
    const read = (await call('x_coins')).coins!;
    await nameOutputs({ call, wallet }, HEIGHT + 10);
    const { coins = [], height } = await call('x_coins');
    expect(height).toBe(HEIGHT + 10);
    // At the height that the server has scanned, the last one is unlocked.
    expect(coins.map(({ key_image, state }) => [key_image, state])).toEqual(
      read.map(({ key_image }) => [key_image, 'spendable']),
    );
    const { transfers = [] } = await call('incoming_transfers', { transfer_type: 'available' });
    expect(transfers.map(({ key_image, unlocked }) => [key_image, unlocked])).toEqual(
      read.map(({ key_image }) => [key_image, true]),
    );
  });
  it('says until when a time locks a coin', async () => {
    const { call, wallet } = await openFixture();
    const until = NOW / 1000 + 7200;
    const [first] = wallet.state.outputs;
    const locked = put('outputs', '0', { ...first!, unlockTime: BigInt(until) });
    await wallet.ledger.commit({ puts: [locked], deletes: [] });
    const { coins = [] } = await call('x_coins');
    // Consensus unlocks it 120 seconds earlier.
    expect(coins[0]).toMatchObject({ state: 'locked', locked_until: until - 120 });
    expect(coins.slice(1).map(({ locked_until }) => locked_until)).toEqual([undefined, undefined, undefined]);
  });
  it('tells no later time than dates can have', async () => {
    const { call, wallet } = await openFixture();
    const [first] = wallet.state.outputs;
    await wallet.ledger.commit(change([put('outputs', '0', { ...first!, unlockTime: 2n ** 64n - 1n })]));
    expect((await call('x_coins')).coins?.[0]).toMatchObject({
      state: 'locked',
      locked_until: 253_402_300_799,
    });
  });
  it('agrees with incoming_transfers', async () => {
    const { call } = await openFixture();
    const { coins = [] } = await call('x_coins');
    const { transfers = [] } = await call('incoming_transfers', { transfer_type: 'available' });
    expect(coins.map(({ key_image, amount, height }) => [key_image, amount, height])).toEqual(
      transfers.map(({ key_image, amount, block_height }) => [key_image, amount, block_height]),
    );
  });
  it('comes in parts', async () => {
    const { call } = await openFixture();
    const first = await call('x_coins', { limit: 3 });
    expect(first.coins).toHaveLength(3);
    const rest = await call('x_coins', { from: first.next!, limit: 3 });
    expect(rest.coins!.map(({ amount }) => amount)).toEqual([XMR]);
    expect(rest.next).toBeUndefined();
    expect((await call('x_coins', { account_index: 1 })).coins).toHaveLength(1);
    expect((await call('x_coins', { account_index: 9 })).coins).toBeUndefined();
  });
  it('shows a frozen coin as frozen until it is thawed', async () => {
    const { call, wallet } = await openFixture();
    const key_image = keyImage(wallet, 'five');
    const first = async () => (await call('x_coins')).coins![0];
    await call('freeze', { key_image });
    expect(await first()).toMatchObject({ key_image, state: 'frozen', frozen: true });
    await call('thaw', { key_image });
    expect((await first())?.frozen).toBeUndefined();
  });
  it('shows coins of a sent payment as spent, before a block has it', async () => {
    const { call, node } = await openFixture();
    node.answer();
    await call('sweep_all', { address: PAYEE, subaddr_indices: [1] });
    const { coins = [] } = await call('x_coins');
    expect(coins.find(({ address_index }) => address_index === 1)).toMatchObject({ state: 'spent' });
  });
  it('shows coins of a payment that waits for signatures as bound, and key images only if they are known', async () => {
    const { hot } = await openHalves();
    await keepPayment(hot, { destinations: [{ address: PAYEE, amount: XMR }] });
    const { coins = [] } = await hot.call('x_coins');
    expect(coins.some(({ state }) => state === 'bound')).toBe(true);
    const { call } = await openFixture({ watchOnly: true });
    const watched = (await call('x_coins')).coins!;
    expect(watched.map(({ key_image }) => key_image)).toEqual(watched.map(() => undefined));
    expect(watched[0]!.state).toBe('spendable');
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('x_coins')).toMatchObject({ code: -13 });
  });
  it('does not name the public key of an output, so that the page does not learn what a payment spends', async () => {
    const { call } = await openFixture();
    const { coins = [] } = await call('x_coins');
    expect(Object.keys(coins[0]!).sort()).toEqual([
      'address_index',
      'amount',
      'height',
      'id',
      'key_image',
      'state',
      'timestamp',
    ]);
  });
});
