/**
 * The messages between a site's page and the wallet's frame or window, and strict readers of each. Handshake: the wallet
 * posts `ready`, the site's page answers `hello` with a port, and the wallet answers `welcome` on that port. After that,
 * requests, answers and events go over the port. Amounts are bigint: structured cloning keeps them exact.
 */
import type { SiteError } from './errors.ts';
import { VERSION } from './limits.ts';
import { InvalidMessage, readPlain, type Plain } from './plain.ts';

/** From the wallet's window (`ready`) or frame (`frame-ready`), to anybody: it contains nothing secret. */
export interface Ready {
  readonly ostro: 'ready' | 'frame-ready';
  readonly v: typeof VERSION;
}
/** From the site's page, to the wallet's origin, with exactly one port. */
export interface Hello {
  readonly ostro: 'hello';
  readonly v: typeof VERSION;
  /** 16 random bytes in hex, new for every hello. */
  readonly nonce: string;
}
/** First message of the wallet on the port. */
export interface Welcome {
  readonly ostro: 'welcome';
  readonly v: typeof VERSION;
  /** The nonce of the hello. */
  readonly nonce: string;
  readonly wallet: 'ostro';
  readonly networks: readonly string[];
  readonly methods: readonly string[];
}
export type PlainParams = Readonly<Record<string, Plain>>;
export interface Request {
  /** Chosen by the site's page, 1 or more; no two open requests of a session have the same. */
  readonly id: number;
  readonly method: string;
  readonly params: PlainParams;
}
export type Outcome = { readonly result: unknown } | { readonly error: SiteError };
/** `id` is null when the request had none that could be read. */
export type Answer = { readonly id: number | null } & Outcome;
export interface SiteEvent {
  readonly event: string;
  readonly data: unknown;
}

export function readReady(data: unknown, kind: Ready['ostro']): boolean {
  const fields = fieldsOf(data);
  return fields?.['ostro'] === kind && fields['v'] === VERSION;
}

/** Undefined: not a hello. */
export function readHello(data: unknown): Hello | undefined {
  const fields = fieldsOf(data, ['ostro', 'v', 'nonce']);
  if (!fields || fields['ostro'] !== 'hello' || fields['v'] !== VERSION) return undefined;
  const { nonce } = fields;
  if (typeof nonce !== 'string' || !/^[0-9a-f]{32}$/.test(nonce)) return undefined;
  return { ostro: 'hello', v: VERSION, nonce };
}

/** Undefined: not a welcome for this nonce. */
export function readWelcome(data: unknown, nonce: string): Welcome | undefined {
  const fields = fieldsOf(data);
  if (fields?.['ostro'] !== 'welcome' || fields['v'] !== VERSION || fields['nonce'] !== nonce)
    return undefined;
  const { networks, methods } = fields;
  if (!isTexts(networks) || !isTexts(methods)) return undefined;
  return { ostro: 'welcome', v: VERSION, nonce, wallet: 'ostro', networks, methods };
}

/** The id of a request that may be wrong in other respects, for the answer that refuses it. */
export function idOf(data: unknown): number | null {
  const id = typeof data === 'object' && data !== null ? (data as { id?: unknown }).id : undefined;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Throws InvalidMessage. The parameters are copied: nothing of the given value is used later. */
export function readRequest(data: unknown): Request {
  const fields = fieldsOf(data, ['id', 'method', 'params']);
  const id = idOf(data);
  if (!fields || id === null) throw new InvalidMessage('not a request');
  const { method } = fields;
  if (typeof method !== 'string' || !/^[a-z][a-zA-Z0-9_]{0,63}$/.test(method))
    throw new InvalidMessage('not the name of a method');
  const params = readPlain(fields['params'] ?? {});
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw new InvalidMessage('params must be an object');
  return { id, method, params: params as PlainParams };
}

/** Reads a message that the wallet sent on the port after the welcome. Undefined: neither an answer nor an event. */
export function readFromWallet(data: unknown): Answer | SiteEvent | undefined {
  const fields = fieldsOf(data);
  if (!fields) return undefined;
  if (typeof fields['event'] === 'string') return { event: fields['event'], data: fields['data'] };
  const id = idOf(data);
  if (id === null) return undefined;
  if ('result' in fields) return { id, result: fields['result'] };
  const error = fieldsOf(fields['error']);
  if (typeof error?.['code'] !== 'number' || typeof error['message'] !== 'string') return undefined;
  const more = fieldsOf(error['data']);
  return { id, error: { code: error['code'], message: error['message'], ...(more && { data: more }) } };
}

/** The fields of a plain object; with `allowed`, undefined if it has others. */
const fieldsOf = (
  data: unknown,
  allowed?: readonly string[],
): Readonly<Record<string, unknown>> | undefined => {
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype)
    return undefined;
  if (allowed && !Object.keys(data).every((name) => allowed.includes(name))) return undefined;
  return data as Readonly<Record<string, unknown>>;
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
