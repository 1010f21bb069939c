import { expect, it } from 'vitest';
import { openWallets, prepareAll } from '../support/rpc/kex-sessions.ts';
import { openSigners } from '../support/rpc/signers.ts';

it('x_take_signer_message stores a message of the current round, and can drop it again', async () => {
  const sessions = await openWallets(2);
  const [first] = sessions;
  const [, theirs] = await prepareAll(sessions);
  expect(await first!.refusal('x_take_signer_message', { kind: 'keys', message: theirs! })).toMatchObject({
    fault: 'wrong_signer_message',
  });
  await first!.call('x_begin_multisig', { threshold: 2, total: 2 });
  await first!.call('x_take_signer_message', { kind: 'keys', message: `${theirs!}\n` });
  const { messages } = await first!.call('x_multisig');
  expect(messages).toEqual([{ signer: expect.stringMatching(/^[0-9a-f]{64}$/) as string, message: theirs }]);
  await first!.call('x_take_signer_message', { kind: 'keys', drop: messages![0]!.signer });
  expect((await first!.call('x_multisig')).messages ?? []).toEqual([]);
});
it('x_take_signer_message refuses multisig info of another wallet', async () => {
  const [first] = await openSigners(2, 2);
  const [other] = await openSigners(2, 3);
  await first!.call('x_export_multisig_info');
  const { info } = await other!.call('export_multisig_info');
  const { fault } = await first!.refusal('x_take_signer_message', { kind: 'coins', message: info });
  expect(['bad_envelope', 'foreign_account']).toContain(fault);
});
