/**
 * Phrases, keys, payment requests and amounts in random dress are read exactly as they were meant, or refused: never as
 * another wallet, another amount, or a request that lacks a part.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatXmr, parseXmr } from '../../../src/base/amount.ts';
import { isFault } from '../../../src/base/fault.ts';
import { toHex } from '../../../src/base/hex.ts';
import { createClient } from '../../../src/client/client.ts';
import { formatAddress, parseAddress } from '../../../src/protocol/address/address.ts';
import { percentEncode } from '../../../src/protocol/address/percent.ts';
import { parsePaymentUri } from '../../../src/protocol/address/uri.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { LANGUAGES } from '../../../src/protocol/mnemonic/languages.ts';
import { writeMnemonic } from '../../../src/protocol/mnemonic/mnemonic.ts';
import { writePolyseed } from '../../../src/protocol/mnemonic/polyseed/phrase.ts';
import { makePolyseed } from '../../../src/protocol/mnemonic/polyseed/seed.ts';
import { POLYSEED_LANGUAGES } from '../../../src/protocol/mnemonic/polyseed/word-lists.ts';
import type { RpcPort } from '../../../src/transport/port.ts';
import { readRate, xmrFor } from '../../../src/ui/format/worth.ts';
import { PayeeInput, type Asked } from '../../../src/ui/payments/payee.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { readGivenKeys } from '../../../src/wallet/account/given-keys.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { inTier, limit } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import mymonero from '../../vectors/mymonero.json' with { type: 'json' };

beforeAll(useWasmKernel);

const numRuns = inTier({ short: 25, long: 10_000 });
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const refusedOr = async <T>(work: () => Promise<T>): Promise<T | 'refused'> => {
  try {
    return await work();
  } catch (error) {
    if (!isFault(error)) throw error;
    return 'refused';
  }
};
const numeral = (zero: string) => (number: number) =>
  `${number}`.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));
const scripts = fc.constantFrom(...['0', '٠', '۰', '०', '০', '๐', '０', '𝟎'].map(numeral));

/** How a phrase is written down. Functions take the words and answer a text. */
const layout = fc.record({
  numbering: fc.constantFrom('', '', '.', ')', '/n', ' of n:', 'Word', 'glued'),
  script: scripts,
  lines: fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 12 }),
  joint: fc.constantFrom(' ', ' ', ', ', '\t', '\u3000', ' - '),
  broken: fc.constantFrom<'' | '-' | '\n'>('', '', '', '-', '\n'),
  brokenAt: fc.nat(24),
  capitals: fc.boolean(),
  form: fc.constantFrom('NFC', 'NFD', 'NFKC'),
});
type Layout = typeof layout extends fc.Arbitrary<infer T> ? T : never;
const written = (words: readonly string[], how: Layout): string => {
  const items = words.map((word, i) => {
    const letters = Array.from(word);
    const at = i === how.brokenAt && letters.length > 4 ? Math.floor(letters.length / 2) : 0;
    const whole =
      how.broken === '' || at === 0
        ? word
        : `${letters.slice(0, at).join('')}${how.broken === '-' ? '-\n' : '\n'}${letters.slice(at).join('')}`;
    const typed = how.capitals && whole.toUpperCase().toLowerCase() === whole ? whole.toUpperCase() : whole;
    const number = how.script(i + 1);
    switch (how.numbering) {
      case '':
        return typed;
      case '/n':
        return `${number}/${how.script(words.length)} ${typed}`;
      case ' of n:':
        return `${number} of ${how.script(words.length)}: ${typed}`;
      case 'Word':
        return `Word ${number}: ${typed}`;
      case 'glued':
        return `${number}${typed}`;
      default:
        return `${number}${how.numbering} ${typed}`;
    }
  });
  const rows: string[] = [];
  const rest = [...items];
  for (const count of how.lines) if (rest.length > 0) rows.push(rest.splice(0, count).join(how.joint));
  if (rest.length > 0) rows.push(rest.join(how.joint));
  return rows.join('\n').normalize(how.form);
};
/** Lines beside a phrase that say nothing of its start. */
const NOISE = [
  'Order no. 3405511',
  'Balance 3,412,345 piconero',
  'https://xmrchain.net/block/3405511',
  'Restore height: unknown (3405511 was the tip on 2025-05-01)',
  'Last backup block 3405511',
  'Backup date: 2025-05-01',
  'Printed 2025-05-01 14:03',
  'Created 2021-13-45',
  'My savings',
  'PIN 48213',
  'page 1/2',
  'Ann, +49 30 1234567',
];
/** Lines with the start, and what they say. */
const STARTS: readonly (readonly [string, { height?: number; day?: string }])[] = [
  ['Restore height: 2942000', { height: 2_942_000 }],
  ['Wallet created 2019-03-07', { day: '2019-03-07' }],
  ['Created: 07.03.2019', { day: '2019-03-07' }],
  ['2942000', { height: 2_942_000 }],
];
const beside = fc.record({
  noise: fc.array(fc.constantFrom(...NOISE), { maxLength: 2 }),
  start: fc.option(fc.constantFrom(...STARTS), { nil: undefined }),
  above: fc.boolean(),
  heading: fc.constantFrom(
    '',
    '',
    'Seed: ',
    'Mnemonic seed:\n',
    'My wallet\n',
    'Name: Savings of Ann\nSeed words: ',
  ),
});
const around = (
  phrase: string,
  { noise, start, above, heading }: typeof beside extends fc.Arbitrary<infer T> ? T : never,
) => {
  const lines = [...noise, ...(start ? [start[0]] : [])];
  return (above ? [...lines, heading + phrase] : [heading + phrase, ...lines]).join('\n');
};

