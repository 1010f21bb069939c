/** Where monero-wallet-rpc's release and its development branch differ, programs get the answers of the version they ask for. */
import { describe, expect, it } from 'vitest';
import { dispatchText } from '../../src/rpc/dispatch-text.ts';
import { allowedIn, existsIn, paramsFor, resultFor } from '../../src/rpc/compat.ts';
import type { Compat } from '../../src/rpc/facts.ts';
import { registry } from '../../src/rpc/registry.gen.ts';
import { openFixture } from '../support/rpc/fixture.ts';

const BOTH: readonly Compat[] = ['release', 'master'];
const noTurns = () => Promise.reject(new Error('a short answer needs one turn'));
const open = (compat: Compat, restricted = false) => openFixture({ dispatch: { compat, restricted } });

describe('the version of monero-wallet-rpc that is asked for', () => {
  it('is named by get_version', async () => {
    const { call } = await open('release');
    expect(await call('get_version')).toEqual({ version: 65_567, release: true });
    const newer = await open('master');
    expect(await newer.call('get_version')).toEqual({ version: 65_568, release: false });
  });
  it('decides whether transfers name their change', async () => {
    for (const compat of BOTH) {
      const { call, node } = await open(compat);
      node.answer();
      const { out = [] } = await call('get_transfers', { out: true });
      expect(out.map((entry) => 'change_amount' in entry)).toEqual([compat === 'master']);
      const { transfer, transfers = [] } = await call('get_transfer_by_txid', { txid: out[0]!.txid });
      for (const entry of [transfer, ...transfers])
        expect('change_amount' in entry).toBe(compat === 'master');
    }
  });
  it('decides whether is_multisig says that the key exchange is done', async () => {
    for (const compat of BOTH) {
      const { call } = await open(compat);
      expect('kex_is_done' in (await call('is_multisig'))).toBe(compat === 'master');
    }
  });
  it('decides whether describe_transfer tells the weight', async () => {
    const result = { summary: {}, desc: [{ fee: 1n, weight: 7 }] };
    expect(await resultFor('release', registry.describe_transfer, result, noTurns)).toEqual({
      summary: {},
      desc: [{ fee: 1n }],
    });
    expect(await resultFor('master', registry.describe_transfer, result, noTurns)).toEqual(result);
  });
  it('does so in long lists, which are written in turns', async () => {
    const desc = Array.from({ length: 2500 }, (_, i) => ({ fee: BigInt(i), weight: 7 }));
    const result = { summary: {}, desc };
    let turns = 0;
    const pause = () => {
      turns += 1;
      return Promise.resolve();
    };
    expect(await resultFor('release', registry.describe_transfer, result, pause)).toEqual({
      summary: {},
      desc: desc.map(({ fee }) => ({ fee })),
    });
    expect(turns).toBe(2);
    expect(await resultFor('master', registry.describe_transfer, result, pause)).toEqual(result);
  });
  it('decides whether there are booster messages of a key exchange', async () => {
    for (const compat of BOTH) {
      const { refusal } = await open(compat);
      const { code } = await refusal('get_multisig_key_exchange_booster', { password: '' });
      expect(code === -32_601).toBe(compat === 'release');
      expect(existsIn(compat, registry.get_multisig_key_exchange_booster)).toBe(compat === 'master');
    }
  });
  it('decides whether rescan_blockchain knows keep_key_images', () => {
    const params = { hard: true, keep_key_images: true };
    expect(paramsFor('release', registry.rescan_blockchain, params)).toEqual({
      ...params,
      keep_key_images: false,
    });
    expect(paramsFor('master', registry.rescan_blockchain, params)).toEqual(params);
  });
  it('decides whether restricted callers see the history, for which the node is not asked then', async () => {
    const release = await open('release', true);
    expect(await release.refusal('get_transfers', { in: true })).toMatchObject({ code: -7 });
    // No node answers here: it is not asked.
    const { call, refusal } = await open('master', true);
    const { in: incoming = [] } = await call('get_transfers', { in: true, pool: true });
    expect(incoming.length).toBeGreaterThan(0);
    expect((await call('get_transfer_by_txid', { txid: incoming[0]!.txid })).transfer.txid).toBe(
      incoming[0]!.txid,
    );
    expect(await refusal('transfer', {})).toMatchObject({ code: -7 });
    expect(allowedIn('master', registry.transfer)).toBe(false);
  });
  it('is the release for programs, and the newer one for the page', async () => {
    const { session, call } = await openFixture();
    const asked = '{"id":1,"method":"get_version"}';
    expect(await dispatchText(session, asked)).toContain('65567');
    expect(await dispatchText(session, asked, { compat: 'master' })).toContain('65568');
    expect((await call('get_version')).version).toBe(65_568);
  });
});
