/**
 * A proof together with what it is about: how it is found in a pasted text, and how it travels in a link or a file.
 *
 *   #/check/tx=…/address=…/message=…/proof=…
 *
 * The link has exactly the fields of its kind, each once; the message is there even if it is empty, so that a damaged
 * field is noticed. The proof is the last one: programs that find links in texts drop signs of punctuation at their ends.
 */
import { cleanText } from '../../../base/clean-text.ts';
import { readHash } from '../../state/router.svelte.ts';

/**
 * `sent`, `received`: a payment, proved by its payer or by its receiver. `spending`: who made a transaction. `reserve`:
 * what a wallet has. `message`: a signed text. `key`: the payment key of a transaction, 64 digits, with those of single
 * recipients after it.
 */
export type ProofKind = 'sent' | 'received' | 'spending' | 'reserve' | 'message' | 'key';
export interface Claim {
  readonly kind: ProofKind;
  readonly proof: string;
  /** Empty for a reserve and a message. */
  readonly txid: string;
  /** Empty for a spending. */
  readonly address: string;
  /** The signed text; for the other kinds, what both sides agreed on. May be empty. */
  readonly message: string;
}
type About = 'txid' | 'address';

/** The fields of each kind, beside the proof and the message. */
export const ABOUT: Readonly<Record<ProofKind, readonly About[]>> = {
  sent: ['txid', 'address'],
  received: ['txid', 'address'],
  spending: ['txid'],
  reserve: ['address'],
  message: ['address'],
  key: ['txid', 'address'],
};
const HEADERS: readonly (readonly [kind: ProofKind, header: string])[] = [
  ['sent', 'OutProofV[12]'],
  ['received', 'InProofV[12]'],
  ['spending', 'SpendProofV1'],
  ['reserve', 'ReserveProofV[12]'],
  ['message', 'SigV[12]'],
];
const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const ANY_PROOF = `(?:${HEADERS.map(([, header]) => header).join('|')})${BASE58}+`;
const PROOF_IN = new RegExp(`(?<![0-9A-Za-z])${ANY_PROOF}`);
const PROOF = new RegExp(`^${ANY_PROOF}$`);
const TXID_IN = /(?<![0-9A-Za-z])[0-9a-f]{64}(?![0-9A-Za-z])/i;
const TXID = /^[0-9a-f]{64}$/i;
const KEY = /^(?:[0-9a-f]{64})+$/i;
/** 95 characters, 106 with a payment ID. Whether it is one, the worker decides. */
const ADDRESS_IN = new RegExp(`(?<![0-9A-Za-z])${BASE58}{95}(?:${BASE58}{11})?(?![0-9A-Za-z])`);
const ADDRESS = new RegExp(`^${BASE58}{95}(?:${BASE58}{11})?$`);
const LINK_IN = /#\/check\/\S+/;

/** Longer links do not survive many programs. */
const LINK_MAX = 8_000;
/** Longer codes are hard to read with a phone. */
const CODE_MAX = 900;
/** Number of characters: a reserve proof of 400 coins. */
const PROOF_MAX = 200_000;
const MESSAGE_MAX = 20_000;

const NAMES = { tx: 'txid', address: 'address', message: 'message', proof: 'proof' } as const;
type Name = keyof typeof NAMES;

/** The kind of a whole proof, by its beginning; undefined for any other text. */
export function kindOf(text: string): ProofKind | undefined {
  if (text.length > PROOF_MAX) return undefined;
  if (KEY.test(text)) return 'key';
  if (!PROOF.test(text)) return undefined;
  return HEADERS.find(([, header]) => new RegExp(`^${header}`).test(text))?.[0];
}
export function isTxid(text: string): boolean {
  return TXID.test(text);
}

/** Reads the arguments of `#/check/…`; undefined if they are not exactly those of a link. */
export function readLink(args: readonly string[]): Claim | undefined {
  const fields: Record<(typeof NAMES)[Name], string> = { txid: '', address: '', message: '', proof: '' };
  const seen = new Set<string>();
  for (const arg of args) {
    const at = arg.indexOf('=');
    const name = arg.slice(0, Math.max(0, at));
    if (!Object.hasOwn(NAMES, name) || seen.has(name)) return undefined;
    seen.add(name);
    fields[NAMES[name as Name]] = arg.slice(at + 1);
  }
  const kind = kindOf(fields.proof);
  if (kind === undefined || fields.message.length > MESSAGE_MAX) return undefined;
  const wanted = namesOf(kind);
  if (seen.size !== wanted.length || !wanted.every((name) => seen.has(name))) return undefined;
  const claim = { kind, ...fields };
  const fits = { txid: isTxid(claim.txid), address: ADDRESS.test(claim.address) };
  return ABOUT[kind].every((field) => fits[field]) ? claim : undefined;
}

/** The whole link. `base`: address of the app, up to and without `#`. */
export function linkTo(base: string, claim: Claim): string {
  const parts = namesOf(claim.kind).map((name) => `${name}=${encodeURIComponent(claim[NAMES[name]])}`);
  return `${base}#/check/${parts.join('/')}`;
}
export function fitsLink(link: string): boolean {
  return link.length <= LINK_MAX;
}
export function fitsCode(link: string): boolean {
  return link.length <= CODE_MAX;
}

/** Finds a proof link in pasted text or a file; otherwise the proof, the transaction id and the address that are there. */
export function findIn(pasted: string): Partial<Claim> {
  const text = cleanText(pasted);
  const [link] = LINK_IN.exec(text) ?? [];
  const linked = link === undefined ? undefined : readLink(readHash(link).args);
  if (linked) return linked;
  // A proof alone may have been broken into lines.
  const whole = text.replace(/\s+/g, '');
  const proof = PROOF.test(whole) || KEY.test(whole) ? whole : PROOF_IN.exec(text)?.[0];
  const kind = proof === undefined ? undefined : kindOf(proof);
  if (proof === undefined || kind === undefined) return {};
  const others = text.replace(proof, ' ');
  const [txid] = TXID_IN.exec(others) ?? [];
  const [address] = ADDRESS_IN.exec(others) ?? [];
  return { kind, proof, ...(txid !== undefined && { txid }), ...(address !== undefined && { address }) };
}

const namesOf = (kind: ProofKind): readonly Name[] => {
  const about = ABOUT[kind];
  return [
    ...(about.includes('txid') ? (['tx'] as const) : []),
    ...(about.includes('address') ? (['address'] as const) : []),
    'message',
    'proof',
  ];
};

/**
 * The address at which this app is served, without the name of a file, query and fragment. Empty for the offline edition: a
 * file on this device can be opened by no one else, and its path is private.
 */
export function appAddress({
  protocol,
  origin,
  pathname,
}: Pick<Location, 'protocol' | 'origin' | 'pathname'> = location): string {
  return protocol === 'file:' ? '' : origin + pathname.replace(/[^/]*$/, '');
}
