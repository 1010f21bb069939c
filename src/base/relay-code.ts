/**
 * The code with which the command `ostro --relay` is added to a wallet: `ostro-relay:` and the relay's address, with its
 * login, and after `#` the SHA-256 fingerprint of its certificate, in hex, if the relay made the certificate itself.
 */
export interface RelayCode {
  /** Without the login. */
  readonly address: string;
  readonly username: string;
  readonly password: string;
  /** 64 hex digits; empty without. */
  readonly fingerprint: string;
}

const SCHEME = 'ostro-relay:';
const MAX_LENGTH = 1000;
const FINGERPRINT = /^(?:#([0-9a-f]{64}))?$/;

export function writeRelayCode({ address, username, password, fingerprint }: RelayCode): string {
  const [scheme, rest = ''] = address.split('://');
  const login = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  return `${SCHEME}${scheme}://${login}@${rest}${fingerprint === '' ? '' : `#${fingerprint}`}`;
}

export function isRelayCode(text: string): boolean {
  return text.trim().toLowerCase().startsWith(SCHEME);
}

/** Undefined for any other text. */
export function readRelayCode(text: string): RelayCode | undefined {
  const trimmed = text.trim();
  if (!isRelayCode(trimmed) || trimmed.length > MAX_LENGTH) return undefined;
  const given = trimmed.slice(SCHEME.length);
  const url = parsed(given);
  if (!url) return undefined;
  const { protocol, host, pathname, search, hash, username, password } = url;
  const fingerprint = FINGERPRINT.exec(hash)?.[1];
  if (!/^https?:$/.test(protocol) || search !== '' || (hash !== '' && fingerprint === undefined))
    return undefined;
  if (username === '' || password === '') return undefined;
  try {
    return {
      address: `${protocol}//${host}${pathname.replace(/\/+$/, '')}`,
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      fingerprint: fingerprint ?? '',
    };
  } catch {
    return undefined;
  }
}

const parsed = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};
