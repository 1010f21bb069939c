import { describe, expect, it } from 'vitest';
import { openFixture, openRpcSession, ownAddress, txid } from '../support/rpc/fixture.ts';
import { kept } from '../support/rpc/kept.ts';

describe('x_import_companion', () => {
  it('adds what the words do not hold to a restored wallet', async () => {
    const lived = await openFixture();
    await lived.call('add_address_book', { address: ownAddress(1, 0), description: 'Mara' });
    const { hex, holds } = await lived.call('x_export_companion');
    const restored = await openFixture({ empty: true });
    const answer = await restored.call('x_import_companion', { hex });
    expect(answer).toEqual({ made: lived.wallet.now(), holds, added: holds });
    expect(restored.events()).toContain('changed');
    expect(await restored.call('get_tx_notes', { txids: [txid('paid')] })).toEqual({ notes: ['Rent'] });
    expect(await restored.call('get_tx_key', { txid: txid('paid') })).toEqual(
      await lived.call('get_tx_key', { txid: txid('paid') }),
    );
    expect(await restored.call('get_address_book')).toEqual(await lived.call('get_address_book'));
    const labels = async ({ call }: typeof lived) =>
      (await call('get_accounts')).subaddress_accounts?.map(({ label }) => label);
    expect(await labels(restored)).toEqual(await labels(lived));
  });
  it('says whether the chain must be read again for new addresses', async () => {
    const lived = await openFixture();
    await lived.call('create_address', { account_index: 0, count: 20 });
    const { hex } = await lived.call('x_export_companion');
    const other = await openFixture();
    expect(await other.call('x_import_companion', { hex })).toMatchObject({ read_again: true });
    expect(await other.call('x_import_companion', { hex })).not.toHaveProperty('read_again');
  });
  it('refuses what is damaged or of another wallet, and changes nothing', async () => {
    const { hex } = await (await openFixture()).call('x_export_companion');
    const restored = await openFixture({ empty: true });
    const before = kept(restored);
    const bent = hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');
    for (const [given, message] of [
      [bent, 'the companion is damaged'],
      [hex.slice(0, -2), 'the companion is damaged'],
      ['', 'this is no companion of a wallet'],
    ] as const)
      expect(await restored.refusal('x_import_companion', { hex: given })).toMatchObject({
        ...{ code: -1, fault: 'bad_companion', message },
      });
    expect(await restored.refusal('x_import_companion', { hex: 'x' })).toMatchObject({ code: -26 });
    expect(kept(restored)).toBe(before);
    const stranger = openRpcSession();
    await stranger.call('create_wallet', { filename: 'Other', password: 'pw', language: 'English' });
    expect(await stranger.refusal('x_import_companion', { hex })).toMatchObject({
      message: 'the companion belongs to another wallet',
    });
    const watcher = await openFixture({ watchOnly: true, empty: true });
    expect(await watcher.refusal('x_import_companion', { hex })).toMatchObject({
      message: 'the companion is for the wallet that has the spend key',
    });
  });
});
