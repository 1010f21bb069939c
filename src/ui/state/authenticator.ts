/**
 * Passkeys of this browser: WebAuthn with the extension `prf`, which answers 32 secret bytes to 32 bytes that are not secret.
 * Rules: Web Authentication Level 3, sections 5.1 and 10.1.4. Why each option is as it is: docs/adr/0006.
 */
import type { PasskeyProblem } from '../messages/passkey.ts';

export interface Authenticator {
  /** Why this page cannot use passkeys, as far as the browser says before one is made; undefined: it can. */
  whyNot(): Promise<PasskeyProblem | undefined>;
  /**
   * Makes a passkey. Some authenticators give the secret only when the passkey is used. The caller overwrites `output`.
   * Throws PasskeyError.
   */
  create(wallet: string, salt: Uint8Array): Promise<NewPasskey>;
  /** The secret of a passkey, 32 bytes, which the caller overwrites. Throws PasskeyError. */
  ask(credential: Uint8Array, salt: Uint8Array): Promise<Uint8Array>;
  /** Tells the passkey manager that a passkey is not used any more. Most do not listen; never fails. */
  forget(credential: Uint8Array): Promise<void>;
}
export interface NewPasskey {
  readonly credential: Uint8Array;
  readonly output: Uint8Array | undefined;
}

/** `explain` finds a message for this error, as for a failed call of the client. */
export class PasskeyError extends Error {
  readonly fault: PasskeyProblem;
  constructor(fault: PasskeyProblem) {
    super(fault);
    this.name = 'PasskeyError';
    this.fault = fault;
  }
}

/** The used part of the browser. */
export interface AuthenticatorHost {
  /** Absent in old browsers and on insecure pages. */
  readonly credentials?: Pick<CredentialsContainer, 'create' | 'get'> | undefined;
  readonly publicKey?: PublicKeyApi | undefined;
  readonly hostname: string;
  /** The page is shown inside another one, where no passkey can be made. */
  readonly framed: boolean;
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array<ArrayBuffer>;
}
/** Static parts of `PublicKeyCredential` that not every browser has. */
export interface PublicKeyApi {
  getClientCapabilities?(): Promise<Readonly<Record<string, boolean | undefined>>>;
  signalUnknownCredential?(options: {
    readonly rpId: string;
    readonly credentialId: string;
  }): Promise<unknown>;
}

/** Milliseconds that a person has for the browser's question. */
export const PASSKEY_TIMEOUT_MS = 120_000;
/** ES256, EdDSA and RS256: every authenticator has one. The wallet uses no signature. */
const ALGORITHMS = [-7, -8, -257];

export function createAuthenticator(host: AuthenticatorHost): Authenticator {
  const { hostname: rpId, publicKey } = host;
  return {
    whyNot: () => whyNot(host),
    create: async (wallet, salt) => {
      // oxlint-disable-next-line ostro-page/await-through-task -- A passkey of no use is forgotten, whatever is shown.
      const made = await attempt(host, (credentials) =>
        credentials.create({ publicKey: creation(host, wallet, salt) }),
      );
      const { enabled, results } = made.getClientExtensionResults().prf ?? {};
      const credential = new Uint8Array(made.rawId);
      if (enabled !== true && results?.first === undefined) {
        await forget(publicKey, rpId, credential);
        throw new PasskeyError('passkey_without_secret');
      }
      return { credential, output: results?.first === undefined ? undefined : take(results.first) };
    },
    ask: async (credential, salt) => {
      const used = await attempt(host, (credentials) =>
        credentials.get({ publicKey: request(host, credential, salt) }),
      );
      const first = used.getClientExtensionResults().prf?.results?.first;
      if (first === undefined) throw new PasskeyError('passkey_without_secret');
      return take(first);
    },
    forget: (credential) => forget(publicKey, rpId, credential),
  };
}

