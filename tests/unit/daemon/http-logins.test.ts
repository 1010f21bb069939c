/** Several sessions of one login: each has a nonce of its own, whose counter grows. */
import { expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { createHttp } from '../../../src/daemon/http.ts';
import { readNodeAddress } from '../../../src/daemon/node-address.ts';
import { systemClock } from '../../../src/store/platform.ts';
import { createLogin, nonceOf } from '../../../src/transport/http-login.ts';

const LOGIN = { username: 'ostro', password: 'of the relay' };

/** A server that checks the login, and answers when all requests of a moment have arrived. */
const createServer = () => {
  let nonces = 0;
  const check = createLogin({
    ...LOGIN,
    md5: (text) => createHash('md5').update(text).digest('hex'),
    nonce: () => String(++nonces),
  });
  const state = { atOnce: 0, most: 0, nonces: new Set<string>() };
  const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
    state.most = Math.max(state.most, ++state.atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    state.atOnce -= 1;
    const { Authorization: given } = init.headers as Record<string, string>;
    const refused = check.check('POST', given);
    if (refused)
      return new Response('', { status: 401, headers: { 'WWW-Authenticate': refused.join(', ') } });
    state.nonces.add(nonceOf(given).nonce);
    return new Response('answered');
  };
  return { state, fetch };
};

const ask = async (logins: number) => {
  const { state, fetch } = createServer();
  const random = { bytes: (n: number) => new Uint8Array(n).fill(7) };
  const address = readNodeAddress({ address: 'http://relay.example:18090', ...LOGIN });
  const http = createHttp({ fetch, clock: systemClock, random }, address, false, 2, logins);
  const request = {
    path: '/compact_blocks.bin',
    body: new Uint8Array(4),
    maxBytes: 100,
    seconds: 10,
    idempotent: false,
  };
  const answers = await Promise.all(Array.from({ length: 12 }, () => http.send(request)));
  expect(answers.every((each) => Buffer.from(each).toString() === 'answered')).toBe(true);
  return state;
};

it('a relay gets as many requests at once as it has sessions', async () => {
  const { most, nonces } = await ask(4);
  expect(most).toBe(4);
  expect(nonces.size).toBe(4);
});

it('another node gets one after the other', async () => {
  const { most, nonces } = await ask(1);
  expect(most).toBe(1);
  expect(nonces.size).toBe(1);
});
