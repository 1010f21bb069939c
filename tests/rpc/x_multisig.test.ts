import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';
import { facts, openWallets, PASSWORD } from '../support/rpc/kex-sessions.ts';
import { openSigners, tellInfo } from '../support/rpc/signers.ts';

describe('x_multisig', () => {
  it('returns each step of the key exchange', async () => {
    const sessions = await openWallets(3);
    const [first] = sessions;
    const look = () => first!.call('x_multisig');
    const messages = () => Promise.all(sessions.map(async ({ call }) => (await call('x_multisig')).message));
    expect(await look()).toMatchObject({
      next: 'enable',
      multisig: false,
      round: 0,
      address: '',
    });
    for (const { call } of sessions) expect((await call('x_multisig', { enable: true })).next).toBe('begin');
    const begun = await messages();
    for (const { call } of sessions)
      await call('make_multisig', { multisig_info: begun, threshold: 2, password: PASSWORD });
    expect(await look()).toMatchObject({
      next: 'exchange',
      multisig: true,
      threshold: 2,
      total: 3,
      round: 2,
      rounds: 3,
      address: '',
    });
    const second = await messages();
    for (const { call } of sessions) await call('exchange_multisig_keys', { multisig_info: second });
    const { address } = facts.addresses.find(({ threshold, signers }) => threshold === 2 && signers === 3)!;
    expect(await look()).toMatchObject({ next: 'confirm', round: 3, ready: false, address });
    const third = await messages();
    for (const { call } of sessions) await call('exchange_multisig_keys', { multisig_info: third });
    expect(await look()).toMatchObject({ next: 'none', round: 3, ready: true, address });
    const { signers = [], message, again } = await look();
    expect(signers.map(({ own }) => own).sort()).toEqual([false, false, true]);
    // The last message is shown again for signers who have not confirmed yet.
    expect(message).toBe('');
    expect(again).toMatch(/^MultisigxV2Rn/);
  });
  it('returns which signers sent multisig info', async () => {
    const sessions = await openSigners(2, 3);
    const [first, second] = sessions;
    expect((await first!.call('x_multisig')).next).toBe('export_info');
    await tellInfo([first!, second!]);
    const { next, signers = [] } = await first!.call('x_multisig');
    expect(next).toBe('none');
    expect(signers.filter(({ complete }) => complete)).toHaveLength(1);
    expect(signers.find(({ complete }) => complete)!.own).toBe(false);
  });
  it('reports when a wallet cannot become multisig', async () => {
    expect((await (await openFixture()).call('x_multisig')).next).toBe('impossible');
    expect((await (await openFixture({ watchOnly: true, empty: true })).call('x_multisig')).next).toBe(
      'impossible',
    );
    expect(await openRpcSession().refusal('x_multisig')).toMatchObject({ code: -13 });
  });
});
