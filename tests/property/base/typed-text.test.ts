/** Texts in random dress are read as what they were; damaged ones are refused with a sentence that names the damage. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { asPublicKey } from '../../../src/base/brands.ts';
import { isFault } from '../../../src/base/fault.ts';
import { addressIn, keyIn, paymentLinkIn, readTypedText } from '../../../src/base/typed-text.ts';
import { toHex } from '../../../src/base/hex.ts';
import { formatAddress, parseAddress } from '../../../src/protocol/address/address.ts';
import { makePaymentUri, parsePaymentUri } from '../../../src/protocol/address/uri.ts';
import { encodeBase58 } from '../../../src/protocol/encoding/base58.ts';
import { LANGUAGES } from '../../../src/protocol/mnemonic/languages.ts';
import { readMnemonic, writeMnemonic } from '../../../src/protocol/mnemonic/mnemonic.ts';
import { readPolyseed, writePolyseed } from '../../../src/protocol/mnemonic/polyseed/phrase.ts';
import { makePolyseed } from '../../../src/protocol/mnemonic/polyseed/seed.ts';
import { POLYSEED_LANGUAGES } from '../../../src/protocol/mnemonic/polyseed/word-lists.ts';
import { wordsOfPhrase } from '../../../src/protocol/mnemonic/spaced-words.ts';
import { folded } from '../../../src/protocol/mnemonic/typed-words.ts';
import { oneLine, sentenceFor } from '../../../src/ui/messages/explain.ts';
import { readGivenKeys } from '../../../src/wallet/account/given-keys.ts';
import { inTier, limit } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import known from '../../vectors/known-wallet.json' with { type: 'json' };
import mymonero from '../../vectors/mymonero.json' with { type: 'json' };

beforeAll(useWasmKernel);

/** A tenth of the cases for each kind that costs as much as words do. */
const CASES = inTier({ short: 500, long: 10_000 });
const numRuns = (share: number): { readonly numRuns: number } => ({ numRuns: Math.ceil(CASES * share) });

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const INVISIBLE = ['\u200b', '\u200e', '\u2060', '\ufeff', '\u00ad', '\u202a', '\ufe0f'];
const SPACES = [' ', '\n', '\r\n', '\t', '\u00a0', '\u3000', '  '];
/** Puts marks into a text at places that are given as parts of its length. */
const strewn = (marks: readonly string[], most: number) =>
  fc
    .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...marks)), {
      maxLength: most,
    })
    .map((places) => (text: string): string => {
      // Not between the halves of one character.
      const letters = Array.from(text);
      for (const [at, mark] of places) letters.splice(Math.floor(at * letters.length), 0, mark);
      return letters.join('');
    });
const invisible = strewn(INVISIBLE, 4);
const around = fc.constantFrom<[string, string]>(
  ['', ''],
  [' ', '\n'],
  ['"', '"'],
  ['“', '”'],
  ['<', '>'],
  ['\ufeff', '\r\n'],
  ['`', '`'],
);

