/**
 * Reads the payee in a typed, pasted or scanned text: an address or a payment link, in the forms in which programs write
 * them. Nothing that stands behind an address is dropped: it belongs to the link, or the text is unclear.
 */
import { cleanText, compactText, plainText } from './clean-text.ts';

/** Fields that do not change whose the address is. */
const OF_PAYMENT = /^(?:tx_amount|recipient_name|tx_description|ostro_invoice)=/;
const TEXTS = ['tx_description', 'recipient_name', 'ostro_invoice'];
/** Names that programs write in other ways. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^(?:tx_?)?(?:payment_?id|pid)$/i, 'tx_payment_id'],
  [/^tx_amount$/i, 'tx_amount'],
  [/^tx_description$/i, 'tx_description'],
  [/^recipient_name$/i, 'recipient_name'],
];
/** Links that were copied from the source of a page. */
const ENTITY = /&(?:amp;|#0*38;|#x0*26;)+/gi;
const CLOSES = `"'“”„«»‹›>)]}\`‘’`;

/** Nothing that is read here is longer. */
export const MAX_CHARS = 20_000;

export type PayeeText =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'address'; readonly address: string }
  /** `monero:…`, as the worker reads it. */
  | { readonly kind: 'link'; readonly link: string }
  /** `what` stands beside an address or a link, and may change what is asked for. */
  | { readonly kind: 'unclear'; readonly what: string }
  /** Anything else, without white space: a name, or a damaged address. */
  | { readonly kind: 'other'; readonly text: string };

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const WHOLE = `(?=\\S{0,106}\\d)${BASE58}{95}(?:${BASE58}{11})?`;
const ADDRESS = new RegExp(`^${WHOLE}$`);
export const ADDRESS_IN = new RegExp(`(?<![0-9A-Za-z])${WHOLE}(?![0-9A-Za-z])`);
const SCHEME = /(?<![\p{L}\p{N}+_-])(?:web\+)?(?:monero|xmr):\s*(?:\/\/)?/iu;
/** Signs that end a sentence or close a quotation. */
const CLOSING = /^[\s.,;:!"'“”„«»‹›>)\]}`‘’]*$/u;
const LONGEST_SHOWN = 60;

export function readPayeeText(text: string): PayeeText {
  if (text.length > MAX_CHARS) return unclear(text);
  const clean = withoutQuotes(cleanText(text).replace(ENTITY, '&'));
  if (clean === '') return { kind: 'nothing' };
  const scheme = SCHEME.exec(clean);
  if (scheme) {
    const body = clean.slice(scheme.index + scheme[0].length);
    const before = clean.slice(0, scheme.index);
    return before.trim() === '' ? wholeLink(body) : linkInSentence(before, body);
  }
  const plain = plainText(clean);
  const compact = plain.replace(/\s+/g, '');
  if (isAddress(compact)) return { kind: 'address', address: compact };
  // A link whose scheme was lost.
  const [path = ''] = compact.split('?', 1);
  if (path.split(';').every(isAddress)) return wholeLink(clean);
  const found = ADDRESS_IN.exec(plain);
  if (!found) return { kind: 'other', text: compact };
  const address = found[0];
  const before = plain.slice(0, found.index);
  const after = plain.slice(found.index + address.length);
  if (/^\s*[?;&]/.test(after)) return linkInSentence(before, clean.slice(clean.indexOf(address)));
  if (!CLOSING.test(after)) return unclear(after);
  return isLabel(before) ? { kind: 'address', address } : unclear(before);
}

/** A typed address, without white space and without the beginning and the fields of a link. Any other text is only compacted. */
export function addressIn(text: string): string {
  const read = readPayeeText(text);
  if (read.kind === 'address') return read.address;
  if (read.kind === 'other') return read.text;
  if (read.kind !== 'link') return text.length > MAX_CHARS ? text : compactText(text);
  const [path = '', query = ''] = read.link.slice('monero:'.length).split('?');
  return query.split('&').every((field) => field === '' || OF_PAYMENT.test(field)) ? path : read.link;
}

export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Spaces and line ends may break a link that stands alone. */
const wholeLink = (body: string): PayeeText => {
  const [path = '', ...fields] = body.split('?');
  const addresses = plainText(path).replace(/\s+/g, '');
  const [first = '', ...more] = path.trim().split(/\s+/);
  const rest = more.join(' ');
  if (!addresses.split(';').every(isAddress) && first.split(';').every(isAddress) && !CLOSING.test(rest))
    return unclear(body.trim().slice(first.length));
  const whole = CLOSING.test(rest) && first.split(';').every(isAddress) ? first : addresses;
  return link(whole, fields);
};

/** Within a sentence, a link ends at the first space. */
const linkInSentence = (before: string, text: string): PayeeText => {
  const body = /^[^\s"'<>“”«»]*/.exec(text)?.[0] ?? '';
  const after = text.slice(body.length);
  if (body === '') return { kind: 'other', text: compactText(before + text) };
  if (!CLOSING.test(after)) return unclear(after);
  if (!isLabel(before)) return unclear(before);
  const [path = '', ...fields] = body.replace(/[.,;:!)\]}]+$/, '').split('?');
  return link(plainText(path), fields);
};

/** Words without a number: an amount or an invoice's number may stand before an address too. */
const isLabel = (before: string): boolean => !/\p{N}/u.test(before);

const unclear = (what: string): PayeeText => ({
  kind: 'unclear',
  what: what.trim().replace(/\s+/g, ' ').slice(0, LONGEST_SHOWN),
});

/** Several signs between fields count as one. */
const link = (path: string, parts: readonly string[]): PayeeText => {
  const fields = parts
    .join('?')
    .split('&')
    .filter((field) => field.trim() !== '')
    .map(fieldOf);
  return { kind: 'link', link: `monero:${path}${parts.length > 0 ? `?${fields.join('&')}` : ''}` };
};

/**
 * A description may have spaces; a line end was put there by a program that wraps lines. A space within an amount stays,
 * since what stands behind it may be another number.
 */
const fieldOf = (field: string): string => {
  const at = field.indexOf('=');
  const name = (at < 0 ? field : field.slice(0, at)).replace(/\s+/g, '');
  const value = at < 0 ? '' : field.slice(at);
  const known = KNOWN.find(([names]) => names.test(name))?.[1] ?? name;
  if (TEXTS.includes(known)) return known + value.replace(/ *\n\s*/g, '').trim();
  return known + (known === 'tx_amount' ? value.replace(/^=\s+/, '=').trim() : value.replace(/\s+/g, ''));
};

const MAX_QUOTES = 8;
const OPENING = `"'\`“”„«»‹›<([{‘’`;
/** Without the quotation marks or brackets around the whole text. A sign that only ends it may belong to it. */
export function withoutQuotes(text: string): string {
  let plain = text.trim();
  for (let i = 0; i < MAX_QUOTES && plain !== '' && OPENING.includes(plain[0]!); i++) {
    plain = plain.slice(1).trim();
    // Behind the closing sign, a sentence may end.
    const end = plain.search(/[.,;\s]{0,8}$/);
    if (CLOSES.includes(plain[end - 1] ?? ' ')) plain = plain.slice(0, end - 1).trim();
  }
  return plain;
}
