import { describe, expect, it } from 'vitest';
import { createMemoryBrowser } from '../../src/store/memory.ts';
import { NAME, openRpcSession, openFixture, ownAddress, PASSWORD } from '../support/rpc/fixture.ts';

describe('open_wallet', () => {
  it('opens a wallet with all its data', async () => {
    const { call, refusal } = await openFixture();
    const before = await call('get_accounts');
    await call('close_wallet');
    expect(await refusal('get_accounts')).toMatchObject({ code: -13 });
    expect(await call('open_wallet', { filename: NAME, password: PASSWORD })).toEqual({});
    expect(await call('get_accounts')).toEqual(before);
  });
  it('closes the wallet that was open before', async () => {
    const { call } = await openFixture();
    await call('create_wallet', { filename: 'other', password: '', language: 'English' });
    await call('open_wallet', { filename: NAME, password: PASSWORD });
    expect((await call('get_address')).address).toBe(ownAddress(0, 0));
  });
  it("uses the node that the wallet's settings name", async () => {
    const { call, node } = await openFixture({ empty: true });
    const own = { address: 'https://node.example:18089', username: 'me', password: 'secret', trusted: true };
    await call('x_set_node', own);
    await call('close_wallet');
    await call('x_set_node', { address: 'https://another.example' });
    await call('open_wallet', { filename: NAME, password: PASSWORD });
    expect(node.chain.node).toEqual(own);
  });
  it('refuses wrong passwords and unknown names, and leaves the open wallet open', async () => {
    const { refusal, session } = await openFixture({ empty: true });
    const wrong = await refusal('open_wallet', { filename: NAME, password: 'wrong' });
    expect(wrong).toMatchObject({ code: -1, fault: 'wrong_password' });
    expect(wrong.message).toMatch(/^Failed to open wallet/);
    expect(await refusal('open_wallet', { filename: 'nobody', password: '' })).toMatchObject({
      code: -1,
      message: 'Failed to open wallet : file not found "nobody.keys"',
      fault: 'wallet_not_found',
    });
    expect(await refusal('open_wallet', {})).toMatchObject({ code: -1 });
    expect(session.open?.name).toBe(NAME);
  });
  it('refuses a wallet of another network than that of the session, and leaves its file closed', async () => {
    const browser = createMemoryBrowser();
    const { call } = await openFixture({ empty: true, browser });
    await call('close_wallet');
    const stagenet = openRpcSession({ browser, network: 'stagenet' });
    expect(await stagenet.refusal('open_wallet', { filename: NAME, password: PASSWORD })).toEqual({
      code: -1,
      message: 'Failed to open wallet : Mainnet wallet cannot be opened as stagenet wallet',
      fault: 'other_network',
    });
    expect(stagenet.session.open).toBeUndefined();
    expect(await call('open_wallet', { filename: NAME, password: PASSWORD })).toEqual({});
  });
  it('reports that another tab has the wallet open', async () => {
    const browser = createMemoryBrowser();
    await openFixture({ empty: true, browser });
    const { refusal } = openRpcSession({ browser });
    expect(await refusal('open_wallet', { filename: NAME, password: PASSWORD })).toMatchObject({
      code: -1,
      fault: 'wallet_open_elsewhere',
    });
  });
});
