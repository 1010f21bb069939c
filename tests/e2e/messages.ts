/**
 * Records every message between the page and its worker, in both directions, and looks for secrets of the wallet in them.
 * The secrets are read through the in-page endpoint afterwards, when nothing is recorded any more.
 */
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { secretsIn, type Secret } from '../support/secret-search.ts';

/** Installs the recorder. Call it before the page is opened. */
export async function recordMessages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const recorded: string[] = [];
    Object.assign(globalThis, { ostroHost: { rpc: true }, recorded });
    const hex = (bytes: Uint8Array): string =>
      Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const keep = (message: unknown): void => {
      const text = JSON.stringify([message], (_, value: unknown) => {
        if (typeof value === 'bigint') return `${value}`;
        if (value instanceof ArrayBuffer) return hex(new Uint8Array(value));
        if (ArrayBuffer.isView(value))
          return hex(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
        return value;
      });
      recorded.push(text);
    };
    const heard = new WeakSet<EventTarget>();
    const listen = (port: EventTarget): void => {
      if (heard.has(port)) return;
      heard.add(port);
      port.addEventListener('message', (event) => keep((event as MessageEvent).data));
    };
    for (const { prototype } of [Worker, MessagePort] as { prototype: MessagePort }[]) {
      const post = Reflect.get(prototype, 'postMessage') as (...given: unknown[]) => void;
      prototype.postMessage = function (this: MessagePort, ...given: unknown[]) {
        keep(given[0]);
        listen(this);
        Reflect.apply(post, this, given);
      };
    }
    const start = Reflect.get<MessagePort, 'start'>(MessagePort.prototype, 'start');
    MessagePort.prototype.start = function () {
      listen(this);
      Reflect.apply(start, this, []);
    };
  });
}

/** Starts to record. */
export function recordAnew(page: Page): Promise<void> {
  return page.evaluate(() => {
    (globalThis as unknown as { recorded: string[] }).recorded.length = 0;
  });
}

type Answer = Record<string, unknown>;
/** Calls a method through the in-page endpoint, which `recordMessages` opens. */
export async function ask(page: Page, method: string, params: object = {}): Promise<Answer> {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await page.evaluate(
    (envelope) =>
      (
        globalThis as unknown as { ostroRpc: { request(envelope: string): Promise<string> } }
      ).ostroRpc.request(envelope),
    text,
  );
  return ((JSON.parse(answer) as Answer)['result'] ?? {}) as Answer;
}

/** Secrets of the wallet, read through the in-page endpoint: its keys, its transaction keys, and its spent outputs. */
const secretsOf = async (page: Page): Promise<Secret[]> => {
  const secrets: Secret[] = [];
  const add = (name: string, hex: unknown): void => {
    for (const key of (typeof hex === 'string' ? hex : '').match(/[0-9a-f]{64}/g) ?? [])
      if (/[^0]/.test(key)) secrets.push({ name, value: Buffer.from(key, 'hex') });
  };
  for (const key_type of ['view_key', 'spend_key'])
    add(key_type, (await ask(page, 'query_key', { key_type }))['key']);
  const sent = await ask(page, 'get_transfers', { out: true, pending: true });
  for (const { txid } of [sent['out'], sent['pending']].flat().filter(Boolean) as { txid: string }[])
    add('transaction key', (await ask(page, 'get_tx_key', { txid }))['tx_key']);
  const { transfers = [] } = await ask(page, 'incoming_transfers', { transfer_type: 'unavailable' });
  for (const { pubkey } of transfers as { pubkey: string }[]) add('one-time key of an input', pubkey);
  return secrets;
};

/** Checks that the recorded messages contain no secret, and that the wallet has secrets at least of these kinds. */
export async function expectNoSecrets(page: Page, kinds: readonly string[]): Promise<void> {
  const messages = await recordedIn(page);
  expect(messages.length).toBeGreaterThan(10);
  const secrets = await secretsOf(page);
  expect(secrets.map(({ name }) => name)).toEqual(expect.arrayContaining([...kinds]));
  expect(secretsIn(messages, secrets)).toEqual([]);
  // The answers for secretsOf passed the same ports: the recorder must find the secrets there.
  expect(secretsIn(await recordedIn(page), secrets)).not.toEqual([]);
}

const recordedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(globalThis as unknown as { recorded: string[] }).recorded]);
