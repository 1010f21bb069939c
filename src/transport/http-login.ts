/**
 * Server side of HTTP digest authentication (RFC 7616 with MD5 and MD5-sess, qop=auth), compatible with
 * monero-wallet-rpc. A nonce may be used again as long as its counter grows; otherwise, or when the nonce is unknown,
 * the answer says `stale=true`.
 * Upstream: contrib/epee/src/http_auth.cpp. The client side, for nodes: daemon/digest.ts.
 */
export interface LoginDeps {
  readonly username: string;
  readonly password: string;
  /** MD5 of a text in UTF-8, as hex. */
  readonly md5: (text: string) => string;
  /** 16 random bytes in base64. */
  readonly nonce: () => string;
}
/** Undefined when the login is right; otherwise values for WWW-Authenticate. */
export type LoginRefusal = readonly string[] | undefined;
export interface LoginCheck {
  check(method: string, authorization: string | undefined): LoginRefusal;
  /** Uses a nonce of this check up to `count`. False: it is another's, or that counter was used. */
  use(nonce: string, count: number): boolean;
}

const REALM = 'monero-rpc';
const MAX_HEADER = 8192;
/** Most nonces to remember; beyond it the oldest becomes stale. */
const MAX_NONCES = 1000;

export function createLogin({ username, password, md5, nonce: newNonce }: LoginDeps): LoginCheck {
  /** Highest counter of each nonce; oldest nonce first. */
  const used = new Map<string, number>();

  const challenge = (stale: boolean): readonly string[] => {
    const nonce = newNonce();
    used.set(nonce, 0);
    for (const oldest of used.keys()) {
      if (used.size <= MAX_NONCES) break;
      used.delete(oldest);
    }
    return ['MD5', 'MD5-sess'].map(
      (algorithm) =>
        `Digest qop="auth",algorithm=${algorithm},realm="${REALM}",nonce="${nonce}",stale=${String(stale)}`,
    );
  };
  const expected = (method: string, given: ReadonlyMap<string, string>): string => {
    const field = (name: string): string => given.get(name) ?? '';
    const user = md5(`${username}:${REALM}:${password}`);
    const session = field('algorithm').toLowerCase() === 'md5-sess';
    const secret = session ? md5(`${user}:${field('nonce')}:${field('cnonce')}`) : user;
    const request = md5(`${method}:${field('uri')}`);
    return given.has('qop')
      ? md5(`${secret}:${field('nonce')}:${field('nc')}:${field('cnonce')}:${field('qop')}:${request}`)
      : md5(`${secret}:${field('nonce')}:${request}`);
  };

  const use: LoginCheck['use'] = (nonce, count) => {
    const before = used.get(nonce);
    if (before === undefined || !(count > before)) return false;
    used.set(nonce, count);
    return true;
  };

  return {
    use,
    check: (method, authorization) => {
      const given = readFields(authorization);
      if (
        given?.get('username') !== username ||
        given.get('realm') !== REALM ||
        !['auth', undefined].includes(given.get('qop')) ||
        !same(given.get('response') ?? '', expected(method, given))
      )
        return challenge(false);
      const { nonce, count } = nonceIn(given);
      return use(nonce, count) ? undefined : challenge(true);
    },
  };
}

/** Without qop there is no counter, so such a nonce is valid for one request. */
const nonceIn = (given: ReadonlyMap<string, string>): { readonly nonce: string; readonly count: number } => ({
  nonce: given.get('nonce') ?? '',
  count: given.has('qop') ? parseInt(given.get('nc') ?? '', 16) : Infinity,
});

/** The nonce that a request uses, and its counter. */
export function nonceOf(authorization: string | undefined): ReturnType<typeof nonceIn> {
  return nonceIn(readFields(authorization) ?? new Map());
}

const readFields = (header: string | undefined): ReadonlyMap<string, string> | undefined => {
  if (header === undefined || header.length > MAX_HEADER || !/^\s*digest\s/i.test(header)) return undefined;
  const fields = new Map<string, string>();
  const list = header.replace(/^\s*digest\s+/i, '');
  for (const [, name, quoted, token] of list.matchAll(
    /\b([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi,
  ))
    fields.set(name!.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token!);
  return fields;
};

/** Compares all characters, so that the time does not show where two texts differ. */
const same = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length;
  for (let i = 0; i < b.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
};
