import { expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';
import { openWallets } from '../support/rpc/kex-sessions.ts';

it('x_begin_multisig stores the group, and refuses impossible groups, used wallets and watching wallets', async () => {
  const [rpc] = await openWallets(1);
  await rpc!.call('x_begin_multisig', { threshold: 2, total: 3 });
  expect(rpc!.events()).toContain('status');
  expect(await rpc!.call('x_multisig')).toMatchObject({
    begun: true,
    next: 'begin',
    threshold: 2,
    total: 3,
  });
  await rpc!.call('x_begin_multisig', { threshold: 3, total: 3 });
  expect(await rpc!.call('x_multisig')).toMatchObject({ threshold: 3 });
  expect(await rpc!.refusal('x_begin_multisig', { threshold: 4, total: 3 })).toMatchObject({
    fault: 'bad_group',
  });
  const used = await openFixture();
  expect(await used.refusal('x_begin_multisig', { threshold: 2, total: 2 })).toMatchObject({
    fault: 'wallet_used',
  });
  const watching = await openFixture({ watchOnly: true, empty: true });
  expect(await watching.refusal('x_begin_multisig', { threshold: 2, total: 2 })).toMatchObject({
    fault: 'watch_only',
  });
});
