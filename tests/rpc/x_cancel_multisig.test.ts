import { expect, it } from 'vitest';
import { openWallets } from '../support/rpc/kex-sessions.ts';
import { openSigners } from '../support/rpc/signers.ts';

it('x_cancel_multisig makes the wallet an ordinary one again, while that is possible', async () => {
  const [rpc] = await openWallets(1);
  await rpc!.call('x_begin_multisig', { threshold: 2, total: 3 });
  await rpc!.call('x_cancel_multisig');
  expect(await rpc!.call('x_multisig')).toMatchObject({ begun: false, multisig: false });
  await rpc!.call('x_cancel_multisig');
  const [shared] = await openSigners(2, 2);
  expect(await shared!.refusal('x_cancel_multisig')).toMatchObject({ fault: 'already_multisig' });
});
