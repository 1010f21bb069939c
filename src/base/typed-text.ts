/**
 * Recognises a typed, pasted or scanned text: words, keys, an address, a payment link, a link with a wallet, a proof.
 * The whole content decides, never a single character. Nothing is verified here: the worker does that.
 */
import { cleanText, compactText, plainText } from './clean-text.ts';
import { ADDRESS_IN, isAddress, MAX_CHARS, readPayeeText, withoutQuotes } from './payee-text.ts';
import { CHECKED, readPhraseText, UNCHECKED, type Since } from './phrase-text.ts';
import { isKana } from './split-words.ts';

const TOO_LONG = { since: {}, words: [], beside: [], whole: [] };

export type { Since } from './phrase-text.ts';
export { addressIn } from './payee-text.ts';

export type TypedText = Since &
  (
    | { readonly kind: 'nothing' | 'unknown' | 'too_long' }
    | {
        readonly kind: 'words';
        readonly words: readonly string[];
        /** Words beside the phrase, if there are any, and all words of the text: see `PhraseText`. */
        readonly beside?: readonly string[];
        readonly whole?: readonly string[];
      }
    /** Hexadecimal, lower case; damaged ones too. `address`: the one beside them. */
    | { readonly kind: 'keys'; readonly keys: readonly string[]; readonly address?: string }
    | { readonly kind: 'address'; readonly address: string }
    /** `monero:…`, or the text that has such a link and something beside it. */
    | { readonly kind: 'payment'; readonly link: string }
    /** `monero_wallet:…` */
    | { readonly kind: 'wallet'; readonly link: string }
    | { readonly kind: 'proof'; readonly proof: string }
  );

/** A text with as many words is no damaged link, address or key. */
const SENTENCE = 12;
/** Longer texts have no phrase. */
const LONGEST_PHRASE = 4_000;

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const PROOF_BEGINS = '(?:(?:(?:Out|In|Reserve)Proof|Sig)V[12]|SpendProofV1)';
const PROOF = new RegExp(`^${PROOF_BEGINS}${BASE58}+$`);
const PROOF_IN = new RegExp(`(?<![0-9A-Za-z])${PROOF_BEGINS}${BASE58}+`);
const KEY_IN = /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])/gi;
/** Groups of digits: all that follow each other, since a date or a number before them has such digits too. */
const GROUPS = /(?<![0-9a-z])(?:0x)?[0-9a-f](?:[\s:-]{0,4}[0-9a-f]){62,}(?![0-9a-z])/gi;
const KEY_DIGITS = 64;
const WALLET_LINK = /monero[_-]wallet:/i;
const PAYMENT_LINK = /(?:monero|xmr):/i;
/** Marks of a list in the source of a page. */
const TAGS =
  /<\/?(?:b|br|code|div|em|i|li|ol|p|pre|span|strong|table|tbody|td|th|tr|ul)(?:\s[^<>]{0,200})?\/?>/gi;