type Item = (word: string, index: number) => string;
const NUMBERINGS: readonly Item[] = [
  (word) => word,
  (word, i) => `${i + 1}. ${word}`,
  (word, i) => `${i + 1}) ${word}`,
  (word, i) => `${i + 1} ${word}`,
  (word, i) => `(${i + 1}) ${word}`,
  (word, i) => `${i + 1}.${word}`,
  (word, i) => `#${i + 1}: ${word}`,
  (word, i) => `Word ${i + 1}: ${word}`,
  (word, i) => `${word} ${i + 1}`,
  (word) => `- ${word}`,
  (word) => `• ${word}`,
  (word) => `"${word}"`,
  (word) => `'${word}'`,
];
const CASINGS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => (word.toUpperCase().toLowerCase() === word ? word.toUpperCase() : word),
  (word) => {
    const [first = '', ...rest] = Array.from(word);
    return `${first.toUpperCase().toLowerCase() === first ? first.toUpperCase() : first}${rest.join('')}`;
  },
];
interface Dress {
  readonly item: Item;
  readonly joint: string;
  readonly casing: (word: string) => string;
  readonly form: string;
  readonly columns: boolean;
  readonly unspaced: boolean;
  readonly head: string;
  readonly foot: string;
  readonly around: readonly [string, string];
  readonly invisible: (text: string) => string;
}
const dress: fc.Arbitrary<Dress> = fc.record({
  item: fc.constantFrom(...NUMBERINGS),
  joint: fc.constantFrom(' ', '\n', '\r\n', ', ', ' ; ', '\t', '\u3000', '\u00a0', ' | '),
  casing: fc.constantFrom(...CASINGS),
  form: fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
  columns: fc.boolean(),
  unspaced: fc.boolean(),
  head: fc.constantFrom(
    '',
    '',
    'Seed: ',
    'Mnemonic seed:\n',
    'My wallet\n',
    'Name: Savings of Ann\nSeed words: ',
  ),
  foot: fc.constantFrom(
    '',
    '',
    '\nRestore height: 2942000',
    '\nrestore height 2,942,000',
    '\nHeight=2942000',
  ),
  around,
  invisible,
});
const ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{M}ー]+$/u;
const dressed = (phrase: string, how: Dress): string => {
  const words = phrase.split(/\s+/).map(how.casing);
  const items = words.map(how.item);
  const half = Math.ceil(items.length / 2);
  const numbered = how.item === NUMBERINGS[1] || how.item === NUMBERINGS[3];
  const rows = Array.from({ length: half }, (_, i) => items.slice(i).filter((_item, j) => j % half === 0));
  const list =
    how.unspaced && words.every((word) => ASIAN.test(word))
      ? words.join('')
      : how.columns && numbered
        ? rows.map((row) => row.join('\t')).join('\n')
        : items.join(how.joint);
  const whole = `${how.around[0]}${how.head}${list}${how.foot}${how.around[1]}`;
  return how.invisible(whole.normalize(how.form));
};
const plain = (words: readonly string[]): string[] => words.map(folded);

const addressOf = (spend: Uint8Array, view: Uint8Array): string =>
  formatAddress({
    network: 'mainnet',
    kind: 'standard',
    spendPublic: asPublicKey(spend),
    viewPublic: asPublicKey(view),
  });
const address = fc.tuple(bytes(32), bytes(32)).map(([spend, view]) => addressOf(spend, view));
const ADDRESS =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';

