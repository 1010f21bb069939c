/** Messages between signers are records in the file; a message that does not belong is refused when it is read. */
import { describe, expect, test } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { Gap } from '../../../../src/wallet/state/records/gaps.ts';
import { change, openLedger, put } from '../../../../src/wallet/state/state.ts';
import { openRpcSession, openFixture, type RpcSession } from '../../../support/rpc/fixture.ts';
import { openWallets } from '../../../support/rpc/kex-sessions.ts';
import { kept } from '../../../support/rpc/kept.ts';
import { openSigners, tellInfo } from '../../../support/rpc/signers.ts';

const begin = async (total = 3, threshold = 2): Promise<RpcSession[]> => {
  const sessions = await openWallets(total);
  for (const { call } of sessions) await call('x_begin_multisig', { threshold, total });
  return sessions;
};
const messageOf = async ({ call }: RpcSession): Promise<string> => {
  const { message, again } = await call('x_multisig');
  return message === '' ? again : message;
};
const give = (message: string, { call }: RpcSession) =>
  call('x_take_signer_message', { kind: 'keys', message });
const refused = async (message: string, rpc: RpcSession): Promise<unknown> => {
  const before = kept(rpc);
  const { fault } = await rpc.refusal('x_take_signer_message', { kind: 'keys', message });
  expect(kept(rpc)).toBe(before);
  return fault;
};
const goOn = async ({ call }: RpcSession): Promise<void> => {
  const { multisig, threshold, messages = [] } = await call('x_multisig');
  const multisig_info = messages.map(({ message }) => message);
  if (multisig) await call('exchange_multisig_keys', { multisig_info, password: 'several' });
  else await call('make_multisig', { multisig_info, threshold, password: 'several' });
};
const round = async (sessions: readonly RpcSession[]): Promise<string[]> => {
  const messages = await Promise.all(sessions.map(messageOf));
  for (const [i, rpc] of sessions.entries())
    for (const [j, message] of messages.entries()) if (i !== j) await give(message, rpc);
  for (const rpc of sessions) await goOn(rpc);
  return messages;
};

// threat: key-exchange
describe('a round of the key exchange', () => {
  test('keeps the chosen group and the messages that were read, over a crash', async () => {
    const [first, second, third] = (await begin()) as [RpcSession, RpcSession, RpcSession];
    await give(await messageOf(second), first);
    const { state } = await openLedger(first.session.wallet.file);
    expect(state.tables.signerRounds.get('keys')).toMatchObject({ round: 1, threshold: 2, total: 3 });
    expect(state.tables.signerRounds.get('keys')!.others).toHaveLength(1);
    expect(await first.call('x_multisig')).toMatchObject({ begun: true, threshold: 2, total: 3, round: 0 });
    await give(await messageOf(third), first);
    await goOn(first);
    // The messages that were read belong to the finished round.
    expect((await first.call('x_multisig')).messages ?? []).toEqual([]);
    expect(first.session.wallet.state.tables.signerRounds.size).toBe(0);
  });
  test('does not begin while blocks are left out, in which there may be money', async () => {
    const [first, second] = (await openWallets(2)) as [RpcSession, RpcSession];
    const gap = {
      ...{ from: 3, to: 8, below: new Uint8Array(), last: new Uint8Array(32), since: 0, until: 9 },
      ...{ next: 3, wanted: false },
    };
    const group = { threshold: 2, total: 2 };
    await second.call('x_begin_multisig', group);
    await first.session.wallet.ledger.commit(change([put('gaps', '3', gap as unknown as Gap)]));
    expect(await first.refusal('x_begin_multisig', group)).toMatchObject({ fault: 'blocks_left_out' });
    const multisig_info = [await messageOf(second)];
    const make = { multisig_info, threshold: 2, password: 'several' };
    expect(await first.refusal('make_multisig', make)).toMatchObject({ fault: 'blocks_left_out' });
    expect(first.session.wallet.state.account.spendSecret).toBeDefined();
  });
  test('refuses our own message, a repeated one, one too many, and malformed ones', async () => {
    const [first, second, third] = (await begin(3)) as [RpcSession, RpcSession, RpcSession];
    expect(await refused(await messageOf(first), first)).toBe('wrong_signer_message');
    await give(await messageOf(second), first);
    expect(await refused(await messageOf(second), first)).toBe('wrong_signer_message');
    await give(await messageOf(third), first);
    const outsider = openRpcSession();
    await outsider.call('create_wallet', { filename: 'x', password: '', language: 'English' });
    await outsider.call('x_begin_multisig', { threshold: 2, total: 3 });
    expect(await refused(await messageOf(outsider), first)).toBe('wrong_signer_message');
    expect(await refused('MultisigxV2R1abc', first)).toBe('bad_kex_message');
  });
  test('refuses messages of another round and of another group', async () => {
    const sessions = await begin();
    const [first, second, third] = sessions as [RpcSession, RpcSession, RpcSession];
    const early = await round(sessions);
    const [, ahead] = [await messageOf(first), await messageOf(second)];
    expect(await refused(early[1]!, first)).toBe('wrong_signer_message');
    const outsider = openRpcSession();
    await outsider.call('create_wallet', { filename: 'x', password: '', language: 'English' });
    await outsider.call('x_begin_multisig', { threshold: 2, total: 3 });
    expect(await refused(await messageOf(outsider), first)).toBe('wrong_signer_message');
    // The others are one round further.
    for (const [to, from] of [
      [second, first],
      [second, third],
      [third, first],
      [third, second],
    ] as const)
      await give(await messageOf(from), to);
    await goOn(second);
    await goOn(third);
    expect(await refused(await messageOf(second), first)).toBe('wrong_signer_message');
    await give(ahead, first);
    expect((await first.call('x_multisig')).messages).toHaveLength(1);
  });
  test('can drop a message, so that another one can be read', async () => {
    const [first, second] = (await begin()) as [RpcSession, RpcSession, RpcSession];
    await give(await messageOf(second), first);
    const { messages = [] } = await first.call('x_multisig');
    await first.call('x_take_signer_message', { kind: 'keys', message: '', drop: messages[0]!.signer });
    expect((await first.call('x_multisig')).messages ?? []).toEqual([]);
    await give(await messageOf(second), first);
  });
  test('gives the wallet no address to receive at until it is finished or cancelled', async () => {
    const sessions = await begin(2);
    const [first] = sessions as [RpcSession];
    expect((await first.call('x_status')).sharing).toBe(true);
    await round(sessions);
    expect((await first.call('x_status')).sharing).toBe(true);
    await round(sessions);
    expect((await first.call('x_status')).sharing ?? false).toBe(false);
    const [other] = (await begin(2)) as [RpcSession];
    await other.call('x_cancel_multisig');
    expect((await other.call('x_status')).sharing ?? false).toBe(false);
    expect(await other.call('x_multisig')).toMatchObject({ begun: false, multisig: false });
  });
  test('is refused with a used or a multisig wallet', async () => {
    const used = await openFixture();
    expect(await used.refusal('x_begin_multisig', { threshold: 2, total: 3 })).toMatchObject({
      fault: 'wallet_used',
    });
    expect((await used.call('x_status')).sharing ?? false).toBe(false);
    const [shared] = await openSigners(2, 2);
    expect(await shared!.refusal('x_begin_multisig', { threshold: 2, total: 3 })).toMatchObject({
      fault: 'already_multisig',
    });
  });
});

