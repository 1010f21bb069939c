import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/daemon/diagnose.ts';
import { readNodeAddress, type Page } from '../../../src/daemon/node-address.ts';

/** A browser that lets requests through to the given bases when nobody reads the answer. */
const browser = (reachable: readonly string[]) => {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    asked.push({ url, init });
    if (
      init.mode === 'no-cors' &&
      init.redirect === 'follow' &&
      reachable.some((base) => url.startsWith(base))
    )
      return Promise.resolve(Response.error());
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  return { fetch, asked };
};
const secure: Page = { secure: true, hostname: 'wallet.example' };
const plain: Page = { secure: false, hostname: 'wallet.localhost' };

const verdict = async (address: string, page: Page | undefined, reachable: readonly string[] = []) => {
  const { fetch, asked } = browser(reachable);
  const error = new TypeError('Failed to fetch');
  const { signal } = new AbortController();
  const failure = await diagnose({ fetch, page }, readNodeAddress({ address }, page), error, signal);
  for (const { init } of asked)
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  return {
    code: failure.code,
    hint: 'hint' in failure.data ? failure.data.hint : undefined,
    requests: asked.length,
  };
};

describe('a failed request', () => {
  it('whose blind twin gets through was turned away by CORS', async () => {
    expect(await verdict('http://node.example', plain, ['http://node.example'])).toMatchObject({
      code: 'node_refuses_browsers',
    });
    expect(await verdict('https://node.example', secure, ['https://node.example'])).toMatchObject({
      code: 'node_refuses_browsers',
    });
  });
  it('from a secure page to a plain node is mixed content, and nothing more is sent', async () => {
    expect(await verdict('http://node.example', secure)).toEqual({ code: 'node_mixed_content', requests: 0 });
  });
  it('from a secure page to this device is not', async () => {
    expect(await verdict('http://127.0.0.1:18081', secure, ['http://127.0.0.1'])).toMatchObject({
      code: 'node_refuses_browsers',
    });
    expect(await verdict('http://127.0.0.1:18081', secure)).toMatchObject({ code: 'node_unreachable' });
  });
  it('over https to a node that answers plain http is about its certificate', async () => {
    expect(await verdict('https://node.example:18081', plain, ['http://node.example:18081'])).toMatchObject({
      code: 'node_tls',
    });
  });
  it('over https that nothing answers may be either, and says so', async () => {
    expect(await verdict('https://node.example', secure)).toMatchObject({
      code: 'node_unreachable',
      hint: 'certificate_or_down',
    });
  });
  it('over http that nothing answers is silence', async () => {
    expect(await verdict('http://node.example', plain)).toEqual({ code: 'node_unreachable', requests: 1 });
  });
  it('is named by its cause where the platform tells it', async () => {
    const of = async (code: string) => {
      const cause = Object.assign(new Error(code), { code });
      const error = new TypeError('fetch failed', { cause });
      const { fetch, asked } = browser([]);
      const failure = await diagnose(
        { fetch },
        readNodeAddress({ address: 'https://n' }),
        error,
        new AbortController().signal,
      );
      expect(asked).toHaveLength(0);
      return failure.code;
    };
    expect(await of('ECONNREFUSED')).toBe('node_unreachable');
    expect(await of('ENOTFOUND')).toBe('node_unreachable');
    expect(await of('DEPTH_ZERO_SELF_SIGNED_CERT')).toBe('node_tls');
    expect(await of('CERT_HAS_EXPIRED')).toBe('node_tls');
    expect(await of('ERR_SSL_WRONG_VERSION_NUMBER')).toBe('node_tls');
  });
});
