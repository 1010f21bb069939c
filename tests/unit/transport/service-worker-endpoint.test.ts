/** POST {app}/json_rpc without a browser: the switch, the page's end and the service worker's end, over real ports. */
import { describe, expect, it, vi } from 'vitest';
import { answerForwardedCalls } from '../../../src/transport/service-worker/page.ts';
import { createRpcAccessToggle } from '../../../src/transport/service-worker/switch.ts';
import {
  isOwn,
  forwardRpc,
  type ForwardedCall,
  type AppPage,
} from '../../../src/transport/service-worker/worker.ts';

const storage = (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
};
let nonces = 0;
const digest = () => Promise.resolve({ md5: (text: string) => text, nonce: () => `nonce ${++nonces}` });
const LOGIN = { username: 'monero', password: 'secret' };

// threat: foreign-share
describe("the switch of the service worker's endpoint", () => {
  it('is off at first, and stores that it is on until it is switched off', async () => {
    const kept = storage();
    const access = createRpcAccessToggle(kept, digest);
    expect([access.state, access.current()]).toEqual(['closed', undefined]);
    await access.open();
    expect([access.state, access.current()]).toEqual(['open', { login: null }]);
    expect(createRpcAccessToggle(kept, digest).state).toBe('open');
    access.close();
    expect(createRpcAccessToggle(kept, digest).state).toBe('closed');
  });
  it('is shared by all pages of the site', async () => {
    const kept = storage();
    const [one, other] = [createRpcAccessToggle(kept, digest), createRpcAccessToggle(kept, digest)];
    await one.open();
    expect(other.state).toBe('open');
    other.close();
    expect(one.current()).toBeUndefined();
    await one.open(LOGIN);
    expect([one.state, other.state]).toEqual(['login', 'closed']);
    await other.open(LOGIN);
    expect([one.state, other.state]).toEqual(['closed', 'login']);
    one.close();
    expect(other.state).toBe('closed');
  });
  it('stores no login: after a reload the endpoint is closed, not open without a login', async () => {
    const kept = storage();
    await createRpcAccessToggle(kept, digest).open(LOGIN);
    expect(kept.getItem('ostro-door')).not.toContain('secret');
    expect(createRpcAccessToggle(kept, digest).state).toBe('closed');
  });
  it('works without storage', async () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new Error('full');
      },
    };
    for (const kept of [undefined, full]) {
      const access = createRpcAccessToggle(kept, digest);
      await access.open();
      expect(access.state).toBe('open');
      access.close();
      expect(access.state).toBe('closed');
    }
  });
});

