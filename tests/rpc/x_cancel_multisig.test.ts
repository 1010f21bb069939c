import { expect, it } from 'vitest';
import { openWallets } from '../support/rpc/kex-desks.ts';
import { openSigners } from '../support/rpc/signers.ts';

it('x_cancel_multisig makes the wallet an ordinary one again, while that is possible', async () => {
  const [desk] = await openWallets(1);
  await desk!.call('x_begin_multisig', { threshold: 2, total: 3 });
  await desk!.call('x_cancel_multisig');
  expect(await desk!.call('x_multisig')).toMatchObject({ begun: false, multisig: false });
  await desk!.call('x_cancel_multisig');
  const [shared] = await openSigners(2, 2);
  expect(await shared!.refusal('x_cancel_multisig')).toMatchObject({ fault: 'already_multisig' });
});
