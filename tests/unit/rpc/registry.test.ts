import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnyMethod } from '../../../src/rpc/method.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';
import { openRpcSession } from '../../support/rpc/fixture.ts';

const methods = Object.entries(registry as unknown as Record<string, AnyMethod>);
const named = (folder: string, ending: string): string[] =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));

describe('the method table', () => {
  it('knows each method by the name of its file', () => {
    expect(methods.map(([name]) => name)).toEqual(named('../../../src/rpc/methods', '.ts').sort());
    for (const [name, method] of methods) expect(method.name).toBe(name);
  });
  it('has a test for every method', () => {
    expect(named('../../rpc', '.test.ts')).toEqual(expect.arrayContaining(methods.map(([name]) => name)));
  });
  it('has no method file longer than one screen', () => {
    for (const [name] of methods) {
      const text = readFileSync(new URL(`../../../src/rpc/methods/${name}.ts`, import.meta.url), 'utf8');
      expect(text.split('\n').length, name).toBeLessThanOrEqual(100);
    }
  });
  it('has no two methods with one name', () => {
    const names = methods.flatMap(([, { name, aliases = [] }]) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });
  it('keeps our own methods, and those that spend or show secrets, from restricted callers', () => {
    const open = methods.filter(([, { restricted }]) => restricted).map(([name]) => name);
    expect(open.filter((name) => name.startsWith('x_'))).toEqual([]);
    for (const name of ['transfer', 'sweep_all', 'relay_tx', 'query_key', 'open_wallet', 'get_transfers'])
      expect(open).not.toContain(name);
  });
  it("gives restricted callers exactly the reference's methods", () => {
    // The methods of wallet_rpc_server.cpp (v0.18.5.1) that do not look at `m_restricted`.
    const allowed = `
      check_reserve_proof check_spend_proof check_tx_key check_tx_proof estimate_tx_size_and_weight frozen
      get_account_tags get_accounts get_address get_address_book get_address_index get_balance
      get_bulk_payments get_default_fee_priority get_height get_languages get_payments get_reserve_proof
      get_spend_proof get_tx_key get_tx_notes get_tx_proof get_version incoming_transfers is_multisig
      make_integrated_address make_uri parse_uri split_integrated_address validate_address`;
    expect(methods.filter(([, { restricted }]) => restricted).map(([name]) => name)).toEqual(
      allowed.trim().split(/\s+/),
    );
  });
  it('refuses all other methods without a wallet with the same message', async () => {
    const { refusal } = openRpcSession();
    const free = new Set(
      methods
        .map(([name]) => name)
        .filter(
          (name) =>
            name.startsWith('x_') || /^(get_version|get_languages|auto_refresh|set_log_.*)$/.test(name),
        ),
    );
    for (const name of ['create_wallet', 'open_wallet', 'restore_deterministic_wallet', 'generate_from_keys'])
      free.add(name);
    for (const [name] of methods) {
      if (free.has(name)) continue;
      expect(await refusal(name as 'get_balance'), name).toMatchObject({
        code: -13,
        message: 'No wallet file',
      });
    }
  });
});
