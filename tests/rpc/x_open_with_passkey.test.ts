import { describe, expect, it } from 'vitest';
import { dispatchText } from '../../src/rpc/dispatch-text.ts';
import type { AnyMethod } from '../../src/rpc/method.ts';
import { registry } from '../../src/rpc/registry.gen.ts';
import { serve } from '../../src/rpc/serve.ts';
import { createMemoryBrowser } from '../../src/store/memory.ts';
import { NAME, openRpcSession, openFixture, PASSWORD } from '../support/rpc/fixture.ts';
import { addPasskey, answer } from '../support/rpc/passkey.ts';

const PAGE_ONLY = Object.values(registry as unknown as Record<string, AnyMethod>)
  .filter(({ pageOnly }) => pageOnly)
  .map(({ name }) => name);

describe('x_open_with_passkey', () => {
  it('opens the wallet with all its data, and overwrites the answer of the authenticator', async () => {
    const rpc = await openFixture();
    await addPasskey(rpc);
    const before = await rpc.call('get_accounts');
    await rpc.call('close_wallet');
    const output = answer();
    expect(await rpc.call('x_open_with_passkey', { filename: NAME, output })).toEqual({});
    expect(output).toEqual(new Uint8Array(32));
    expect(await rpc.call('get_accounts')).toEqual(before);
  });
  it('refuses another answer, unknown names and wallets without a passkey', async () => {
    const rpc = await openFixture({ empty: true });
    const open = (filename: string, byte = 1) =>
      rpc.refusal('x_open_with_passkey', { filename, output: answer(byte) });
    expect(await open(NAME)).toMatchObject({ code: -1, fault: 'no_passkey' });
    await addPasskey(rpc);
    expect(await open(NAME, 2)).toMatchObject({ code: -1, fault: 'wrong_passkey' });
    await rpc.call('close_wallet');
    const output = answer(2);
    expect(await rpc.refusal('x_open_with_passkey', { filename: NAME, output })).toMatchObject({
      fault: 'wrong_passkey',
    });
    expect(output).toEqual(new Uint8Array(32));
    expect(await open('nobody')).toMatchObject({ fault: 'wallet_not_found' });
    expect(await open('')).toMatchObject({ fault: 'no_name' });
    expect(rpc.session.open).toBeUndefined();
  });
  it('needs the PIN, too, if the passkey has one', async () => {
    const rpc = await openFixture({ empty: true });
    await addPasskey(rpc, '704216');
    await rpc.call('close_wallet');
    const open = (pin: string) => ({ filename: NAME, output: answer(), pin });
    for (const pin of ['', '704217'])
      expect(await rpc.refusal('x_open_with_passkey', open(pin))).toMatchObject({ fault: 'wrong_passkey' });
    expect(await rpc.call('x_open_with_passkey', open('704216'))).toEqual({});
  });
  it('opens the wallet that is open already', async () => {
    const rpc = await openFixture({ empty: true });
    await addPasskey(rpc);
    expect(await rpc.call('x_open_with_passkey', { filename: NAME, output: answer() })).toEqual({});
    expect(rpc.session.open?.name).toBe(NAME);
  });
  it('takes the wallet over from another tab when asked to', async () => {
    const browser = createMemoryBrowser();
    await addPasskey(await openFixture({ empty: true, browser }));
    const other = openRpcSession({ browser });
    const open = { filename: NAME, output: answer() };
    expect(await other.refusal('x_open_with_passkey', open)).toMatchObject({
      fault: 'wallet_open_elsewhere',
    });
    expect(
      await other.call('x_open_with_passkey', { filename: NAME, output: answer(), take_over: true }),
    ).toEqual({});
  });
  it('leaves a spend key that background sync has locked away under the password', async () => {
    const rpc = await openFixture({ empty: true });
    await addPasskey(rpc);
    await rpc.call('setup_background_sync', {
      background_sync_type: 'reuse-wallet-password',
      wallet_password: PASSWORD,
    });
    await rpc.call('start_background_sync');
    await rpc.call('close_wallet');
    await rpc.call('x_open_with_passkey', { filename: NAME, output: answer() });
    expect(rpc.session.background).toBe('syncing');
    await rpc.call('stop_background_sync', { wallet_password: PASSWORD });
    expect(rpc.session.background).toBeUndefined();
  });
});

describe('methods for the page alone', () => {
  it('are those of passkeys, the payment that is typed, and any call of a node', () => {
    expect(PAGE_ONLY).toEqual([
      'x_add_passkey',
      'x_node_call',
      'x_open_with_passkey',
      'x_passkeys',
      'x_remove_passkey',
      'x_send_draft',
    ]);
  });
  // threat: stolen-passkey
  it.each(PAGE_ONLY)('include %s, which does not exist for programs', async (method) => {
    const { session } = await openFixture({ empty: true });
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { password: PASSWORD } });
    const unknown = { code: -32601, message: 'Method not found' };
    for (const answered of [await dispatchText(session, text), await serve(session).text(text)])
      expect(JSON.parse(answered)).toMatchObject({ error: unknown });
  });
});