describe('a text in random dress', () => {
  it('is read as the words that it is, in each language', { timeout: limit(10) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...LANGUAGES), bytes(32), dress, async (language, key, how) => {
        const phrase = await writeMnemonic(language, key);
        const text = dressed(phrase, how);
        const read = readTypedText(text);
        if (read.kind !== 'words') throw new Error(`${read.kind}: ${text}`);
        const words = await wordsOfPhrase(read.words.join(' '));
        // A Japanese text may be several phrases: then it is refused.
        if (words.length === 1) expect(language).toBe('Japanese');
        else expect(plain(words)).toEqual(plain(phrase.split(' ')));
        if (how.foot !== '') expect(read.height).toBe(2_942_000);
        else expect(read.height).toBeUndefined();
      }),
      numRuns(0.4),
    );
  });
  it('is read as 16 or 13 words, in each language', { timeout: limit(10) }, async () => {
    const short = fc.constantFrom(...mymonero.phrases.map(([phrase]) => phrase!));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...POLYSEED_LANGUAGES),
        bytes(19),
        short,
        dress,
        async (language, secret, thirteen, how) => {
          const sixteen = await writePolyseed(makePolyseed(secret, 1_700_000_000), language);
          for (const phrase of [sixteen, thirteen]) {
            const read = readTypedText(dressed(phrase, how));
            if (read.kind !== 'words') throw new Error(`${read.kind}: ${phrase}`);
            const words = await wordsOfPhrase(read.words.join(' '));
            if (words.length === 1) expect(language).toBe('Japanese');
            else expect(plain(words)).toEqual(plain(phrase.split(/\s/)));
          }
        },
      ),
      numRuns(0.2),
    );
  });
  it('is read as the address or the link that it is', () => {
    const scheme = fc.constantFrom(
      '',
      'monero:',
      'MONERO:',
      'Monero:',
      'monero: ',
      'web+monero:',
      'monero://',
    );
    fc.assert(
      fc.property(
        address,
        scheme,
        around,
        invisible,
        strewn(SPACES, 3),
        (plainAddress, begin, [open, close], hide, space) => {
          const text = hide(`${open}${begin}${space(plainAddress)}${close}`);
          expect(addressIn(text)).toBe(plainAddress);
          expect(readTypedText(text)).toEqual(
            begin === ''
              ? { kind: 'address', address: plainAddress }
              : { kind: 'payment', link: `monero:${plainAddress}` },
          );
        },
      ),
      numRuns(0.15),
    );
    const note = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => !/\p{Surrogate}/u.test(text));
    fc.assert(
      fc.property(
        address,
        scheme,
        around,
        fc.bigInt(1n, 10n ** 18n),
        note,
        strewn(SPACES, 2),
        (plainAddress, begin, [open, close], amount, description, space) => {
          const request = { recipients: [{ address: plainAddress, amount, name: '' }], description };
          const link = makePaymentUri('mainnet', {
            ...request,
            recipients: [{ ...request.recipients[0]!, address: ADDRESS }],
          });
          const text = link.replace(`monero:${ADDRESS}`, `${begin || 'monero:'}${space(plainAddress)}`);
          expect(paymentLinkIn(`${open}${text}${close}`)).toBe(link.replace(ADDRESS, plainAddress));
          expect(readTypedText(`${open}${text}${close}`).kind).toBe('payment');
        },
      ),
      numRuns(0.1),
    );
  });
  it('is read as the keys that it has', () => {
    const hex = bytes(32).map(toHex);
    const group = fc.constantFrom<(key: string) => string>(
      (key) => key,
      (key) => key.toUpperCase(),
      (key) => `0x${key}`,
      (key) => key.replace(/.{8}(?=.)/g, '$& '),
      (key) => key.replace(/.{16}(?=.)/g, '$&\n'),
      (key) => `${key.slice(0, 40)}\r\n${key.slice(40)}`,
    );
    fc.assert(
      fc.property(
        hex,
        hex,
        group,
        around,
        invisible,
        fc.boolean(),
        (spend, view, how, [open, close], hide, both) => {
          expect(keyIn(hide(`${open}${how(spend)}${close}`))).toBe(spend);
          const text = both ? `Spend key: ${how(spend)}\nView key: ${how(view)}` : how(spend);
          expect(readTypedText(hide(`${open}${text}${close}`))).toEqual({
            kind: 'keys',
            keys: both ? [spend, view] : [spend],
          });
        },
      ),
      numRuns(0.1),
    );
  });
  it('is read as the proof that it is', () => {
    const header = fc.constantFrom(
      'OutProofV2',
      'InProofV2',
      'SpendProofV1',
      'ReserveProofV2',
      'SigV1',
      'SigV2',
    );
    fc.assert(
      fc.property(
        header,
        bytes(96),
        around,
        invisible,
        strewn(SPACES, 3),
        (begin, content, [open, close], hide, space) => {
          const proof = `${begin}${encodeBase58(content)}`;
          expect(readTypedText(hide(`${open}${space(proof)}${close}`))).toEqual({ kind: 'proof', proof });
        },
      ),
      numRuns(0.05),
    );
  });
});

/** The sentence of the fault with which something is refused. */
const refused = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (!isFault(error)) throw error;
    return oneLine(sentenceFor(error.code, error.data as Readonly<Record<string, unknown>>));
  }
  return 'accepted';
};
const DAMAGED = inTier({ short: 100, long: 1_000 });

