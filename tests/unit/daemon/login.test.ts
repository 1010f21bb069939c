/** The fault of a node that requires a login, by what the browser shows of its answer. */
import { expect, it } from 'vitest';
import { createHttp } from '../../../src/daemon/http.ts';
import { readNodeAddress } from '../../../src/daemon/node-address.ts';
import { faultOf, nodeWorld } from './world.ts';

const CHALLENGE = 'Digest realm="monero-rpc",nonce="abc",qop="auth",algorithm=MD5';
const ME = { username: 'me', password: 'secret' };

it.each([
  ['no login is known', CHALLENGE, {}, { tried: false }],
  ['no login is known, and the browser hides the challenge', undefined, {}, { tried: false }],
  ['the login is refused', CHALLENGE, ME, { tried: true }],
  ['the browser hides the challenge', undefined, ME, { tried: true, hidden: true }],
])('is node_login when %s', async (_when, challenge, login, data) => {
  const address = 'https://node.example';
  const fetch = (): Promise<Response> =>
    Promise.resolve(
      new Response('', { status: 401, ...(challenge && { headers: { 'www-authenticate': challenge } }) }),
    );
  const http = createHttp({ ...nodeWorld({ pauses: 1000 }), fetch }, readNodeAddress({ address, ...login }));
  const request = { path: '/x', body: new Uint8Array(2), maxBytes: 100, seconds: 5, idempotent: false };
  expect(await faultOf(http.send(request))).toEqual({ code: 'node_login', data: { address, ...data } });
});
