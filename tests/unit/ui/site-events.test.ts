import { describe, expect, it } from 'vitest';
import { SiteEvents, type SeenBySite } from '../../../src/ui/features/consent/site-events.ts';
import { settled } from '../../support/settled.ts';

const SITE = 'https://coffee-shop.example';
const paid = (txid: string, type = 'in', height = 100) => ({
  type,
  txid,
  height,
  amount: 5n,
  subaddr_index: { major: 0, minor: 0 },
});

/** A wallet with a connected site, a clock, and all events that the site got. */
const setup = (random = () => 0.5) => {
  const wallet: { view: SeenBySite | undefined } = {
    view: {
      wallet: 'Everyday',
      accounts: ['8own'],
      network: 'mainnet',
      height: 100,
      transfers: [paid('old')],
    },
  };
  const emitted: (readonly [string, unknown])[] = [];
  const asked: (number | undefined)[] = [];
  const timers: { readonly ms: number; readonly action: () => void }[] = [];
  let ended = 0;
  const broken = { next: false };
  const events = new SiteEvents({
    view: (_origin, from) => {
      asked.push(from);
      if (!wallet.view) return Promise.reject(new Error('no wallet is open'));
      return Promise.resolve({ ...wallet.view, transfers: from === undefined ? [] : wallet.view.transfers });
    },
    emit: (event, data) => {
      if (broken.next) {
        broken.next = false;
        throw new Error('the page is gone');
      }
      emitted.push([event, data]);
    },
    end: () => void (ended += 1),
    after: (ms, action) => {
      const timer = { ms, action };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    random,
  });
  events.begin(SITE);
  return {
    events,
    asked,
    timers,
    change: (more: Partial<SeenBySite>) => (wallet.view = { ...wallet.view!, ...more }),
    lock: () => {
      const { view } = wallet;
      wallet.view = undefined;
      return () => (wallet.view = view);
    },
    /** Lets the present wait pass. */
    wait: async () => {
      timers.shift()!.action();
      await settled();
    },
    /** The events since the last call. */
    news: () => emitted.splice(0),
    ended: () => ended,
    /** The next event cannot be sent. */
    breakOnce: () => (broken.next = true),
  };
};

describe('an event that cannot be sent', () => {
  it('does not end the events after it', async () => {
    const { events, change, news, breakOnce } = setup();
    await events.answered('monero_getPermissions');
    news();
    breakOnce();
    change({ accounts: ['8own', '8more'] });
    await events.changed().catch(() => undefined);
    change({ accounts: ['8own', '8more', '8third'] });
    await events.changed();
    expect(news()).toEqual([['accountsChanged', ['8own', '8more', '8third']]]);
  });
});

describe('accountsChanged', () => {
  it('names the accounts of the site when it is connected, and again when the person changes them', async () => {
    const { events, change, news } = setup();
    change({ accounts: [], network: undefined, height: undefined });
    await events.answered('monero_getPermissions');
    expect(news()).toEqual([]);
    change({ accounts: ['8own'], network: 'mainnet', height: 100 });
    await events.answered('monero_requestPermissions');
    expect(news()).toEqual([['accountsChanged', ['8own']]]);
    change({ accounts: ['8own', '8other'] });
    await events.changed();
    await events.changed();
    expect(news()).toEqual([['accountsChanged', ['8own', '8other']]]);
  });
  // threat: site-reads
  it('waits for the first answer, so that a site does not see when a wallet is opened', async () => {
    const { events, asked, news } = setup();
    await events.changed();
    expect([asked, news()]).toEqual([[], []]);
    await events.answered('get_height');
    expect(news()).toEqual([['accountsChanged', ['8own']]]);
  });
  it('names none when the site leaves, and its session goes on', async () => {
    const { events, change, news, ended } = setup();
    await events.answered('get_balance');
    news();
    change({ accounts: [], network: undefined, height: undefined });
    await events.answered('monero_revokePermissions');
    expect(news()).toEqual([['accountsChanged', []]]);
    expect(ended()).toBe(0);
  });
});

describe('disconnect', () => {
  it('follows when the person disconnects the site, and ends its session', async () => {
    const { events, change, news, ended } = setup();
    await events.answered('get_balance');
    news();
    change({ accounts: [], network: undefined, height: undefined });
    await events.changed();
    expect(news()).toMatchObject([
      ['accountsChanged', []],
      ['disconnect', { code: 4900, data: { reason: 'revoked' } }],
    ]);
    expect(ended()).toBe(1);
  });
  it('follows when another tab disconnected it, after the wallet is open here again', async () => {
    const { events, change, lock, wait, news, ended } = setup();
    await events.answered('get_balance');
    news();
    const open = lock();
    await wait();
    await events.changed();
    expect(news()).toEqual([]);
    open();
    change({ accounts: [], network: undefined, height: undefined });
    await wait();
    expect(news().map(([event]) => event)).toEqual(['accountsChanged', 'disconnect']);
    expect(ended()).toBe(1);
  });
  it('does not follow when another wallet is opened, in which the site may still be connected', async () => {
    const { events, change, news, ended } = setup();
    await events.answered('get_balance');
    news();
    change({ wallet: 'Savings', accounts: [], network: undefined, height: undefined });
    await events.changed();
    expect(news()).toEqual([['accountsChanged', []]]);
    expect(ended()).toBe(0);
  });
});

describe('networkChanged', () => {
  it('names the network of the next wallet if it is another one', async () => {
    const { events, change, news } = setup();
    await events.answered('get_balance');
    change({ wallet: 'Savings', accounts: [], network: undefined, height: undefined });
    await events.changed();
    news();
    change({ accounts: ['5own'], network: 'stagenet', height: 7 });
    await events.answered('monero_requestPermissions');
    expect(news()).toEqual([
      ['accountsChanged', ['5own']],
      ['networkChanged', 'stagenet'],
    ]);
  });
});

describe('message', () => {
  it('tells the height and each new transfer once, not those from before', async () => {
    const { events, change, wait, asked, news } = setup();
    await events.answered('get_balance');
    news();
    await wait();
    expect(news()).toEqual([]);
    change({ height: 103, transfers: [paid('old'), paid('new', 'pool', 0)] });
    await wait();
    expect(news()).toEqual([
      ['message', { type: 'monero_transfer', data: paid('new', 'pool', 0) }],
      ['message', { type: 'monero_height', data: { height: 103 } }],
    ]);
    // Its block is news, also after the chain was reorganised.
    change({ height: 104, transfers: [paid('new', 'in', 104)] });
    await wait();
    expect(news()).toHaveLength(2);
    change({ transfers: [paid('new', 'in', 103)] });
    await wait();
    expect(news()).toEqual([['message', { type: 'monero_transfer', data: paid('new', 'in', 103) }]]);
    expect(asked).toEqual([undefined, 0, 0, 0, 3, 4]);
  });
  it('keeps what happens between two looks, whatever else the person changes meanwhile', async () => {
    const { events, change, wait, news } = setup();
    await events.answered('get_balance');
    news();
    change({ height: 150, transfers: [paid('new', 'in', 101)] });
    await events.changed();
    expect(news()).toEqual([]);
    await wait();
    expect(news().map(([, data]) => (data as { type: string }).type)).toEqual([
      'monero_transfer',
      'monero_height',
    ]);
  });
  // threat: site-reads
  it('comes after a random time of at least 20 seconds, a new one each time', async () => {
    const randoms = [0, 0.999, 0.25];
    const { events, timers, wait } = setup(() => randoms.shift()!);
    await events.answered('get_balance');
    const waits = [timers[0]!.ms];
    for (let i = 0; i < 2; i++) {
      await wait();
      waits.push(timers[0]!.ms);
    }
    expect(waits).toEqual([20_000, 59_960, 30_000]);
  });
  // threat: site-reads
  it('says nothing of what another wallet has', async () => {
    const { events, change, wait, news } = setup();
    await events.answered('get_balance');
    change({ wallet: 'Savings', height: 500, transfers: [paid('theirs', 'in', 499)] });
    await wait();
    expect(news().filter(([event]) => event === 'message')).toEqual([]);
  });
  it('ends with the session', async () => {
    const { events, timers, change, news } = setup();
    await events.answered('get_balance');
    news();
    const [timer] = timers;
    events.begin('');
    expect(timers).toEqual([]);
    change({ height: 101 });
    timer!.action();
    await settled();
    expect(news()).toEqual([]);
  });
});