const phrases = fc.oneof(
  fc.tuple(fc.constantFrom(...LANGUAGES), bytes(32)).map(
    ([language, key]) =>
      () =>
        writeMnemonic(language, accountFromSeed(key).spendSecret),
  ),
  fc.tuple(fc.constantFrom(...POLYSEED_LANGUAGES), bytes(19)).map(
    ([language, secret]) =>
      () =>
        writePolyseed(makePolyseed(secret, 1_700_000_000), language),
  ),
  fc
    .constantFrom(...mymonero.phrases.map(([phrase]) => phrase!))
    .map((phrase) => () => Promise.resolve(phrase)),
);
const spendOf = async (text: string): Promise<string> =>
  toHex((await readGivenKeys(text, '')).keys.spendSecret);

// threat: hostile-text
describe('a phrase in random dress', () => {
  it('opens its own wallet from the stated start, or is refused', { timeout: limit(20) }, async () => {
    let read = 0;
    await fc.assert(
      fc.asyncProperty(phrases, layout, beside, fc.boolean(), async (make, how, others, without24) => {
        const whole = (await make()).split(/\s+/);
        const words = whole.length === 25 && without24 ? whole.slice(0, 24) : whole;
        const expected = await refusedOr(() => spendOf(whole.join(' ')));
        const given = await refusedOr(() => readGivenKeys(around(written(words, how), others), ''));
        if (given === 'refused') return;
        read += 1;
        expect(toHex(given.keys.spendSecret)).toBe(expected);
        const { height, day } = others.start?.[1] ?? {};
        expect([undefined, height]).toContain(given.height);
        expect([undefined, day]).toContain(given.day);
      }),
      { numRuns },
    );
    // The property says nothing if all are refused.
    expect(read).toBeGreaterThan(numRuns / 5);
  });
  it('with words too many, twice or of another phrase is refused', { timeout: limit(20) }, async () => {
    const extra = fc.record({
      from: fc.nat(24),
      count: fc.integer({ min: 1, max: 25 }),
      at: fc.nat(25),
      line: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(phrases, phrases, layout, beside, extra, async (make, other, how, others, stray) => {
        const words = (await make()).split(/\s+/);
        const source = (await other()).split(/\s+/);
        const added = source.slice(stray.from % source.length).slice(0, stray.count);
        // As many words as a wallet has are a phrase of their own: no reader can tell.
        fc.pre(![13, 16, 24, 25].includes(words.length + added.length));
        const mixed = stray.line
          ? `${written(words, how)}\n${added.join(' ')}`
          : written([...words.slice(0, stray.at), ...added, ...words.slice(stray.at)], how);
        const given = await refusedOr(() => readGivenKeys(around(mixed, others), ''));
        // Chinese and Japanese lists have words that are no words alone.
        if (given !== 'refused') expect(toHex(given.keys.spendSecret)).toBe(await spendOf(words.join(' ')));
      }),
      { numRuns },
    );
  });
  it(
    'beside a key, an address or a transaction id opens its own wallet, or is refused',
    { timeout: limit(20) },
    async () => {
      const hexes = fc.array(bytes(32).map(toHex), { minLength: 1, maxLength: 2 });
      await fc.assert(
        fc.asyncProperty(phrases, layout, hexes, fc.boolean(), async (make, how, ids, above) => {
          const words = (await make()).split(/\s+/);
          const lines = ids.map((id) => `Transaction ${id}`).join('\n');
          const text = written(words, { ...how, broken: '' });
          const given = await refusedOr(() =>
            readGivenKeys(above ? `${lines}\n${text}` : `${text}\n${lines}`, ''),
          );
          if (given !== 'refused') expect(toHex(given.keys.spendSecret)).toBe(await spendOf(words.join(' ')));
        }),
        { numRuns: Math.ceil(numRuns / 5) },
      );
    },
  );
});

describe('keys in random dress', () => {
  it('open their own wallet, or are refused', { timeout: limit(10) }, async () => {
    const group = fc.constantFrom<(key: string) => string>(
      (key) => key,
      (key) => key.toUpperCase(),
      (key) => `0x${key}`,
      (key) => key.replace(/.{8}(?=.)/g, '$& '),
      (key) => `${key.slice(0, 30)}\n${key.slice(30)}`,
      (key) => `${key.slice(0, 30)}-\n${key.slice(30)}`,
      (key) => key.replace(/\d/, '$&²'),
      (key) => key.replace(/\d/g, (digit) => numeral('٠')(Number(digit))),
    );
    await fc.assert(
      fc.asyncProperty(bytes(32), group, beside, fc.boolean(), async (seed, how, others, both) => {
        const { spendSecret, viewSecret } = accountFromSeed(seed);
        const spend = toHex(spendSecret);
        const keys = both ? `Spend key: ${how(spend)}\nView key: ${how(toHex(viewSecret))}` : how(spend);
        const given = await refusedOr(() => readGivenKeys(around(keys, { ...others, heading: '' }), ''));
        if (given === 'refused') return;
        expect([toHex(given.keys.spendSecret), toHex(given.keys.viewSecret)]).toEqual([
          spend,
          toHex(viewSecret),
        ]);
        expect([undefined, others.start?.[1].height]).toContain(given.height);
        expect([undefined, others.start?.[1].day]).toContain(given.day);
      }),
      { numRuns },
    );
  });
});

/** The payee field before the worker's own readers of links and addresses. */
const readerOf = async () => {
  const fake = new FakePort('home', { delay: 0 });
  const port: RpcPort = {
    on: (listener) => fake.on(listener),
    request: async (envelope) => {
      const { id, method } = envelope;
      const params = (envelope.params ?? {}) as { readonly uri: string; readonly address: string };
      const answer = (result: object) => ({ jsonrpc: '2.0' as const, id, result });
      try {
        if (method === 'x_parse_uri') {
          const {
            recipients,
            description,
            paymentId = '',
            unknownParameters,
          } = parsePaymentUri('mainnet', params.uri);
          return answer({
            recipients,
            description,
            payment_id: paymentId,
            unknown_parameters: unknownParameters,
          });
        }
        if (method === 'validate_address') {
          const { network } = parseAddress(params.address);
          return answer({
            valid: true,
            integrated: false,
            subaddress: false,
            nettype: network,
            openalias_address: '',
          });
        }
      } catch (error) {
        if (!isFault(error)) throw error;
        if (method === 'validate_address')
          return answer({
            valid: false,
            integrated: false,
            subaddress: false,
            nettype: '',
            openalias_address: '',
          });
        return {
          jsonrpc: '2.0',
          id,
          error: { code: -1, message: '', data: { ...(error.data as object), fault: error.code } },
        };
      }
      return fake.request(envelope);
    },
  };
  const session = new Session(createClient(port));
  await session.start();
  return async (text: string) => {
    const asked: Asked[] = [];
    const payee = new PayeeInput(session, (each) => asked.push(each));
    await payee.set(text, true);
    return { address: payee.address, fault: payee.fault, asked: asked[0] };
  };
};
const address = bytes(32).map((seed) =>
  formatAddress({ network: 'mainnet', kind: 'standard', ...accountFromSeed(seed) }),
);

describe('a payment request in random dress', () => {
  // threat: hostile-text
  it('is read with all its parts, or refused', { timeout: limit(20) }, async () => {
    const read = await readerOf();
    let taken = 0;
    const request = fc.record({
      payees: fc.array(address, { minLength: 1, maxLength: 2 }),
      amount: fc.option(fc.bigInt(1n, 10n ** 16n), { nil: undefined }),
      extra: fc.constantFrom(
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        `tx_payment_id=${'ab'.repeat(32)}`,
        `payment_id=${'ab'.repeat(8)}`,
        'PaymentID=1234',
        'tx_currency=USD',
        'fiat=eur',
        'amount_usd=5',
        'memo=7',
      ),
      name: fc.constantFrom('', '', 'Ann', 'Ann & Bob', 'a=b?'),
    });
    const dress = fc.record({
      scheme: fc.constantFrom(
        'monero:',
        'MONERO:',
        'Monero: ',
        'web+monero:',
        'monero://',
        'xmr:',
        'XMR: ',
        '',
      ),
      and: fc.constantFrom('&', '&', '&amp;', '&#38;', '&amp;amp;', ' & ', '\n&'),
      query: fc.constantFrom('?', '?', ' ?', '?&', '\n?'),
      capitals: fc.boolean(),
      brokenAt: fc.option(fc.integer({ min: 1, max: 94 }), { nil: undefined }),
      around: fc.constantFrom<[string, string]>(
        ['', ''],
        ['', ''],
        ['“', '”'],
        ['<', '>'],
        ['My address: ', '.'],
        ['Please pay ', ''],
      ),
      // What stands beside it and may change it.
      unclear: fc.constantFrom(
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        ' 5 XMR',
        ' USD',
        ' payment id 7a9e',
        ' dollars',
        '\nInvoice 12',
        ' 10',
      ),
      hidden: fc.constantFrom('', '\u200b', '\u200e', '\ufeff'),
    });
    await fc.assert(
      fc.asyncProperty(request, dress, async ({ payees, amount, extra, name }, how) => {
        const several = payees.length > 1;
        const fields = [
          ...(amount === undefined ? [] : [`tx_amount=${payees.map(() => formatXmr(amount)).join(';')}`]),
          ...(name === '' ? [] : [`recipient_name=${payees.map(() => percentEncode(name)).join(';')}`]),
          ...(extra === '' ? [] : [extra]),
        ].map((field) => (how.capitals ? field.replace(/^[^=]*/, (key) => key.toUpperCase()) : field));
        const path = payees.join(';');
        const broken =
          how.brokenAt === undefined ? path : `${path.slice(0, how.brokenAt)}\n${path.slice(how.brokenAt)}`;
        const link = `${how.scheme}${broken}${how.hidden}${fields.length > 0 ? how.query : ''}${fields.join(how.and)}`;
        const got = await read(`${how.around[0]}${link}${how.unclear}${how.around[1]}`);
        if (got.address === '') {
          expect(got.fault).not.toBe('');
          return;
        }
        taken += 1;
        expect(extra).toBe('');
        expect(got.address).toBe(payees[0]);
        expect(got.asked?.amount ?? 0n).toBe(amount ?? 0n);
        // A name at the end of a link may have spaces.
        if (how.unclear === '') expect(got.asked?.name ?? '').toBe(name);
        else expect(got.asked?.note).toContain(how.unclear.trim());
        expect(got.asked?.others.map((each) => each.address) ?? []).toEqual(payees.slice(1));
        if (several) expect(got.asked?.others[0]?.amount).toBe(amount);
      }),
      { numRuns },
    );
    expect(taken).toBeGreaterThan(numRuns / 10);
  });
});

describe('an amount in random dress', () => {
  const digits = fc.tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.stringMatching(/^\d{0,4}$/));
  const dress = fc.record({
    group: fc.constantFrom('', '', ',', '.', ' ', '\u202f', "'", '’', '_'),
    decimal: fc.constantFrom('.', ',', '．'),
    script: scripts,
    mark: fc.constantFrom('', '', '²', '¹', '①', '½', '₂'),
    hidden: fc.constantFrom('', '\u200b', '\u00ad'),
  });
  type How = typeof dress extends fc.Arbitrary<infer T> ? T : never;
  const typed = (whole: number, decimals: string, how: How): string => {
    const grouped = `${whole}`.replace(/\B(?=(?:\d{3})+$)/g, how.group);
    const text = decimals === '' ? grouped : `${grouped}${how.decimal}${decimals}`;
    return `${how.hidden}${text.replace(/\d/g, (digit) => how.script(Number(digit)))}${how.mark}`;
  };
  const isOneNumber = (whole: number, decimals: string, { group, decimal }: How): boolean =>
    !(group === decimal && whole >= 1000 && decimals !== '');
  it('of XMR is the amount that was meant, or refused', () => {
    fc.assert(
      fc.property(digits, dress, ([whole, decimals], how) => {
        // A point is always the decimal sign of XMR.
        fc.pre(how.group !== '.' && isOneNumber(whole, decimals, how));
        const meant = BigInt(whole) * 10n ** 12n + BigInt(decimals.padEnd(12, '0'));
        try {
          expect(parseXmr(typed(whole, decimals, how))).toBe(meant);
          expect(how.mark).toBe('');
        } catch (error) {
          if (!isFault(error)) throw error;
        }
      }),
      { numRuns },
    );
  });
  it('of money is the money that was meant, or refused', () => {
    const rate = readRate('100')!;
    fc.assert(
      fc.property(digits, dress, ([whole, decimals], how) => {
        fc.pre(isOneNumber(whole, decimals, how));
        const got = xmrFor(typed(whole, decimals, how), rate, 'EUR');
        if (got === undefined) return;
        expect(how.mark).toBe('');
        const plain = xmrFor(`${whole}.${decimals.padEnd(4, '0')}`, rate, 'EUR');
        expect(got).toBe(plain);
      }),
      { numRuns },
    );
  });
});