describe('messages with multisig info', () => {
  const take = ({ call }: RpcSession, message: string) =>
    call('x_take_signer_message', { kind: 'coins', message });

  test('are stored, ours and theirs: exported again ours is the same, without new nonces', async () => {
    const [first, second] = await openSigners(2, 3);
    const { info } = await first!.call('x_export_multisig_info');
    const theirs = await second!.call('x_export_multisig_info');
    await take(first!, theirs.info);
    const { coins } = await first!.call('x_multisig');
    expect(coins).toMatchObject({ message: info, messages: [{ message: theirs.info }] });
    const { state } = await openLedger(first!.wallet.file);
    expect(state.tables.signerRounds.get('coins')!.others).toHaveLength(1);
    const nonces = [...state.tables.multisigOutputs.values()].map((output) => output.nonces);
    expect(nonces).toEqual(
      [...first!.wallet.state.tables.multisigOutputs.values()].map((each) => each.nonces),
    );
  });
  test('replace the earlier message of the same signer; our own is refused', async () => {
    const [first, second] = await openSigners(2, 3);
    const own = await first!.call('x_export_multisig_info');
    expect(await first!.refusal('x_take_signer_message', { kind: 'coins', message: own.info })).toMatchObject(
      { fault: 'wrong_signer_message' },
    );
    for (let time = 0; time < 2; time += 1)
      await take(first!, (await second!.call('export_multisig_info')).info);
    expect((await first!.call('x_multisig')).coins!.messages).toHaveLength(1);
  });
  test('are outdated when a coin has come since, or when their nonces are used', async () => {
    const [first] = await openSigners(2, 3);
    await first!.call('x_export_multisig_info');
    const outdated = async () => (await first!.call('x_multisig')).coins!.outdated;
    expect(await outdated()).toBe(false);
    const { state, ledger } = first!.wallet;
    const key = toHex(state.outputs[0]!.key);
    const record = state.tables.multisigOutputs.get(key)!;
    await ledger.commit(change([put('multisigOutputs', key, { ...record, nonces: [] })]));
    expect(await outdated()).toBe(true);
    await first!.call('x_export_multisig_info');
    expect(await outdated()).toBe(false);
    const coin = { ...state.outputs[0]!, key: asPublicKey(new Uint8Array(32).fill(7)) };
    await ledger.commit(change([put('outputs', String(state.outputs.length), coin)]));
    expect(await outdated()).toBe(true);
  });
  test('are not stored by export_multisig_info', async () => {
    const [first, second] = await openSigners(2, 2);
    await tellInfo([first!, second!]);
    await first!.call('export_multisig_info');
    expect((await first!.call('x_multisig')).coins).toBeUndefined();
  });
});