/** The authenticators of the browser that runs this page. */
export function browserAuthenticator(): Authenticator {
  const { credentials } = navigator as { readonly credentials?: CredentialsContainer };
  const { PublicKeyCredential: publicKey } = globalThis as { readonly PublicKeyCredential?: unknown };
  return createAuthenticator({
    credentials,
    publicKey: publicKey as PublicKeyApi | undefined,
    hostname: location.hostname,
    framed: window.top !== window,
    now: () => performance.now(),
    random: (size) => crypto.getRandomValues(new Uint8Array(size)),
  });
}

const whyNot = async ({
  credentials,
  publicKey,
  hostname,
  framed,
}: AuthenticatorHost): Promise<PasskeyProblem | undefined> => {
  // WebAuthn knows hosts by their names alone; an IPv6 address has colons.
  if (/^[\d.]+$|:/.test(hostname)) return 'passkey_address';
  if (!credentials || !publicKey || framed) return 'passkey_unsupported';
  const capabilities = await publicKey.getClientCapabilities?.().catch(() => undefined);
  return capabilities?.['extension:prf'] === false ? 'passkey_without_secret' : undefined;
};

const creation = (
  { hostname, random }: AuthenticatorHost,
  wallet: string,
  salt: Uint8Array,
): PublicKeyCredentialCreationOptions => ({
  rp: { id: hostname, name: 'Ostro' },
  user: { id: random(32), name: wallet, displayName: wallet },
  // No server checks the signature: the secret is what opens the wallet.
  challenge: random(32),
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: PASSKEY_TIMEOUT_MS,
  attestation: 'none',
  authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
  extensions: { prf: { eval: { first: own(salt) } } },
});

const request = (
  { hostname, random }: AuthenticatorHost,
  credential: Uint8Array,
  salt: Uint8Array,
): PublicKeyCredentialRequestOptions => ({
  rpId: hostname,
  challenge: random(32),
  allowCredentials: [{ type: 'public-key', id: own(credential) }],
  timeout: PASSKEY_TIMEOUT_MS,
  userVerification: 'required',
  extensions: { prf: { eval: { first: own(salt) } } },
});

/** Shows the browser's question. Throws PasskeyError. */
const attempt = async (
  host: AuthenticatorHost,
  show: (credentials: NonNullable<AuthenticatorHost['credentials']>) => Promise<Credential | null>,
): Promise<PublicKeyCredential> => {
  const problem = await whyNot(host);
  if (problem !== undefined || !host.credentials) throw new PasskeyError(problem ?? 'passkey_unsupported');
  const askedAt = host.now();
  try {
    const credential = await show(host.credentials);
    if (credential) return credential as PublicKeyCredential;
  } catch (error) {
    throw new PasskeyError(problemOf(error, host.now() - askedAt >= PASSKEY_TIMEOUT_MS));
  }
  throw new PasskeyError('passkey_failed');
};

/** Browsers say the same of a closed question, of one that took too long and of an unknown passkey. */
const problemOf = (error: unknown, late: boolean): PasskeyProblem => {
  const { name } = error instanceof Error || error instanceof DOMException ? error : { name: '' };
  if (name === 'NotAllowedError' || name === 'AbortError') return late ? 'passkey_late' : 'passkey_cancelled';
  if (name === 'SecurityError' || name === 'NotSupportedError') return 'passkey_unsupported';
  return 'passkey_failed';
};

/** A copy; the browser's own buffer is overwritten. */
const take = (given: BufferSource): Uint8Array => {
  const bytes = ArrayBuffer.isView(given)
    ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
    : new Uint8Array(given);
  const copy = bytes.slice();
  bytes.fill(0);
  return copy;
};

const forget = async (
  publicKey: PublicKeyApi | undefined,
  rpId: string,
  credential: Uint8Array,
): Promise<void> => {
  const credentialId = btoa(String.fromCharCode(...credential))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  await publicKey?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined);
};

const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>;
