/**
 * Client side of HTTP digest authentication (RFC 7616 with MD5 and MD5-sess, qop=auth); monerod supports nothing
 * else. Upstream: contrib/epee/src/http_auth.cpp. Vectors: RFC 7616 3.9.1, RFC 2617 3.5.
 *
 * A monerod binds its nonce to the TCP connection and expects the request counter to grow by one. So it refuses a
 * request on another connection with `stale=true` and a new nonce, although the password is right.
 */
import { md5 } from '@noble/hashes/legacy.js';
import { utf8 } from '../base/bytes.ts';
import { toHex } from '../base/hex.ts';
import type { NodeLogin } from './node-address.ts';

export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque?: string;
  /** True if the server offers qop=auth; without it the form of RFC 2069 is used. */
  readonly auth: boolean;
  readonly algorithm: 'MD5' | 'MD5-sess';
  readonly stale: boolean;
}

const MAX_HEADER = 8192;

/** The first challenge in a WWW-Authenticate header that this file can answer; fetch joins headers with commas. */
export function readChallenge(header: string | null): DigestChallenge | undefined {
  if (header === null || header.length > MAX_HEADER) return undefined;
  return header
    .split(/(?:^|,)\s*digest\s+/i)
    .slice(1)
    .map(readOne)
    .find((challenge) => challenge !== undefined);
}

const readOne = (text: string): DigestChallenge | undefined => {
  const params = new Map<string, string>();
  for (const [, name, quoted, token] of text.matchAll(/([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi))
    params.set(name!.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token!);
  const realm = params.get('realm');
  const nonce = params.get('nonce');
  const algorithm = (params.get('algorithm') ?? 'MD5').toUpperCase();
  if (realm === undefined || nonce === undefined || (algorithm !== 'MD5' && algorithm !== 'MD5-SESS'))
    return undefined;
  const opaque = params.get('opaque');
  return {
    realm,
    nonce,
    ...(opaque !== undefined && { opaque }),
    auth: (params.get('qop') ?? '').split(/[\s,]+/).includes('auth'),
    algorithm: algorithm === 'MD5' ? 'MD5' : 'MD5-sess',
    stale: params.get('stale')?.toLowerCase() === 'true',
  };
};

export interface DigestRequest {
  readonly method: string;
  /** Path and query as in the request line. */
  readonly uri: string;
  /** Number of uses of this nonce, including this request. */
  readonly count: number;
  readonly cnonce: string;
}

/** Value of the Authorization header, one character per byte as headers require. */
export function authorization(
  { username, password }: NodeLogin,
  challenge: DigestChallenge,
  { method, uri, count, cnonce }: DigestRequest,
): string {
  const { realm, nonce, opaque, auth, algorithm } = challenge;
  const user = hash(`${username}:${realm}:${password}`);
  const secret = algorithm === 'MD5-sess' ? hash(`${user}:${nonce}:${cnonce}`) : user;
  const request = hash(`${method}:${uri}`);
  const nc = count.toString(16).padStart(8, '0');
  const response = hash(
    auth ? `${secret}:${nonce}:${nc}:${cnonce}:auth:${request}` : `${secret}:${nonce}:${request}`,
  );
  const fields = [
    `username=${quote(username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `algorithm=${algorithm}`,
    `response="${response}"`,
    ...(auth || algorithm === 'MD5-sess' ? [`cnonce="${cnonce}"`] : []),
    ...(auth ? ['qop=auth', `nc=${nc}`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ];
  return latin1(`Digest ${fields.join(', ')}`);
}

const hash = (text: string): string => toHex(md5(utf8(text)));
const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const latin1 = (text: string): string => Array.from(utf8(text), (byte) => String.fromCharCode(byte)).join('');