describe('a forwarded call', () => {
  const envelope = '{"id":9007199254740993,"method":"get_balance"}';
  const request = { method: 'POST', path: '/json_rpc', body: new TextEncoder().encode(envelope) };
  /** A page whose endpoint is in `state`; `ask` answers there. */
  const page = (
    state: ReturnType<Parameters<typeof answerForwardedCalls>[1]['open']>,
    ask = (text: string): Promise<string> => Promise.resolve(text),
  ): AppPage => {
    let hear: ((event: MessageEvent) => void) | undefined;
    answerForwardedCalls(
      { addEventListener: (_type, listener) => (hear = listener) },
      { open: () => state, ask },
    );
    return {
      id: `page ${++nonces}`,
      postMessage: (data: ForwardedCall, ports) => hear?.({ data, ports } as unknown as MessageEvent),
    };
  };
  const silent: AppPage = { id: 'silent', postMessage: () => undefined };
  const at = (...pages: AppPage[]): Parameters<typeof forwardRpc>[0] => ({
    pages: () => Promise.resolve(pages),
    timeoutMs: 30,
  });

  it('is answered by the first page that allows it; pages that refuse or stay silent are skipped', async () => {
    const answer = await forwardRpc(at(silent, page(undefined), page({ login: null })), request);
    expect(answer).toMatchObject({ status: 200, body: envelope });
  });
  // threat: foreign-share
  it("gets the reference's error with its id when no page is open or none allows it", async () => {
    const none = await forwardRpc(at(), request);
    expect(none.status).toBe(200);
    expect(none.body).toMatch(/"code": -13,[^]*"id": 9007199254740993/);
    expect((await forwardRpc(at(silent), request)).body).toContain('"code": -13');
    expect((await forwardRpc(at(silent, page(undefined)), request)).body).toContain('"code": -7');
    expect((await forwardRpc(at(), { ...request, body: Uint8Array.of(0xff) })).body).toContain('"id": 0');
  });
  it('is not run by a page that wakes up after another page has answered, or after the error', async () => {
    const ask = vi.fn((text: string) => Promise.resolve(text));
    const late = page({ login: null }, ask);
    const wakes: (() => void)[] = [];
    const asleep: AppPage = {
      id: late.id,
      postMessage: (message, ports) => void wakes.push(() => late.postMessage(message, ports)),
    };
    // Longer than a busy machine needs for a page's first word.
    const patient = { ...at(asleep, page({ login: null })), timeoutMs: 300 };
    expect(await forwardRpc(patient, request)).toMatchObject({ body: envelope });
    expect((await forwardRpc(at(asleep), request)).body).toContain('"code": -13');
    expect(wakes).toHaveLength(2);
    for (const wake of wakes) wake();
    // A later call is answered after what the page would have done by now.
    const later = { ...at(page({ login: null })), timeoutMs: 300 };
    expect(await forwardRpc(later, request)).toMatchObject({ body: envelope });
    expect(ask).not.toHaveBeenCalled();
  });
  it('is run at once by a page of an earlier version, and for a service worker of an earlier version', async () => {
    const early: AppPage = {
      id: 'early',
      postMessage: (_message, ports) => {
        const [port] = ports as [MessagePort];
        port.postMessage('yes');
        port.postMessage({ status: 200, headers: [], body: 'of an earlier page' });
      },
    };
    expect(await forwardRpc(at(early), request)).toMatchObject({ body: 'of an earlier page' });

    const { port1, port2 } = new MessageChannel();
    const replies: unknown[] = [];
    port1.onmessage = ({ data }) => replies.push(data);
    page({ login: null }).postMessage({ type: 'ostro json_rpc', request }, [port2]);
    await expect.poll(() => replies).toMatchObject(['yes', { status: 200, body: envelope }]);
    port1.close();
  });
  it('waits for a slow answer as long as the page exists, and no longer', async () => {
    let finish: (text: string) => void = () => undefined;
    const slow = page({ login: null }, () => new Promise((resolve) => (finish = resolve)));
    const pages = vi.fn(() => Promise.resolve([slow]));
    // Longer than a busy machine needs for the page's first word.
    const timeoutMs = 500;
    const waiting = forwardRpc({ pages, timeoutMs }, request);
    await expect.poll(() => pages.mock.calls.length).toBeGreaterThan(2);
    finish('late');
    expect(await waiting).toMatchObject({ status: 200, body: 'late' });

    const deaf = page({ login: null }, () => new Promise(() => undefined));
    let open: readonly AppPage[] = [deaf];
    const lost = forwardRpc({ pages: () => Promise.resolve(open), timeoutMs }, request);
    open = [];
    expect((await lost).body).toContain('"code": -13');
  });
  it('ends with status 500 when the app fails', async () => {
    const failing = page({ login: null }, () => Promise.reject(new Error('gone')));
    expect(await forwardRpc(at(failing), request)).toMatchObject({ status: 500 });
  });
  // threat: foreign-share
  it('must come from a script of this site, not from a form of another', () => {
    expect(isOwn({ mode: 'cors' }, 'client')).toBe(true);
    expect(isOwn({ mode: 'navigate' }, 'client')).toBe(false);
    expect(isOwn({ mode: 'cors' }, '')).toBe(false);
  });
});