export function readTypedText(text: string): TypedText {
  if (text.length > MAX_CHARS) return { kind: 'too_long' };
  const clean = withoutQuotes(plainText(cleanText(text).replace(TAGS, ' ')));
  if (clean === '') return { kind: 'nothing' };
  const wallet = WALLET_LINK.exec(clean);
  if (wallet) return { kind: 'wallet', link: clean.slice(wallet.index) };
  const compact = clean.replace(/\s+/g, '');
  const proof = PROOF.test(compact) ? compact : PROOF_IN.exec(clean)?.[0];
  if (proof !== undefined) return { kind: 'proof', proof };

  const payee = readPayeeText(text);
  // A text with the heading `Monero:` has neither an address after it nor fields.
  if (payee.kind === 'link' && isRequest(payee.link)) return { kind: 'payment', link: payee.link };
  if (payee.kind === 'address') return payee;
  const { keys, rest } = keysIn(clean);
  const address = ADDRESS_IN.exec(rest)?.[0];
  const { since, words, beside, whole } = phraseIn(address === undefined ? rest : rest.replace(address, ' '));
  const phrase = { kind: 'words', words, ...(beside.length > 0 && { beside, whole }), ...since } as const;
  // A backup of a wallet has words, keys and an address. The words are all that is needed.
  if (CHECKED.includes(words.length) || (keys.length === 0 && words.length === UNCHECKED)) return phrase;
  // A transaction's id beside a damaged phrase looks like a key.
  if (keys.length > 0 && words.length >= SENTENCE) return phrase;
  if (PAYMENT_LINK.test(clean) && words.length < SENTENCE)
    return { kind: 'payment', link: payee.kind === 'link' ? payee.link : clean };
  if (keys.length > 0) return { kind: 'keys', keys, ...(address !== undefined && { address }), ...since };
  if (address !== undefined) return { kind: 'address', address };
  const sentence = words.filter((word) => /^\p{L}+$/u.test(word)).length >= SENTENCE;
  const damaged = damagedIn(clean, sentence ? '' : compact) ?? shortKey(compact);
  if (damaged) return { ...damaged, ...since };
  return words.some((word) => /\p{L}/u.test(word)) ? phrase : { kind: 'unknown' };
}

const keysIn = (text: string): { readonly keys: readonly string[]; readonly rest: string } => {
  const keys: string[] = [];
  const take = (found: string): string => {
    const hex = hexOf(found);
    if (hex.length !== KEY_DIGITS && hex.length !== 2 * KEY_DIGITS) return found;
    keys.push(...(hex.match(/.{64}/g) ?? []));
    return '\n';
  };
  const rest = text.replace(KEY_IN, take).replace(GROUPS, take);
  return { keys, rest };
};

/** 64 hexadecimal digits as a person has them: in groups, after `0x`, in capitals. Any other text is only compacted. */
export function keyIn(text: string): string {
  if (text.length > MAX_CHARS) return text.slice(0, MAX_CHARS);
  const compact = withoutQuotes(compactText(text));
  const key = /^(?:0x)?([0-9a-f]{64})$/i.exec(hexOf(compact))?.[1];
  return (key ?? compact).toLowerCase();
}

/**
 * The payment link in a text, in the form that the worker reads: its scheme in lower case, no white space in addresses.
 * Undefined without one, and for a link beside something that may change what it asks for.
 */
export function paymentLinkIn(text: string): string | undefined {
  const read = readPayeeText(text);
  return read.kind === 'link' ? read.link : undefined;
}

const isRequest = (link: string): boolean => {
  const [path = '', query] = link.slice('monero:'.length).split('?');
  return query !== undefined || isAddress(path.split(';')[0] ?? '');
};

const phraseIn = (text: string): ReturnType<typeof readPhraseText> =>
  text.length > LONGEST_PHRASE ? TOO_LONG : readPhraseText(text);

const hexOf = (key: string): string =>
  key
    .replace(/[\s:-]/g, '')
    .replace(/^0x/i, '')
    .toLowerCase();

/** A key or an address with a mistake in it is a long run of letters and digits. */
const damagedIn = (
  clean: string,
  compact: string,
): { kind: 'keys'; keys: string[] } | { kind: 'address'; address: string } | undefined => {
  const run = [...clean.split(/\s+/), compact].find(
    (part) => part.length >= 40 && /^(?=.*\d)[\p{L}\p{N}]+$/u.test(part) && !isKana([part]),
  );
  if (run === undefined) return undefined;
  const hex = run.replace(/[^0-9a-f]/gi, '').length;
  return hex > 0.9 * run.length
    ? { kind: 'keys', keys: [run.toLowerCase()] }
    : { kind: 'address', address: run };
};

/** The first digits of a key that is being typed. */
const shortKey = (compact: string): { kind: 'keys'; keys: string[] } | undefined =>
  /^(?=.*\d)(?:0x)?[0-9a-f]+$/i.test(compact) ? { kind: 'keys', keys: [hexOf(compact)] } : undefined;
