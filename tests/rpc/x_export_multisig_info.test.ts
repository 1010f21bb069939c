import { expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';
import { openSigners, tellInfo } from '../support/rpc/signers.ts';

it('x_export_multisig_info stores what it exports, so that x_multisig shows it again', async () => {
  const [first, second] = await openSigners(2, 2);
  await tellInfo([first!, second!]);
  const { info } = await first!.call('x_export_multisig_info');
  expect((await first!.call('x_multisig')).coins).toMatchObject({ message: info, taken: false });
});
it('x_export_multisig_info refuses what export_multisig_info refuses', async () => {
  const alone = await openFixture({ empty: true });
  expect(await alone.refusal('x_export_multisig_info')).toEqual(await alone.refusal('export_multisig_info'));
});
