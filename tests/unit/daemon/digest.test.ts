import { describe, expect, it } from 'vitest';
import { authorization, readChallenge } from '../../../src/daemon/digest.ts';

const challengeOf = (header: string) => {
  const challenge = readChallenge(header);
  if (!challenge) throw new Error('no challenge');
  return challenge;
};

describe('the answer to a digest challenge', () => {
  it('is the one in RFC 7616, section 3.9.1', () => {
    const challenge = challengeOf(
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    );
    const header = authorization({ username: 'Mufasa', password: 'Circle of Life' }, challenge, {
      method: 'GET',
      uri: '/dir/index.html',
      count: 1,
      cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    });
    expect(header).toContain('response="8ca523f5e9506fed4657c9700eebdbec"');
    expect(header).toContain('nc=00000001');
    expect(header).toContain('opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"');
  });
  it('is the one in RFC 2617, section 3.5', () => {
    const challenge = challengeOf(
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    );
    const header = authorization({ username: 'Mufasa', password: 'Circle Of Life' }, challenge, {
      method: 'GET',
      uri: '/dir/index.html',
      count: 1,
      cnonce: '0a4f113b',
    });
    expect(header).toContain('response="6629fae49393a05397450978507c4ef1"');
  });
  it('contains only characters that a header may contain', () => {
    const challenge = challengeOf('Digest realm="r", nonce="n", qop="auth"');
    const header = authorization({ username: 'Zoë "€"', password: 'x' }, challenge, {
      method: 'POST',
      uri: '/get_info',
      count: 2,
      cnonce: 'c',
    });
    expect(header).toMatch(/^[\x20-\xff]+$/);
    expect(header).toContain('\\"');
  });
});

describe('the reader of challenges', () => {
  it('takes the first of two challenges that monerod sends and fetch joins', () => {
    const header =
      'Digest qop="auth",algorithm=MD5,realm="monero-rpc",nonce="a+b/c==",stale=false, Digest qop="auth",algorithm=MD5-sess,realm="monero-rpc",nonce="a+b/c==",stale=false';
    expect(readChallenge(header)).toEqual({
      realm: 'monero-rpc',
      nonce: 'a+b/c==',
      auth: true,
      algorithm: 'MD5',
      stale: false,
    });
  });
  it('skips an unknown algorithm', () => {
    expect(
      readChallenge(
        'Digest algorithm=SHA-256,realm="r",nonce="n", Digest algorithm=MD5-sess,realm="r",nonce="m"',
      ),
    ).toMatchObject({ algorithm: 'MD5-sess', nonce: 'm', auth: false });
  });
  it('reads that a nonce is stale', () => {
    expect(readChallenge('Digest realm="r",nonce="n",stale=TRUE')?.stale).toBe(true);
  });
  it.each([
    null,
    '',
    'Basic realm="x"',
    'Digest',
    'Digest realm="r"',
    `Digest realm="${'x'.repeat(9000)}",nonce="n"`,
  ])('finds no challenge in %j', (header) => {
    expect(readChallenge(header)).toBeUndefined();
  });
});
