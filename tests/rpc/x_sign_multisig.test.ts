import { expect, it } from 'vitest';
import { openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { openSigners, tellInfo } from '../support/rpc/signers.ts';

it('x_sign_multisig signs as sign_multisig does, and stores the signed set', async () => {
  const [first, second] = await openSigners(2, 2);
  await tellInfo([first!, second!]);
  const { multisig_txset } = await first!.call('transfer', {
    destinations: [{ address: PAYEE, amount: XMR }],
  });
  const { tx_data_hex } = await second!.call('x_sign_multisig', { tx_data_hex: multisig_txset });
  const { payments } = await second!.call('x_unsent_payments');
  expect((await second!.call('x_unsent_payments', { id: payments![0]!.id })).payments).toMatchObject([
    { next: 'send', set: tx_data_hex },
  ]);
  expect(second!.events()).toContain('changed');
  const { tx_hash_list } = await first!.call('submit_multisig', { tx_data_hex });
  expect(tx_hash_list).toHaveLength(1);
});
it('x_sign_multisig refuses what sign_multisig refuses', async () => {
  const [signer] = await openSigners(2, 2);
  const alone = await openFixture();
  for (const { refusal } of [signer!, alone])
    for (const tx_data_hex of ['xy', 'abcd'])
      expect(await refusal('x_sign_multisig', { tx_data_hex })).toEqual(
        await refusal('sign_multisig', { tx_data_hex }),
      );
});
