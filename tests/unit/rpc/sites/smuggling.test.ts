/** A connected site with every permission sends parameters that it must not set. */
import { describe, expect, it } from 'vitest';
import type { AnyMethod } from '../../../../src/rpc/method.ts';
import { registry } from '../../../../src/rpc/registry.gen.ts';
import { SITE_METHODS } from '../../../../src/rpc/sites/methods.ts';
import { NOW, PAYEE, XMR } from '../../../support/rpc/fixture.ts';
import { openSiteFixture, SHOP, type SiteFixture } from '../../../support/rpc/site.ts';

const methods = registry as unknown as Readonly<Record<string, AnyMethod>>;
/** Parameters of the wallet's methods that a site may set. A new parameter must be added here, too. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  check_reserve_proof: ['address', 'message', 'signature'],
  check_spend_proof: ['txid', 'message', 'signature'],
  check_tx_key: ['txid', 'tx_key', 'address'],
  check_tx_proof: ['txid', 'address', 'message', 'signature'],
  create_address: ['account_index', 'count'],
  get_accounts: ['strict_balances'],
  get_address: ['account_index', 'address_index'],
  get_address_index: ['address'],
  get_balance: ['account_index', 'address_indices', 'strict'],
  get_bulk_payments: ['payment_ids', 'min_block_height'],
  get_payments: ['payment_id'],
  get_transfer_by_txid: ['txid', 'account_index'],
  get_transfers: [
    'in',
    'out',
    'pending',
    'failed',
    'pool',
    'filter_by_height',
    'min_height',
    'max_height',
    'account_index',
    'subaddr_indices',
    'all_accounts',
  ],
  get_tx_proof: ['txid', 'address', 'message'],
  incoming_transfers: ['transfer_type', 'account_index', 'subaddr_indices'],
  make_integrated_address: ['standard_address', 'payment_id'],
  make_uri: ['address', 'amount', 'tx_description', 'recipient_name'],
  parse_uri: ['uri'],
  sign: ['data', 'account_index', 'address_index', 'signature_type'],
  split_integrated_address: ['integrated_address'],
  sweep_all: ['address', 'account_index', 'priority', 'unlock_time'],
  sweep_single: ['address', 'key_image', 'priority', 'unlock_time'],
  transfer: ['destinations', 'account_index', 'priority', 'unlock_time'],
  transfer_split: ['destinations', 'account_index', 'priority', 'unlock_time'],
  validate_address: ['address', 'any_net_type'],
  verify: ['data', 'address', 'signature'],
};
const REFUSED = { code: -32602, message: 'Invalid params' };
const PAY = { destinations: [{ address: PAYEE, amount: XMR }] };

const openTrusted = async (): Promise<SiteFixture> => {
  const fixture = await openSiteFixture();
  fixture.node.answer();
  const budget = { amount: 1000n * XMR, period: 'day', expires: NOW };
  await fixture.connect({}, { read: true, accounts: [], spend: true, pay_from: 0, budget });
  return fixture;
};

// threat: site-methods
describe('parameters of a site', () => {
  it('are those of the list: every other parameter of the method is refused', async () => {
    const { error, node } = await openTrusted();
    let tried = 0;
    for (const method of SITE_METHODS.filter((name) => name in methods))
      for (const name of Object.keys(methods[method]!.params))
        if (!ALLOWED[method]?.includes(name)) {
          tried += 1;
          expect(await error(method, { [name]: name === 'all_accounts' }), `${method} ${name}`).toEqual(
            REFUSED,
          );
        }
    expect(tried).toBeGreaterThan(30);
    expect(node.relayed).toHaveLength(0);
  });
  it('cannot keep a transaction from being sent, nor get its bytes or keys', async () => {
    const { error, node } = await openTrusted();
    for (const name of ['do_not_relay', 'get_tx_hex', 'get_tx_metadata', 'get_tx_key', 'get_tx_keys'])
      for (const method of ['transfer', 'transfer_split'])
        for (const value of [true, false])
          expect(await error(method, { ...PAY, [name]: value })).toEqual(REFUSED);
    expect(await error('transfer', { ...PAY, unlock_time: 1 })).toEqual(REFUSED);
    expect(node.relayed).toHaveLength(0);
  });
  it.each<[string, unknown]>([
    ['a list', [1]],
    ['a text', 'x'],
    ['a map', new Map([['account_index', 1]])],
    ['inherited fields', Object.create({ account_index: 1 }) as object],
    ['a key __proto__', JSON.parse('{"__proto__":{"account_index":1}}')],
    ['a key constructor', JSON.parse('{"constructor":{"prototype":{"account_index":1}}}')],
    ['a symbol', { [Symbol('account_index')]: 1 }],
    ['an index as text', { account_index: '1' }],
    ['an index that is too large', { account_index: 2 ** 32 }],
    ['a negative index', { account_index: -1 }],
    ['a fraction', { account_index: 0.5 }],
    ['an index as list', { account_index: [1] }],
    ['another field in a list', { address_indices: [{ minor: 1 }] }],
    ['a list of a million', { address_indices: Array.from({ length: 1_000_000 }, () => 0) }],
  ])('cannot be %s', async (_, params) => {
    const { error } = await openTrusted();
    expect(await error('get_balance', params)).toEqual(REFUSED);
    expect(({} as { account_index?: number }).account_index).toBeUndefined();
  });
  it.each<[string, object]>([
    ['an unknown field', { address: PAYEE, amount: 1n, account_index: 1 }],
    ['a key __proto__', JSON.parse(`{"address":"${PAYEE}","__proto__":{"amount":1}}`) as object],
    ['a negative amount', { address: PAYEE, amount: -1n }],
    ['an amount above 64 bits', { address: PAYEE, amount: 2n ** 64n }],
    ['a fraction', { address: PAYEE, amount: 0.1 }],
    ['an address of a megabyte', { address: 'x'.repeat(1_000_000), amount: 1n }],
  ])('of a payee cannot have %s', async (_, payee) => {
    const { error, node } = await openTrusted();
    expect(await error('transfer', { destinations: [payee] })).toEqual(REFUSED);
    expect(node.relayed).toHaveLength(0);
  });
  it('cannot take money from another account than the one that the person chose', async () => {
    const { error, node, call } = await openTrusted();
    await call('x_set_site', { origin: SHOP, read: [1, 2], spend: { account: 2 } });
    for (const account_index of [1, 2, 99])
      expect(await error('transfer', { ...PAY, account_index })).toMatchObject({ code: 4100 });
    expect(node.relayed).toHaveLength(0);
  });
  it('name no address of the person in an integrated address', async () => {
    const { error } = await openTrusted();
    expect(await error('make_integrated_address', {})).toEqual(REFUSED);
    expect(await error('make_integrated_address', { standard_address: '' })).toEqual(REFUSED);
  });
  // threat: site-reads
  it('cannot create addresses beyond those that a restore finds', async () => {
    const { error, result } = await openTrusted();
    expect(await error('create_address', { count: 11 })).toMatchObject({ code: -32005 });
    for (let i = 0; i < 9; i++) await result('create_address', { count: 10 });
    expect(await error('create_address', { count: 10 })).toMatchObject({ code: -32005 });
  });
  // threat: site-reads
  it('cannot create them by calls at once, either', async () => {
    const { request, call } = await openTrusted();
    const { account } = (await call('x_sites')).sites![0]!;
    await Promise.all(Array.from({ length: 20 }, () => request('create_address', { count: 10 })));
    const { addresses = [] } = await call('get_address', { account_index: account });
    expect(addresses.length).toBe(91);
  });
});
