/** Values in another currency: exact arithmetic, no more digits than the rate has, and sources that answer anything. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MoneyInput } from '../../../src/ui/amounts/money-input.svelte.ts';
import { isUnclearMoney, readRate, typedRate, worthText, xmrFor } from '../../../src/ui/format/worth.ts';
import { askSource, coingeckoUrl, readRateAnswer } from '../../../src/ui/state/rate-sources.ts';
import { ASK_AGAIN_MS, Rates, type RateChoice } from '../../../src/ui/state/rates.svelte.ts';

const XMR = 1_000_000_000_000n;
const rate = (text: string) => readRate(text)!;

describe('the value of an amount', () => {
  it.each([
    ['153.21', XMR, 'EUR', 'en', 'about €153.21'],
    ['153.21', XMR / 4n, 'EUR', 'de', 'about 38,30\u00a0€'],
    ['153.21', XMR / 4n, 'EUR', 'es', 'about 38,30\u00a0€'],
    // Five digits are known of the rate, so no more of the value.
    ['153.21', 12_345n * XMR, 'EUR', 'en', 'about €1,891,400'],
    ['150', 7n * XMR, 'EUR', 'en', 'about €1,050'],
    ['150', 7n * XMR, 'EUR', 'de', 'about 1\u202f050\u00a0€'],
    ['24000', XMR / 1000n, 'JPY', 'en', 'about ¥24'],
    ['153.21', 1n, 'EUR', 'en', 'less than €0.01'],
    ['153.21', 0n, 'EUR', 'en', 'about €0.00'],
  ])('by %s of %d piconero in %s, %s, is %s', (text, amount, currency, language, expected) => {
    expect(worthText(amount, rate(text), currency, language)).toBe(expected);
  });
  it.each([
    '0',
    '-1',
    'NaN',
    'Infinity',
    '1e9',
    '',
    '9'.repeat(14),
    '1000000000001',
    '0.000000001',
    '1,5',
    '0x10',
  ])('is not computed by the rate %j', (text) => {
    expect(readRate(text)).toBeUndefined();
  });
  it('goes back to an amount of XMR that is not finer than the smallest coin', () => {
    expect(xmrFor('10', rate('153.21'), 'EUR')).toBe(65_270_000_000n);
    expect(xmrFor('10,50', rate('153.21'), 'EUR')).toBe(68_533_000_000n);
    expect(xmrFor('1000', rate('24000'), 'JPY')).toBe(41_667_000_000n);
    for (const text of ['', '.', 'ten', '-1', '1.2.3', '1e3', '9'.repeat(13)])
      expect(xmrFor(text, rate('153.21'), 'EUR')).toBeUndefined();
  });
  it('is not made from `1,000` or `1.000`, which are a thousand in one country and one in another', () => {
    for (const text of ['1,000', '1.000', '12,500', '999.999']) {
      expect(xmrFor(text, rate('160.55'), 'EUR'), text).toBeUndefined();
      expect(isUnclearMoney(text, 'EUR'), text).toBe(true);
    }
    expect(xmrFor('1.000', rate('50'), 'KWD')).toBe(XMR / 50n);
    expect(xmrFor('1,000', rate('50'), 'KWD')).toBeUndefined();
    for (const text of ['0,125', '1,00', '1000', 'ten'])
      expect(isUnclearMoney(text, 'EUR'), text).toBe(false);
  });
  it('is made from money in other widths, with invisible characters and groups as this page writes them', () => {
    const ten = xmrFor('10', rate('160.55'), 'EUR');
    for (const text of ['１０', '1\u00ad0', '1\u200b0', ' 10,00 ', '10.'])
      expect(xmrFor(text, rate('160.55'), 'EUR'), text).toBe(ten);
    const thousand = xmrFor('1000', rate('160.55'), 'EUR');
    for (const text of ['1 000', '1\u202f000', '1\u00a0000.00'])
      expect(xmrFor(text, rate('160.55'), 'EUR'), text).toBe(thousand);
    for (const text of ['1 0', '10²', '①', '1 00', '1'.repeat(101)])
      expect(xmrFor(text, rate('160.55'), 'EUR'), text).toBeUndefined();
  });
  it('takes a typed rate with a point or a comma, and none that is not clear', () => {
    expect(['160.55', '160,55', '１６０', '0,125', '153.214'].map(typedRate)).toEqual([
      '160.55',
      '160.55',
      '160',
      '0.125',
      '153.214',
    ]);
    for (const text of ['1,000', '160²', '', '0', '1 0', '1e3'])
      expect(typedRate(text), text).toBeUndefined();
  });
  it('differs from the typed money by less than the smallest coin', () => {
    for (const text of ['0.01', '1', '19.99', '999.99'])
      for (const each of ['0.5', '153.21', '99999.99'])
        expect(worthText(xmrFor(text, rate(`${each}0000`), 'EUR')!, rate(`${each}0000`), 'EUR', 'en')).toBe(
          worthText(XMR, rate(text.includes('.') ? `${text}0000` : `${text}.0000`), 'EUR', 'en'),
        );
  });
});

describe('money that is typed instead of an amount of XMR', () => {
  const setup = async () => {
    const world = { now: 1_795_000_000_000 };
    const rates = new Rates({
      fetch: () => Promise.reject(new Error('no network')),
      now: () => world.now,
      storage: undefined,
    });
    const choose = (currency: string, typed: string) =>
      rates.choose({ source: 'typed', currency, url: '', typed });
    await choose('EUR', '100');
    return { world, choose, field: new MoneyInput(rates) };
  };
  it('makes the amount of XMR, and stays as it was typed until that is changed', async () => {
    const { field } = await setup();
    expect(field.enter('50,0', '')).toBe('0.5');
    expect([field.shown('0.5'), field.fault('0.5')]).toEqual(['50,0', '']);
    expect(field.shown('1')).toBe('100.00');
    expect(field.enter('x', '1')).toBe('');
    expect([field.shown(''), field.fault('')]).toEqual(['x', 'This is not an amount of money.']);
    field.enter('1,000', '');
    expect(field.fault('')).toContain('a thousand times');
  });
  it('changes nothing when the rate has become old, and says why', async () => {
    const { world, field } = await setup();
    field.enter('50', '');
    world.now += 7 * 86_400_000 + 1000;
    expect(field.enter('60', '0.5')).toBe('0.5');
    expect([field.shown('0.5'), field.fault('0.5')]).toEqual(['60', expect.stringContaining('rate is old')]);
    expect([field.enter('', '0.5'), field.fault('0.5')]).toEqual(['0.5', '']);
  });
  it('is not shown as money of another currency', async () => {
    const { choose, field } = await setup();
    expect(field.enter('100', '')).toBe('1');
    await choose('JPY', '20000');
    expect([field.shown('1'), field.fault('1')]).toEqual(['20000', '']);
  });
});

describe('an answer of a source', () => {
  it.each([
    ['{"monero":{"eur":153.21,"last_updated_at":1795000000}}', '153.21', 1_795_000_000_000],
    ['{"error":[],"result":{"XXMRZEUR":{"a":["1","2"],"c":["153.21","0.5"]}}}', '153.21', undefined],
    ['{"EUR":153.21}', '153.21', undefined],
    ['153.21', '153.21', undefined],
    [' {"rate": "153.21"} ', '153.21', undefined],
  ])('%s has the rate %s', (text, expected, at) => {
    expect(readRateAnswer(text, 'EUR')).toEqual({ rate: rate(expected), at });
  });
  // threat: chosen-source
  it.each([
    '',
    'null',
    '{}',
    '[]',
    '<!doctype html>',
    '{"monero":{"eur":null}}',
    '{"monero":{"eur":NaN}}',
    '{"monero":{"eur":1e400}}',
    '{"monero":{"eur":-153}}',
    '{"monero":{"eur":0}}',
    `{"monero":{"eur":${'9'.repeat(40)}}}`,
    '{"monero":{"eur":{"eur":{"eur":{"eur":{"eur":1}}}}}}',
    '{"monero":{"usd":153.21}}',
    '{"monero":{"usd":153.21},"price":140}',
    '{"usd":153.21,"price":140}',
    '{"currency":"USD","price":153.21}',
    '{"symbol":"XMRUSDT","price":"153.21"}',
    '{"__proto__":{"eur":1}}',
    '['.repeat(50_000),
  ])('%s has none', (text) => {
    expect(readRateAnswer(text, 'EUR')).toBeUndefined();
  });
});

describe('asking a source', () => {
  let server: Server;
  let base = '';
  let open: () => void = () => undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/long') response.end('9'.repeat(70_000));
      else if (request.url === '/moved') response.writeHead(302, { Location: '/ok' }).end();
      else if (request.url === '/error') response.writeHead(500).end('153.21');
      else if (request.url === '/never') response.write('1');
      else response.end('153.21');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    open = () => {
      server.closeAllConnections();
      server.close();
    };
  });
  afterAll(() => {
    open();
  });
  // threat: chosen-source
  it('ends with an error where the answer is too long, moved or none', async () => {
    expect(await askSource(`${base}/ok`, fetch)).toBe('153.21');
    for (const path of ['/long', '/moved', '/error'])
      await expect(askSource(`${base}${path}`, fetch)).rejects.toThrow();
  });
  it('sends no cookie, no referrer and nothing of the wallet', async () => {
    const asked: unknown[] = [];
    await askSource(coingeckoUrl('EUR'), (url, init) => {
      asked.push(url, { ...init, signal: undefined });
      return Promise.resolve(new Response('1'));
    });
    expect(asked).toEqual([
      'https://api.coingecko.com/api/v3/simple/price?ids=monero&vs_currencies=eur&include_last_updated_at=true',
      {
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        cache: 'no-store',
        signal: undefined,
      },
    ]);
  });
});

const setup = (answers: (string | Error)[] = []) => {
  const stored = new Map<string, string>();
  const asked: string[] = [];
  const clock = { now: 1_795_000_000_000 };
  const world = {
    now: () => clock.now,
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
    fetch: ((url: string) => {
      asked.push(url);
      const answer = answers.shift() ?? '153.21';
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(new Response(answer));
    }) as typeof fetch,
  };
  return { rates: new Rates(world), world, asked, clock, stored };
};
const COINGECKO: RateChoice = { source: 'coingecko', currency: 'EUR', url: '', typed: '' };

describe('the rates of the page', () => {
  it('are off until the person chooses, and nobody is asked', async () => {
    const { rates, asked } = setup();
    await rates.ask();
    expect([rates.on, rates.worth(XMR), asked]).toEqual([false, undefined, []]);
  });
  it('ask a source at most every half hour, also after the page was opened again', async () => {
    const { rates, world, asked, clock } = setup();
    await rates.choose(COINGECKO);
    expect(rates.worth(XMR)).toBe('about €153.21');
    await rates.ask();
    clock.now += ASK_AGAIN_MS - 1;
    const again = new Rates(world);
    await again.ask();
    expect(again.worth(XMR)).toBe('about €153.21');
    expect(asked).toHaveLength(1);
    clock.now += 1;
    await again.ask();
    expect(asked).toHaveLength(2);
  });
  it('are those that another tab chose since: what was turned off there is not asked, nor turned on again', async () => {
    const { rates, world, asked, clock } = setup();
    const other = new Rates(world);
    await rates.choose(COINGECKO);
    await other.ask();
    expect([other.worth(XMR), asked.length]).toEqual(['about €153.21', 1]);
    clock.now += ASK_AGAIN_MS;
    const asking = rates.ask();
    await other.choose({ ...COINGECKO, source: 'off' });
    await asking;
    expect([rates.on, new Rates(world).on, asked.length]).toEqual([false, false, 2]);
    await rates.choose(COINGECKO);
    await other.choose({ ...COINGECKO, source: 'off' });
    clock.now += ASK_AGAIN_MS;
    const before = asked.length;
    await rates.ask(true);
    expect([rates.on, new Rates(world).on, asked.length]).toEqual([false, false, before]);
  });
  it('stay as chosen in this tab where nothing more can be stored', async () => {
    const { rates, world } = setup();
    await rates.choose(COINGECKO);
    world.storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    await rates.choose({ ...COINGECKO, source: 'off' });
    await rates.ask();
    expect(rates.on).toBe(false);
  });
  it('keep the last rate when a source fails, say so, and try again after ten minutes', async () => {
    const { rates, asked, clock } = setup(['153.21', new TypeError('no network'), '{"rate":"much"}', '160']);
    await rates.choose(COINGECKO);
    clock.now += ASK_AGAIN_MS;
    await rates.ask();
    expect([rates.failedAt > 0, rates.worth(XMR)]).toEqual([true, 'about €153.21']);
    await rates.ask();
    expect(asked).toHaveLength(2);
    clock.now += 10 * 60_000;
    await rates.ask();
    expect(rates.failedAt).toBe(clock.now);
    clock.now += 10 * 60_000;
    await rates.ask();
    expect([rates.failedAt, rates.worth(XMR)]).toEqual([0, 'about €160.00']);
  });
  it('are old after two hours, and then convert no typed money', async () => {
    const { rates, clock } = setup();
    await rates.choose(COINGECKO);
    expect(rates.xmrFor('10')).toBe(65_270_000_000n);
    clock.now += 2 * 3_600_000 + 1;
    expect([rates.isStale(), rates.xmrFor('10')]).toEqual([true, undefined]);
    expect(rates.worth(XMR)).toBe('about €153.21');
  });
  it('take the time of the source, but none of the future', async () => {
    const { rates, clock } = setup([
      '{"monero":{"eur":1,"last_updated_at":1794990000}}',
      '{"monero":{"eur":1,"last_updated_at":9999999999}}',
    ]);
    await rates.choose(COINGECKO);
    expect(rates.at).toBe(1_794_990_000_000);
    await rates.ask(true);
    expect(rates.at).toBe(clock.now);
  });
  it('use a typed rate and ask nobody', async () => {
    const { rates, asked } = setup();
    expect(await rates.choose({ ...COINGECKO, source: 'typed', typed: '150,5' })).toBeUndefined();
    expect([rates.worth(2n * XMR), asked]).toEqual(['about €301.00', []]);
  });
  it('refuse a currency, a rate and an address that cannot be right', async () => {
    const { rates, asked } = setup();
    expect(await rates.choose({ ...COINGECKO, currency: 'EU' })).toBe('currency');
    expect(await rates.choose({ ...COINGECKO, source: 'typed', typed: 'much' })).toBe('typed');
    for (const url of [
      '',
      'rate',
      'http://rates.example/',
      'https://me:secret@rates.example/',
      'ftp://x.example/',
    ])
      expect(await rates.choose({ ...COINGECKO, source: 'own', url })).toBe('url');
    expect([rates.on, asked]).toEqual([false, []]);
  });
  it('start without a choice where the stored one is damaged', () => {
    const { world, stored } = setup();
    for (const kept of ['{', '[]', 'null', '{"source":"own","currency":"EUR","url":"javascript:1"}']) {
      stored.set('ostro-rate', kept);
      expect(new Rates(world).on).toBe(false);
    }
    stored.set(
      'ostro-rate',
      JSON.stringify({ ...COINGECKO, known: { text: 'NaN', at: 'now', asked: null } }),
    );
    expect([new Rates(world).on, new Rates(world).worth(XMR)]).toEqual([true, undefined]);
  });
});