// threat: hostile-text
describe('a damaged text', () => {
  const seed = known.seed.split(' ');
  const at = fc.nat(seed.length - 2);
  it(
    'of words is refused with the wrong word, their number or their order',
    { timeout: limit(5) },
    async () => {
      await fc.assert(
        fc.asyncProperty(at, fc.constantFrom(...NUMBERINGS), async (index, item) => {
          const typed = (words: readonly string[]) => readGivenKeys(words.map(item).join('\n'), '');
          expect(await refused(() => typed(seed.with(index, 'qqqqq')))).toContain(
            `Word ${index + 1}, “qqqqq”`,
          );
          expect(await refused(() => typed([...seed, ...seed.slice(0, index + 1)]))).toContain(
            `${26 + index} words`,
          );
          const swapped = seed.with(index, seed[index + 1]!).with(index + 1, seed[index]!);
          expect(await refused(() => typed(swapped))).toMatch(
            /together they do not fit|never stand together|accepted/,
          );
        }),
        { numRuns: Math.ceil(DAMAGED / 4) },
      );
    },
  );
  it('of a key is refused with its length or its wrong character', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 62 }),
        fc.constantFrom('g', 'o', 'l', 'z'),
        async (index, wrong) => {
          const key = known.spendSecret;
          const shorter = key.slice(0, index) + key.slice(index + 1);
          expect(await refused(() => readGivenKeys(shorter, ''))).toContain('this one has 63');
          const other = key.slice(0, index) + wrong + key.slice(index + 1);
          expect(await refused(() => readGivenKeys(other, ''))).toContain(`“${wrong}” never occurs in a key`);
        },
      ),
      { numRuns: Math.ceil(DAMAGED / 4) },
    );
  });
  it('of an address is refused with its length, a mistake or characters that no address has', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 94 }),
        fc.constantFrom('0', 'O', 'I', 'l'),
        async (index, wrong) => {
          const other = ADDRESS[index] === 'A' ? 'B' : 'A';
          const put = (text: string): string => ADDRESS.slice(0, index) + text + ADDRESS.slice(index + 1);
          const check = (text: string) => refused(() => parseAddress(addressIn(` ${text}\n`)));
          expect(await check(put(other))).toContain('a mistake in it');
          expect(await check(put(''))).toContain('not complete');
          expect(await check(put(wrong))).toContain('characters never occur');
          expect(await refused(() => readGivenKeys(put(other), ''))).toContain('This is an address');
        },
      ),
      { numRuns: Math.ceil(DAMAGED / 4) },
    );
  });
  it.each([
    ['tx_amount=10&tx_currency=USD', 'another currency'],
    ['tx_payment_id=7a9e15fb4125b617', 'payment ID'],
    ['tx_amount=10USD', 'not an amount'],
    ['tx_amount=1&tx_amount=2', 'twice'],
    ['tx_amount', 'cannot be read'],
  ])('of a link is refused with what is wrong with it: %s', async (query, part) => {
    const link = paymentLinkIn(`Monero:\n${ADDRESS}?${query}`)!;
    expect(await refused(() => parsePaymentUri('mainnet', link))).toContain(part);
  });
  it('of a link is refused with the mistake in its address', async () => {
    const parse = (text: string) => refused(() => parsePaymentUri('mainnet', paymentLinkIn(text)!));
    expect(await parse(`monero:${ADDRESS.replace('q', 'r')}`)).toContain('a mistake in it');
    expect(await parse(`monero:${ADDRESS.slice(1)}?tx_amount=1`)).toContain('not complete');
    expect(await refused(() => parsePaymentUri('stagenet', paymentLinkIn(`MONERO:${ADDRESS}`)!))).toContain(
      'another network',
    );
  });
});

it('a phrase in dress opens the same wallet', async () => {
  const phrase = await writeMnemonic('Japanese', new Uint8Array(32).fill(7));
  expect((await readMnemonic(phrase.replaceAll(' ', ''))).key).toEqual((await readMnemonic(phrase)).key);
  const sixteen = await writePolyseed(makePolyseed(new Uint8Array(19).fill(7), 1_700_000_000), 'Japanese');
  expect((await readPolyseed(sixteen.replaceAll(/\s/g, ''))).seed).toEqual(
    (await readPolyseed(sixteen)).seed,
  );
});
