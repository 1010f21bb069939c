/** Which methods are answered while the spend key is locked away, and the events of commits by each kind of caller. */
import { describe, expect, it } from 'vitest';
import { dispatchText } from '../../src/rpc/dispatch-text.ts';
import { dispatch } from '../../src/rpc/dispatch.ts';
import type { AnyMethod } from '../../src/rpc/method.ts';
import { registry } from '../../src/rpc/registry.gen.ts';
import { openFixture, PASSWORD, PAYEE, XMR } from '../support/rpc/fixture.ts';

const methods = Object.values(registry as unknown as Readonly<Record<string, AnyMethod>>);
const custom = {
  background_sync_type: 'custom-background-password',
  wallet_password: PASSWORD,
  background_cache_password: 'for reading',
};
/** Methods that change or spend and are answered all the same: the reference answers them. */
const AS_REFERENCE = [
  ...['exchange_multisig_keys', 'export_multisig_info', 'finalize_multisig', 'import_multisig_info'],
  ...['relay_tx', 'sign_multisig', 'submit_multisig', 'submit_transfer', 'x_resend_payment'],
];

describe('a background copy', () => {
  it('refuses to make a payment request, whose record and address would be lost', async () => {
    const { call, refusal } = await openFixture();
    await call('setup_background_sync', custom);
    await call('start_background_sync');
    expect(await refusal('x_make_request', { purpose: 'Invoice 7' })).toMatchObject({ code: -52 });
    await call('stop_background_sync', { wallet_password: PASSWORD });
    const first = await call('x_make_request', { purpose: 'Invoice 7' });
    const second = await call('create_address');
    expect(second.address).not.toBe(first.request.address);
  });
  it.each(['copy', 'syncing'] as const)(
    'refuses each method that changes or spends, but for those that the reference answers (%s)',
    async (kind) => {
      const { call, session } = await openFixture();
      await call('setup_background_sync', { ...custom, ...(kind === 'syncing' && REUSE) });
      await call('start_background_sync');
      const answered: string[] = [];
      for (const { name, access } of methods) {
        if (access !== 'change' && access !== 'spend') continue;
        const { error } = await dispatch(session, { jsonrpc: '2.0', id: 0, method: name, params: {} });
        if (error?.code !== -52) answered.push(name);
      }
      expect(answered).toEqual(AS_REFERENCE);
    },
  );
});

describe('a setting that is changed while the spend key is locked away', () => {
  const settingsOf = (session: Awaited<ReturnType<typeof openFixture>>['session']) => {
    const { autoLockMinutes, mobileData, nodes } = session.wallet.state.settings;
    return { autoLockMinutes, mobileData, nodes: nodes?.nodes.map(({ address }) => address) };
  };
  it.each(['copy', 'syncing'] as const)('is that of the wallet afterwards (%s)', async (kind) => {
    const { call, session, node } = await openFixture();
    node.answer();
    await call('setup_background_sync', { ...custom, ...(kind === 'syncing' && REUSE) });
    await call('start_background_sync');
    await call('x_auto_lock', { minutes: 45 });
    await call('x_mobile_data', { mode: 'newest' });
    const address = 'http://127.0.0.1:18099';
    await call('x_set_nodes', { nodes: [{ address, trusted: true }], send: '', compare: '' });
    const changed = { autoLockMinutes: 45, mobileData: 'newest', nodes: [address] };
    expect(settingsOf(session)).toEqual(changed);
    await call('stop_background_sync', { wallet_password: PASSWORD });
    expect(settingsOf(session)).toEqual(changed);
    // What is changed in the wallet itself is not set back by a later copy.
    await call('x_auto_lock', { minutes: 5 });
    await call('start_background_sync');
    await call('stop_background_sync', { wallet_password: PASSWORD });
    expect(settingsOf(session)).toEqual({ ...changed, autoLockMinutes: 5 });
  });
  it.each(['x_add_passkey', 'x_remove_passkey'] as const)(
    'is refused where it would be lost: %s',
    async (method) => {
      const { call, refusal } = await openFixture();
      await call('setup_background_sync', custom);
      await call('start_background_sync');
      const params = {
        credential: new Uint8Array(1),
        salt: new Uint8Array(32),
        output: new Uint8Array(32),
        pin: '',
      };
      const given = method === 'x_add_passkey' ? params : {};
      expect(await refusal(method, { password: PASSWORD, ...given })).toMatchObject({ code: -52 });
    },
  );
});
const REUSE = { background_sync_type: 'reuse-wallet-password', background_cache_password: '' };

describe('a payment', () => {
  const pay = { destinations: [{ address: PAYEE, amount: XMR / 2n }] };
  it.each(['transfer', 'transfer_split', 'sweep_all'] as const)(
    'emits changed after %s by the page',
    async (method) => {
      const { call, events, node } = await openFixture();
      node.answer();
      events();
      await (method === 'sweep_all' ? call(method, { address: PAYEE }) : call(method, pay));
      expect(events()).toContain('changed');
    },
  );
  it('emits changed after a call of a program, as text and with an idempotency key', async () => {
    const { session, events, node } = await openFixture();
    node.answer();
    events();
    const params = { destinations: [{ address: PAYEE, amount: 1000 }] };
    const text = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'transfer', params });
    expect(await dispatchText(session, text)).toContain('tx_hash');
    expect(events()).toContain('changed');
    expect(await dispatchText(session, text, { idempotencyKey: 'one payment' })).toContain('tx_hash');
    expect(events()).toContain('changed');
  });
  it('emits changed after relay_tx of a transaction that was built before', async () => {
    const { call, events, node } = await openFixture();
    node.answer();
    const { tx_metadata } = await call('transfer', { ...pay, do_not_relay: true, get_tx_metadata: true });
    events();
    await call('relay_tx', { hex: tx_metadata });
    expect(events()).toContain('changed');
  });
});

it('set_account_tag_description emits changed', async () => {
  const { call, events } = await openFixture();
  await call('tag_accounts', { tag: 'shop', accounts: [0] });
  events();
  await call('set_account_tag_description', { tag: 'shop', description: 'Front door' });
  expect(events()).toContain('changed');
});
