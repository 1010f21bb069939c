/**
 * Whoever commits, the page hears of it: the page itself, a program (the in-page endpoint, `POST json_rpc` and the server
 * all give the worker a text), a program that names an idempotency key, and a site. The tests of each method check the
 * same for every commit that the method makes (tests/support/rpc/fixture.ts).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSection } from '../../src/rpc/json.ts';
import { serve, type RpcServer } from '../../src/rpc/serve.ts';
import { keyImage, openFixture, PAYEE, txid, XMR, type RpcWallet } from '../support/rpc/fixture.ts';
import { openSiteFixture } from '../support/rpc/site.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';

beforeAll(useWasmKernel);
const TO = { destinations: [{ address: PAYEE, amount: XMR }] };

type Calls = Readonly<Record<string, (fixture: RpcWallet) => object>>;
/** One of each kind of record that a method can change. */
const COMMITS: Calls = {
  create_address: () => ({ account_index: 0 }),
  label_address: () => ({ index: { major: 0, minor: 1 }, label: 'Door' }),
  create_account: () => ({ label: 'Door' }),
  label_account: () => ({ account_index: 0, label: 'Door' }),
  tag_accounts: () => ({ tag: 'door', accounts: [0] }),
  set_account_tag_description: () => ({ tag: 'door', description: 'Through any door' }),
  untag_accounts: () => ({ accounts: [0] }),
  set_tx_notes: () => ({ txids: [txid('five')], notes: ['Door'] }),
  set_attribute: () => ({ key: 'door', value: 'open' }),
  add_address_book: () => ({ address: PAYEE, description: 'Door' }),
  edit_address_book: () => ({ index: 0, set_description: true, description: 'Gate' }),
  delete_address_book: () => ({ index: 0 }),
  freeze: ({ wallet }) => ({ key_image: keyImage(wallet, 'five') }),
  thaw: ({ wallet }) => ({ key_image: keyImage(wallet, 'five') }),
  x_make_request: () => ({ account_index: 0, amount: XMR }),
  sweep_single: ({ wallet }) => ({ address: PAYEE, key_image: keyImage(wallet, 'two') }),
  transfer: () => TO,
};
/** They accept an idempotency key. */
const KEYED = ['transfer', 'sweep_single'];

type Door = (server: RpcServer, method: string, params: object) => Promise<unknown>;
const DOORS: Readonly<Record<string, Door>> = {
  page: async (server, method, params) =>
    (await server.request({ jsonrpc: '2.0', id: 1, method, params })).error,
  program: async (server, method, params) => {
    const answer = await server.text(writeSection({ jsonrpc: '2.0', id: 1, method, params }));
    return (JSON.parse(answer) as { error?: unknown }).error;
  },
  'program with a key': async (server, method, params) => {
    const text = writeSection({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await server.text(text, { idempotencyKey: `key of ${method}` });
    return (JSON.parse(answer) as { error?: unknown }).error;
  },
};

/** What the page has heard since the last call. */
const heardBy = (server: RpcServer): (() => string[]) => {
  const heard: string[] = [];
  server.on(({ type }) => heard.push(type));
  return () => heard.splice(0);
};

describe.each(Object.keys(DOORS))('a commit by the door of the %s', (door) => {
  it('is told to the page, whichever method made it', async () => {
    const fixture = await openFixture();
    fixture.node.answer();
    const server = serve(fixture.session);
    const heard = heardBy(server);
    const methods = Object.entries(COMMITS).filter(
      ([name]) => door !== 'program with a key' || KEYED.includes(name),
    );
    for (const [method, params] of methods) {
      expect([method, await DOORS[door]!(server, method, params(fixture))]).toEqual([method, undefined]);
      expect([method, heard()]).toEqual([method, expect.arrayContaining(['changed'])]);
    }
  });
});

describe('a commit by the door of a site', () => {
  it('is told to the page: its permission, its payment, and that it was disconnected', async () => {
    const fixture = await openSiteFixture();
    fixture.node.answer();
    const heard = heardBy(serve(fixture.session));
    await fixture.connect({}, { spend: true, pay_from: 0 });
    expect(heard()).toContain('changed');
    const { id } = await fixture.ask('transfer', TO);
    await fixture.call('x_site_answer', { id, approve: true });
    expect(heard()).toContain('changed');
    await fixture.call('x_forget_site', { origin: 'https://shop.example' });
    expect(heard()).toContain('changed');
  });
});
