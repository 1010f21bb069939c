/** The login challenge of a node in Firefox, which hides it from pages: the page hears it and the worker gets it. */
import { describe, expect, it } from 'vitest';
import type { ReceivedHeaders } from '../../../src/extension/browser-api.ts';
import { passChallenges, withChallenges } from '../../../src/extension/challenges.ts';

const OWN = 'moz-extension://here/';
const NODE = 'http://node.example:18081/get_info';
const CHALLENGE = { name: 'WWW-Authenticate', value: 'Digest nonce="abc"' };

/** Firefox with one page and one worker of the extension, and a node. */
const firefox = () => {
  let hear: (answer: ReceivedHeaders) => void = () => undefined;
  const channel: { onmessage: BroadcastChannel['onmessage'] } = { onmessage: null };
  const api = {
    runtime: { getURL: () => OWN },
    webRequest: { onHeadersReceived: { addListener: (listener: typeof hear) => (hear = listener) } },
  } as unknown as Parameters<typeof passChallenges>[0];
  passChallenges(api, () => ({
    postMessage: (data: unknown) => {
      channel.onmessage?.call(channel as BroadcastChannel, { data } as MessageEvent);
    },
  }));
  const sent = (changes: Partial<ReceivedHeaders> = {}): void =>
    hear({
      url: NODE,
      statusCode: 401,
      originUrl: `${OWN}index.html`,
      responseHeaders: [CHALLENGE],
      ...changes,
    });
  /** Asks; `meanwhile` runs between the request and its answer. */
  const ask = async (meanwhile: () => void, answer = new Response('no', { status: 401 })) => {
    const fetch = withChallenges(
      () => {
        meanwhile();
        return Promise.resolve(answer);
      },
      channel,
      () => Promise.resolve(),
    );
    return fetch(NODE, {});
  };
  return { sent, ask };
};

describe('a challenge that Firefox hides', () => {
  it('is added to the answer, whose body stays', async () => {
    const { sent, ask } = firefox();
    const answer = await ask(() => sent());
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE.value);
    expect(await answer.text()).toBe('no');
  });
  it('is joined with commas, as fetch joins headers', async () => {
    const { sent, ask } = firefox();
    const two = { name: 'www-authenticate', value: 'Digest nonce="abc"\nDigest nonce="def"' };
    const third = { name: 'WWW-Authenticate', value: 'Digest nonce="ghi"' };
    const answer = await ask(() => sent({ responseHeaders: [two, third] }));
    expect(answer.headers.get('www-authenticate')).toBe(
      'Digest nonce="abc", Digest nonce="def", Digest nonce="ghi"',
    );
  });
  it.each([
    ['of another address', { url: 'http://other.example/get_info' }],
    ['of an answer that asks for no login', { statusCode: 200 }],
    // threat: wrong-host
    ['of a request of a site', { originUrl: 'https://shop.example/' }],
    ['of a request without an origin', { originUrl: undefined }],
  ])('%s is not used', async (_of, changes) => {
    const { sent, ask } = firefox();
    const answer = await ask(() => sent(changes as Partial<ReceivedHeaders>));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });
  it('that came before the request is not used', async () => {
    const { sent, ask } = firefox();
    sent();
    expect((await ask(() => undefined)).headers.get('www-authenticate')).toBeNull();
  });
  it('changes no other answer', async () => {
    const { sent, ask } = firefox();
    const good = new Response('yes');
    expect(await ask(() => sent(), good)).toBe(good);
  });
});

it('is not heard in a browser without webRequest', () => {
  const open = () => expect.unreachable('a channel was opened');
  passChallenges({ runtime: { getURL: () => OWN } } as unknown as Parameters<typeof passChallenges>[0], open);
});
