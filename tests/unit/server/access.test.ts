/** Which requests the wallet server accepts, by Host and Origin. */
import { describe, expect, it } from 'vitest';
import { createAccess } from '../../../src/server/http/access.ts';
import { readFlags } from '../../../src/server/flags/flags.ts';

const LOOPBACK = { ips: ['127.0.0.1'], origins: [], hosts: [] };
const status = (
  rules: Partial<typeof LOOPBACK> | { readonly origins: string[] } | { readonly hosts: string[] },
  headers: Record<string, string>,
  method = 'POST',
): number | undefined => createAccess({ ...LOOPBACK, ...rules })(method, headers)?.status;

describe('the host name of a request', () => {
  it.each([
    '127.0.0.1:18083',
    'localhost',
    'LOCALHOST:1',
    '[::1]:18083',
    '192.168.1.7',
    'a.localhost',
    '0.0.0.0',
  ])('%s is this machine, because no site can have it', (host) => {
    expect(status({}, { host })).toBeUndefined();
  });
  it.each([
    'wallet.evil.example:18083',
    'evil.example',
    'evil.example.',
    'evil.example@127.0.0.1',
    'localhost.evil.example',
  ])('%s is refused, because a site may point its name here', (host) => {
    expect(status({}, { host })).toBe(403);
    expect(status({}, { host }, 'OPTIONS')).toBe(403);
    expect(status({ ips: ['0.0.0.0'] }, { host })).toBe(403);
  });
  // threat: foreign-request
  it('may be one that the flags name, or any', () => {
    expect(status({ hosts: ['wallet.lan'] }, { host: 'Wallet.LAN:18083' })).toBeUndefined();
    expect(status({ hosts: ['wallet.lan'] }, { host: 'x.wallet.lan' })).toBe(403);
    expect(status({ hosts: ['*'] }, { host: 'wallet.evil.example' })).toBeUndefined();
  });
  it('may be that of a container when the server listens on a network', () => {
    expect(status({}, { host: 'wallet:18083' })).toBe(403);
    expect(status({ ips: ['0.0.0.0'] }, { host: 'wallet:18083' })).toBeUndefined();
  });
  it('may be missing, as in HTTP/1.0', () => {
    expect(status({}, {})).toBeUndefined();
  });
});

describe('the origin of a request', () => {
  const host = '127.0.0.1:18083';
  const page = { host, origin: 'https://shop.example', 'content-type': 'application/json' };

  it.each([undefined, 'text/plain', 'application/json', 'application/x-www-form-urlencoded'])(
    'may be missing, as in requests of programs, with any content type: %s',
    (type) => {
      expect(status({}, { host, ...(type && { 'content-type': type }) })).toBeUndefined();
    },
  );
  // threat: foreign-request
  it('is refused unless the flags allow it', () => {
    expect(status({}, page)).toBe(403);
    expect(status({}, { ...page, origin: 'null' })).toBe(403);
    expect(status({}, { ...page, origin: 'http://127.0.0.1:18083' })).toBe(403);
    expect(status({ origins: ['https://other.example'] }, page)).toBe(403);
    expect(status({ origins: ['https://shop.example'] }, page)).toBeUndefined();
    expect(status({ origins: ['*'] }, page)).toBeUndefined();
  });
  // threat: foreign-request
  it('needs JSON, because a page may send other types without asking first', () => {
    const types = [
      'text/plain',
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      '',
    ];
    for (const type of types) expect(status({ origins: ['*'] }, { ...page, 'content-type': type })).toBe(415);
  });
  it('is decided by Sec-Fetch-Site where a page sends a request without Origin', () => {
    expect(status({}, { host, 'sec-fetch-site': 'cross-site' })).toBe(403);
    // Another subdomain, or another port.
    expect(status({}, { host, 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(status({}, { host, 'sec-fetch-site': 'same-origin' })).toBeUndefined();
    expect(status({}, { host, 'sec-fetch-site': 'none' })).toBeUndefined();
  });
  it("gets the reference's answer to a preflight request, allowed or not", () => {
    expect(status({}, { host, origin: 'https://evil.example' }, 'OPTIONS')).toBeUndefined();
  });
});

describe('the access flags', () => {
  it('name hosts and origins', () => {
    const given = ['--rpc-bind-port', '1', '--wallet-dir', '/w', '--rpc-allowed-hosts', 'a.lan, b.lan'];
    expect(readFlags(given)).toMatchObject({ hosts: ['a.lan', 'b.lan'], origins: [] });
    expect(readFlags(given.slice(0, 4))).toMatchObject({ hosts: [] });
  });
});
