import { describe, expect, it } from 'vitest';
import type { AnyMethod } from '../../../../src/rpc/method.ts';
import { registry } from '../../../../src/rpc/registry.gen.ts';
import { SITE_METHODS, tierOf } from '../../../../src/rpc/sites/methods.ts';
import { openSiteFixture } from '../../../support/rpc/site.ts';

const methods = Object.values(registry as unknown as Record<string, AnyMethod>);
const names = methods.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/** A new method for sites must be added here, too. */
const CALLABLE = [
  'check_reserve_proof',
  'check_spend_proof',
  'check_tx_key',
  'check_tx_proof',
  'create_address',
  'get_accounts',
  'get_address',
  'get_address_index',
  'get_balance',
  'get_bulk_payments',
  'get_height',
  'get_languages',
  'get_payments',
  'get_transfer_by_txid',
  'get_transfers',
  'get_tx_proof',
  'get_version',
  'incoming_transfers',
  'make_integrated_address',
  'make_uri',
  'parse_uri',
  'sign',
  'split_integrated_address',
  'sweep_all',
  'sweep_single',
  'transfer',
  'transfer_split',
  'validate_address',
  'verify',
];

describe('methods that a site may call', () => {
  it('are these methods of the wallet, and no other one', () => {
    expect(names.filter((name) => tierOf(name) !== 'never').sort()).toEqual(CALLABLE);
  });
  it('are methods of the wallet, or begin with monero_', () => {
    for (const name of SITE_METHODS)
      expect(name.startsWith('monero_') || names.includes(name), name).toBe(true);
  });
  it('do not include a method of this app', () => {
    for (const name of names.filter((each) => each.startsWith('x_')))
      expect(tierOf(name), name).toBe('never');
  });
  // threat: site-methods
  it('are the only ones that the wallet answers to a connected site', async () => {
    const { connect, error } = await openSiteFixture();
    await connect({ read: true, spend: true });
    const others = names.filter((name) => !CALLABLE.includes(name));
    for (const name of [...others, 'constructor', '__proto__', 'toString', ''])
      expect(await error(name), name).toEqual({ code: 4200, message: 'Sites cannot call this method' });
  });
});
