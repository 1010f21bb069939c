/** Calls of sending methods with an idempotency key, as a program repeats them after a lost answer. */
import { describe, expect, it } from 'vitest';
import { dispatch } from '../../src/rpc/dispatch.ts';
import type { AnyMethod } from '../../src/rpc/method.ts';
import { registry } from '../../src/rpc/registry.gen.ts';
import { openFixture, NAME, PASSWORD, PAYEE, XMR, type RpcWallet } from '../support/rpc/fixture.ts';

const PAYMENT = { destinations: [{ address: PAYEE, amount: XMR / 2n }], get_tx_key: true };

/** A wallet whose calls name a key; the answer is the result, or the error's code and fault. */
const openShop = async (): Promise<
  RpcWallet & { readonly ask: (key: string, method: string, params: object) => Promise<unknown> }
> => {
  const rpc = await openFixture();
  rpc.node.answer();
  const ask = async (idempotencyKey: string, method: string, params: object): Promise<unknown> => {
    const { result, error } = await dispatch(
      rpc.session,
      { jsonrpc: '2.0', id: 0, method, params },
      { idempotencyKey },
    );
    return result ?? { code: error?.code, fault: error?.data?.fault };
  };
  return { ...rpc, ask };
};

describe('a repeated call with the same idempotency key', () => {
  it('gets the first answer, with all of its fields, and sends nothing', async () => {
    const { ask, node } = await openShop();
    const first = await ask('order 1', 'transfer', PAYMENT);
    expect(first).toMatchObject({
      amount: XMR / 2n,
      tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(await ask('order 1', 'transfer', PAYMENT)).toEqual(first);
    expect(node.relayed).toHaveLength(1);
    expect(await ask('order 2', 'transfer', PAYMENT)).not.toEqual(first);
    expect(node.relayed).toHaveLength(2);
  });

  it('gets it after the wallet was closed and opened, even when the node is away', async () => {
    const { ask, call, node } = await openShop();
    const first = await ask('order 1', 'transfer', PAYMENT);
    await call('close_wallet');
    await call('open_wallet', { filename: NAME, password: PASSWORD });
    node.silence();
    expect(await ask('order 1', 'transfer', PAYMENT)).toEqual(first);
    expect(node.relayed).toHaveLength(1);
  });

  // threat: lost-answer
  it('waits for the first one and gets its answer when both are made at once', async () => {
    const { ask, node } = await openShop();
    const [first, second] = await Promise.all([
      ask('order 1', 'transfer', PAYMENT),
      ask('order 1', 'transfer', PAYMENT),
    ]);
    expect(second).toEqual(first);
    expect(node.relayed).toHaveLength(1);
  });

  it('is recognised whatever the order of its parameters, and with its defaults written out', async () => {
    const { ask, node } = await openShop();
    const first = await ask('order 1', 'transfer', PAYMENT);
    const again = { priority: 0, ...PAYMENT, account_index: 0 };
    expect(await ask('order 1', 'transfer', again)).toEqual(first);
    expect(node.relayed).toHaveLength(1);
  });

  // threat: lost-answer
  it('is refused with other parameters or as another method, and sends nothing', async () => {
    const { ask, node } = await openShop();
    await ask('order 1', 'transfer', PAYMENT);
    const refused = { code: -32602, fault: 'idempotency_key_reused' };
    const more = { destinations: [{ address: PAYEE, amount: XMR }], get_tx_key: true };
    expect(await ask('order 1', 'transfer', more)).toEqual(refused);
    expect(await ask('order 1', 'transfer_split', { destinations: PAYMENT.destinations })).toEqual(refused);
    expect(node.relayed).toHaveLength(1);
  });

  it('sends the same transaction when the first answer of the node was lost', async () => {
    const { ask, call, node } = await openShop();
    node.relayFault = 'relay_unknown';
    expect(await ask('order 1', 'transfer', PAYMENT)).toEqual({ code: -4, fault: 'relay_unknown' });
    const { pending } = await call('get_transfers', { pending: true });
    node.relayFault = undefined;
    expect(await ask('order 1', 'transfer', PAYMENT)).toMatchObject({ tx_hash: pending![0]!.txid });
    expect((await call('get_transfers', { pending: true })).pending).toHaveLength(1);
  });

  it('starts anew when the first one was refused before it sent anything', async () => {
    const { ask, node } = await openShop();
    node.silence();
    expect(await ask('order 1', 'transfer', PAYMENT)).toMatchObject({ code: -4, fault: 'node_unreachable' });
    node.answer();
    expect(await ask('order 1', 'transfer', PAYMENT)).toMatchObject({ amount: XMR / 2n });
  });

  it('gets the transaction that the first one only built, and relays that once', async () => {
    const { ask, node } = await openShop();
    const build = { ...PAYMENT, do_not_relay: true, get_tx_metadata: true };
    const first = (await ask('build', 'transfer', build)) as { tx_metadata: string };
    expect(await ask('build', 'transfer', build)).toEqual(first);
    const relayed = await ask('relay', 'relay_tx', { hex: first.tx_metadata });
    expect(await ask('relay', 'relay_tx', { hex: first.tx_metadata })).toEqual(relayed);
    expect(node.relayed).toHaveLength(1);
  });

  it('works for a sweep, which the second time would find other money or none', async () => {
    const { ask, node } = await openShop();
    const sweep = { address: PAYEE, get_tx_keys: true, subaddr_indices_all: true };
    const first = await ask('sweep', 'sweep_all', sweep);
    const { length } = node.relayed;
    expect(length).toBeGreaterThan(0);
    expect(await ask('sweep', 'sweep_all', sweep)).toEqual(first);
    expect(node.relayed).toHaveLength(length);
  });
});

describe('an idempotency key', () => {
  it('is taken by all methods that send, and by no other', () => {
    const all = Object.values(registry) as unknown as readonly AnyMethod[];
    const taking = all.filter(({ keyed }) => keyed).map(({ name }) => name);
    expect(taking.sort()).toEqual([
      'relay_tx',
      'submit_multisig',
      'submit_transfer',
      'sweep_all',
      'sweep_dust',
      'sweep_single',
      'transfer',
      'transfer_split',
    ]);
  });
  it('is refused by methods that change something else, and means nothing to those that only read', async () => {
    const { ask } = await openShop();
    expect(await ask('x', 'create_address', { account_index: 0 })).toEqual({
      code: -32602,
      fault: 'no_idempotency',
    });
    expect(await ask('x', 'get_balance', {})).toHaveProperty('balance');
    for (const [method, { access, keyed }] of Object.entries(
      registry as unknown as Record<string, AnyMethod>,
    ))
      if (access === 'read' && !keyed)
        expect(await ask('x', method, {}), method).not.toMatchObject({ fault: 'no_idempotency' });
  });
  it('must not be empty', async () => {
    const { ask, node } = await openShop();
    expect(await ask('', 'transfer', PAYMENT)).toEqual({ code: -32602, fault: 'bad_idempotency_key' });
    expect(node.relayed).toHaveLength(0);
  });
});
