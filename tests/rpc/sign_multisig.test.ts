import { describe, expect, it } from 'vitest';
import { openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { kept } from '../support/rpc/kept.ts';
import { openSigners, tellInfo } from '../support/rpc/signers.ts';

const DESTINATIONS = [{ address: PAYEE, amount: XMR }];

describe('sign_multisig', () => {
  it('returns the set, and the transaction ids when enough have signed', async () => {
    const [first, second, third] = await openSigners(3, 3);
    await tellInfo([first!, second!, third!]);
    const { multisig_txset } = await first!.call('transfer', { destinations: DESTINATIONS });
    const one = await second!.call('sign_multisig', { tx_data_hex: multisig_txset });
    expect(one.tx_hash_list).toBeUndefined();
    const two = await third!.call('sign_multisig', { tx_data_hex: one.tx_data_hex });
    expect(two.tx_hash_list).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    const txid = two.tx_hash_list![0]!;
    expect((await third!.call('get_tx_key', { txid })).tx_key).toHaveLength(64);
  });

  it('signs a set once only, and refuses a complete one', async () => {
    const [first, second, third] = await openSigners(2, 3);
    await tellInfo([first!, second!, third!]);
    const { multisig_txset } = await first!.call('transfer', { destinations: DESTINATIONS });
    expect(await first!.refusal('sign_multisig', { tx_data_hex: multisig_txset })).toMatchObject({
      code: -35,
      message: 'Failed to sign multisig tx: Transaction already signed by this private key',
    });
    const { tx_data_hex } = await second!.call('sign_multisig', { tx_data_hex: multisig_txset });
    expect(await third!.refusal('sign_multisig', { tx_data_hex })).toMatchObject({
      code: -35,
      message: 'Failed to sign multisig tx: Transaction is already fully signed',
    });
    expect(await second!.refusal('sign_multisig', { tx_data_hex: multisig_txset })).toMatchObject({
      code: -35,
      message:
        'Failed to sign multisig tx: This signature was made with stale data: export fresh multisig data, which other participants must then use',
      fault: 'multisig_export_needed',
    });
  });

  it('refuses to spend frozen outputs', async () => {
    const [first, second] = await openSigners(2, 2);
    await tellInfo([first!, second!]);
    const { multisig_txset, spent_key_images } = await first!.call('transfer', {
      destinations: DESTINATIONS,
    });
    const [key_image] = spent_key_images.key_images!;
    await second!.call('freeze', { key_image: key_image! });
    const before = kept(second!);
    expect(await second!.refusal('sign_multisig', { tx_data_hex: multisig_txset })).toMatchObject({
      code: -35,
      message: 'Failed to sign multisig tx: Will not sign multisig tx containing frozen outputs',
    });
    expect(kept(second!)).toBe(before);
    await second!.call('thaw', { key_image: key_image! });
    expect((await second!.call('sign_multisig', { tx_data_hex: multisig_txset })).tx_hash_list).toHaveLength(
      1,
    );
  });

  it("refuses malformed sets and wallets that are not multisig, in the reference's order", async () => {
    const [signer] = await openSigners(2, 2);
    expect(await signer!.refusal('sign_multisig', { tx_data_hex: 'xy' })).toMatchObject({ code: -26 });
    expect(await signer!.refusal('sign_multisig', { tx_data_hex: 'abcd' })).toMatchObject({
      code: -34,
      message: 'Failed to parse multisig tx data.',
    });
    await signer!.wallet.ledger.commit(({ settings: { multisigEnabled: _yes, ...settings } }) => ({
      puts: [{ table: 'settings', key: '', value: settings }],
      deletes: [],
    }));
    expect(await signer!.refusal('sign_multisig', { tx_data_hex: 'xy' })).toMatchObject({ code: -48 });
    expect(await signer!.refusal('transfer', { destinations: DESTINATIONS })).toMatchObject({ code: -48 });
    const alone = await openFixture();
    expect(await alone.refusal('sign_multisig', { tx_data_hex: 'xy' })).toMatchObject({
      code: -31,
      message: 'This wallet is not multisig',
    });
  });
});
