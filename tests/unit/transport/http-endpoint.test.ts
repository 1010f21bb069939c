/** The HTTP of the endpoints, with the digest login of the client that our own node calls use (daemon/digest.ts). */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authorization, readChallenge, type DigestRequest } from '../../../src/daemon/digest.ts';
import { answerHttp, wireText } from '../../../src/transport/http-endpoint.ts';
import { createLogin, type LoginCheck } from '../../../src/transport/http-login.ts';

const LOGIN = { username: 'kyle', password: 'réveille:"x"' };
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
let nonces = 0;
const login = (): LoginCheck => createLogin({ ...LOGIN, md5, nonce: () => `nonce ${++nonces}` });

const request = (count = 1): DigestRequest => ({ method: 'POST', uri: '/json_rpc', count, cnonce: 'mine' });
/** Header values carry bytes; a server reads them as UTF-8 again. */
const sent = (header: string): string => Buffer.from(header, 'latin1').toString('utf8');

describe('the login', () => {
  it.each([0, 1])('follows RFC 7616 with either offered algorithm (%i)', (which) => {
    const check = login();
    const offered = check.check('POST', undefined);
    expect(offered).toHaveLength(2);
    const challenge = readChallenge(offered![which]!)!;
    expect(challenge).toMatchObject({ realm: 'monero-rpc', stale: false, auth: true });
    const answer = (count: number): string => sent(authorization(LOGIN, challenge, request(count)));
    expect(check.check('POST', answer(1))).toBeUndefined();
    expect(check.check('POST', answer(2))).toBeUndefined();
    // A repeated request is refused.
    expect(readChallenge(check.check('POST', answer(2))![0]!)).toMatchObject({ stale: true });
    expect(check.check('POST', answer(7))).toBeUndefined();
  });
  it('refuses another password, another method, an unknown nonce, and malformed digests', () => {
    const check = login();
    const challenge = readChallenge(check.check('POST', undefined)![0]!)!;
    const wrong = sent(authorization({ ...LOGIN, password: 'guess' }, challenge, request()));
    const good = sent(authorization(LOGIN, challenge, request()));
    const made = sent(authorization(LOGIN, { ...challenge, nonce: 'made up' }, request()));
    expect(readChallenge(check.check('POST', wrong)![0]!)).toMatchObject({ stale: false });
    expect(readChallenge(check.check('GET', good)![0]!)).toMatchObject({ stale: false });
    expect(readChallenge(check.check('POST', made)![0]!)).toMatchObject({ stale: true });
    for (const none of ['', 'Basic a3lsZTp4', 'Digest', `Digest ${'a="b",'.repeat(5000)}`])
      expect(check.check('POST', none)).toBeDefined();
    expect(check.check('POST', good)).toBeUndefined();
  });
  it('without a counter is good for one request', () => {
    const check = login();
    const challenge = { ...readChallenge(check.check('POST', undefined)![0]!)!, auth: false };
    const old = sent(authorization(LOGIN, challenge, request()));
    expect(check.check('POST', old)).toBeUndefined();
    expect(check.check('POST', old)).toBeDefined();
  });
  it('stores at most a thousand nonces', () => {
    const check = login();
    const first = readChallenge(check.check('POST', undefined)![0]!)!;
    for (let i = 0; i < 1000; i++) check.check('POST', undefined);
    const late = check.check('POST', sent(authorization(LOGIN, first, request())));
    expect(readChallenge(late![0]!)).toMatchObject({ stale: true });
  });
});

describe('the HTTP endpoint', () => {
  const ask = (envelope: string): Promise<string> => Promise.resolve(`asked ${envelope}`);
  const post = { method: 'POST', path: '/json_rpc', body: Buffer.from('{}') };

  it('answers its one path with any method, and no other path', async () => {
    expect(await answerHttp({ ask, path: '/json_rpc' }, post)).toEqual({
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: 'asked {}',
    });
    expect((await answerHttp({ ask, path: '/json_rpc' }, { ...post, method: 'GET' })).status).toBe(200);
    for (const path of ['/', '/json_rpc/', '/json_rpc?x', '/get_info'])
      expect((await answerHttp({ ask, path: '/json_rpc' }, { ...post, path })).status).toBe(404);
  });
  it('passes on the header Idempotency-Key, which marks a repeated call', async () => {
    const keyed = (envelope: string, key?: string): Promise<string> => Promise.resolve(`${envelope} ${key}`);
    const answer = await answerHttp(
      { ask: keyed, path: '/json_rpc' },
      { ...post, idempotencyKey: 'order 1' },
    );
    expect(answer.body).toBe('{} order 1');
  });
  it('asks for the login before it says which paths exist', async () => {
    for (const path of ['/json_rpc', '/nothing']) {
      const answer = await answerHttp({ ask, path: '/json_rpc', login: login() }, { ...post, path });
      expect(answer.status).toBe(401);
      expect(answer.headers.filter(([name]) => name === 'WWW-Authenticate')).toHaveLength(2);
    }
  });
  it('reads UTF-8, and treats other bytes as a malformed envelope', () => {
    expect(wireText(Buffer.from('{"a":"é"}'))).toBe('{"a":"é"}');
    expect(wireText(Uint8Array.of(0x7b, 0xff, 0x7d))).toBe('\ufffd');
  });
});
