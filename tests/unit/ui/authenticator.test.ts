/** What the page asks of WebAuthn, and what it makes of its answers, with a made-up `navigator.credentials`. */
import { describe, expect, it, vi } from 'vitest';
import {
  createAuthenticator,
  PASSKEY_TIMEOUT_MS,
  type AuthenticatorHost,
} from '../../../src/ui/state/authenticator.ts';

const SALT = new Uint8Array(32).fill(9);
const ID = Uint8Array.from([251, 255, 1]);
const secret = (): ArrayBuffer => new Uint8Array(32).fill(7).buffer;

type Prf = { readonly enabled?: boolean; readonly results?: { readonly first: BufferSource } };
const credential = (prf: Prf | undefined) =>
  ({ rawId: ID.buffer, getClientExtensionResults: () => ({ ...(prf && { prf }) }) }) as unknown as Credential;

const setup = (prf: Prf | undefined, more: Partial<AuthenticatorHost> = {}) => {
  const create = vi.fn((_options: CredentialCreationOptions) => Promise.resolve(credential(prf)));
  const get = vi.fn((_options: CredentialRequestOptions) => Promise.resolve(credential(prf)));
  const signal = vi.fn(() => Promise.resolve());
  const host: AuthenticatorHost = {
    credentials: { create, get },
    publicKey: { signalUnknownCredential: signal },
    hostname: 'wallet.example',
    framed: false,
    now: () => 0,
    random: (size) => new Uint8Array(size).fill(size),
    ...more,
  };
  return { create, get, signal, authenticator: createAuthenticator(host) };
};
const faultOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as { readonly fault?: unknown }).fault,
  );

describe('a new passkey', () => {
  it('is asked for with verification of the user, the salt, the name of the wallet, and no attestation', async () => {
    const { create, authenticator } = setup({ enabled: true });
    await authenticator.create('Everyday', SALT);
    const { publicKey } = create.mock.calls[0]![0];
    expect(publicKey).toMatchObject({
      rp: { id: 'wallet.example' },
      user: { name: 'Everyday', id: new Uint8Array(32).fill(32) },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      extensions: { prf: { eval: { first: SALT } } },
      timeout: PASSKEY_TIMEOUT_MS,
    });
  });
  it('gives its secret at once or when it is used', async () => {
    const now = setup({ enabled: true, results: { first: secret() } });
    expect(await now.authenticator.create('a', SALT)).toEqual({
      credential: ID,
      output: new Uint8Array(secret()),
    });
    const later = setup({ enabled: true });
    expect(await later.authenticator.create('a', SALT)).toEqual({ credential: ID, output: undefined });
  });
  it.each([undefined, {}, { enabled: false }])(
    'without the extension (%j) is of no use, and given back',
    async (prf) => {
      const { signal, authenticator } = setup(prf);
      expect(await faultOf(authenticator.create('a', SALT))).toBe('passkey_without_secret');
      expect(signal).toHaveBeenCalledWith({ rpId: 'wallet.example', credentialId: '-_8B' });
    },
  );
});

describe('using a passkey', () => {
  // threat: stolen-passkey
  it('asks for this one alone, with verification of the user, and answers its secret', async () => {
    const { get, authenticator } = setup({ results: { first: new Uint8Array(secret()) } });
    expect(await authenticator.ask(ID, SALT)).toEqual(new Uint8Array(32).fill(7));
    expect(get.mock.calls[0]![0].publicKey).toMatchObject({
      rpId: 'wallet.example',
      allowCredentials: [{ type: 'public-key', id: ID }],
      userVerification: 'required',
      extensions: { prf: { eval: { first: SALT } } },
    });
  });
  it("overwrites the browser's own copy of the secret", async () => {
    const first = secret();
    await setup({ results: { first } }).authenticator.ask(ID, SALT);
    expect(new Uint8Array(first)).toEqual(new Uint8Array(32));
  });
  it('fails without the extension', async () => {
    expect(await faultOf(setup({}).authenticator.ask(ID, SALT))).toBe('passkey_without_secret');
  });
  it.each([
    ['NotAllowedError', 0, 'passkey_cancelled'],
    ['NotAllowedError', PASSKEY_TIMEOUT_MS, 'passkey_late'],
    ['AbortError', 0, 'passkey_cancelled'],
    ['SecurityError', 0, 'passkey_unsupported'],
    ['NotSupportedError', 0, 'passkey_unsupported'],
    ['UnknownError', 0, 'passkey_failed'],
  ])('that ends with %s after %i ms is %s', async (name, after, fault) => {
    let time = 0;
    const { get, authenticator } = setup({}, { now: () => time });
    get.mockImplementation(() => {
      time = after;
      return Promise.reject(new DOMException('no', name));
    });
    expect(await faultOf(authenticator.ask(ID, SALT))).toBe(fault);
  });
  it('that answers nothing has failed', async () => {
    const { get, authenticator } = setup({});
    get.mockResolvedValue(null as never);
    expect(await faultOf(authenticator.ask(ID, SALT))).toBe('passkey_failed');
  });
});

describe('why a page cannot use passkeys', () => {
  it.each(['127.0.0.1', '[::1]', '::1', '192.168.1.2'])('is its address %s', async (hostname) => {
    const { create, authenticator } = setup({ enabled: true }, { hostname });
    expect(await authenticator.whyNot()).toBe('passkey_address');
    expect(await faultOf(authenticator.create('a', SALT))).toBe('passkey_address');
    expect(create).not.toHaveBeenCalled();
  });
  it.each([{ credentials: undefined }, { publicKey: undefined }, { framed: true }])(
    'is the browser, or a page around it (%j)',
    async (more) => {
      expect(await setup({}, more).authenticator.whyNot()).toBe('passkey_unsupported');
    },
  );
  it('is what the browser says of the extension', async () => {
    const says = (prf: boolean | undefined) =>
      setup({}, { publicKey: { getClientCapabilities: () => Promise.resolve({ 'extension:prf': prf }) } });
    expect(await says(false).authenticator.whyNot()).toBe('passkey_without_secret');
    expect(await says(true).authenticator.whyNot()).toBeUndefined();
    expect(await says(undefined).authenticator.whyNot()).toBeUndefined();
    expect(await setup({}, { publicKey: {} }).authenticator.whyNot()).toBeUndefined();
  });
  it('is not that the browser cannot forget a passkey', async () => {
    const { authenticator } = setup({}, { publicKey: {} });
    await authenticator.forget(ID);
  });
});
