import { describe, expect, it } from 'vitest';
import { NAME, openRpcSession, openFixture } from '../support/rpc/fixture.ts';

const REQUEST = { filename: 'new', password: 'pw', language: 'English' };

describe('create_wallet', () => {
  it("makes and opens a wallet that begins at the node's height", async () => {
    const { call, node, session } = openRpcSession();
    node.answer();
    expect(await call('create_wallet', REQUEST)).toEqual({});
    const { account } = session.wallet.state;
    expect(account).toMatchObject({ network: 'mainnet', restoreHeight: 1000, seedLanguage: 'English' });
    const { key } = await call('query_key', { key_type: 'mnemonic' });
    expect(key.split(' ')).toHaveLength(25);
    expect(node.expected).toBe('mainnet');
  });
  it.each([
    'bank.new',
    'bank.KEYS',
    'bank.lock',
    'bank.lock.x',
    'bank.stamp',
    'bank.damaged',
    'bank.Background',
  ])('refuses the name %s, which a file beside another wallet may have', async (filename) => {
    const { refusal } = openRpcSession();
    expect((await refusal('create_wallet', { ...REQUEST, filename })).fault).toBe('bad_wallet_name');
  });
  it('refuses a name that differs from another only in case or Unicode form', async () => {
    const { call, refusal } = openRpcSession();
    await call('create_wallet', { ...REQUEST, filename: 'Käse' });
    for (const filename of ['KÄSE', 'käse', 'Käse'.normalize('NFD')])
      expect((await refusal('create_wallet', { ...REQUEST, filename })).fault).toBe('wallet_exists');
  });
  it('takes the network of the node', async () => {
    const { call, node, session } = openRpcSession();
    node.answer({ network: 'stagenet', devnet: false });
    await call('create_wallet', REQUEST);
    expect(session.wallet.state.account.network).toBe('stagenet');
  });
  it('takes the network of the session if that has one, and no height of a node on another network', async () => {
    const { call, node, session } = openRpcSession({ network: 'testnet' });
    node.answer({ network: 'stagenet', devnet: false, height: 500 });
    await call('create_wallet', REQUEST);
    const { network, restoreHeight } = session.wallet.state.account;
    expect(network).toBe('testnet');
    // Mid-November 2023; testnet's block of that day is about 2,260,000.
    expect(restoreHeight).toBeGreaterThan(2_000_000);
    expect((await call('get_address')).address).toMatch(/^9/);
  });
  it('computes its height from the date less a month when no node answers', async () => {
    const { call, session } = openRpcSession();
    await call('create_wallet', { ...REQUEST, language: 'Deutsch' });
    const { restoreHeight, seedLanguage } = session.wallet.state.account;
    // Mid-November 2023; mainnet's block of that day is about 3,018,000.
    expect(restoreHeight).toBeGreaterThan(2_980_000);
    expect(restoreHeight).toBeLessThan(3_005_000);
    expect(seedLanguage).toBe('German');
  });
  it('ignores an impossible height of the node', async () => {
    const { call, node, session } = openRpcSession();
    node.answer({ devnet: false, height: 9_000_000 });
    await call('create_wallet', REQUEST);
    expect(session.wallet.state.account.restoreHeight).toBeLessThan(3_005_000);
  });
  it('makes 16 words with the date of today in them if it is asked to, in their ten languages', async () => {
    const { call, refusal, session } = openRpcSession();
    await call('create_wallet', { ...REQUEST, polyseed: true });
    const { key: seed } = await call('query_key', { key_type: 'mnemonic' });
    expect(seed.split(' ')).toHaveLength(16);
    const { address } = await call('get_address');
    const { restoreHeight } = session.wallet.state.account;
    const found = await call('x_check_seed', { seed });
    expect(found).toMatchObject({ kind: 'polyseed', language: 'English', address });
    // The words know the month, the wallet the day.
    expect(restoreHeight - found.restore_height!).toBeGreaterThanOrEqual(0);
    expect(restoreHeight - found.restore_height!).toBeLessThan(31 * 720);
    await call('create_wallet', { ...REQUEST, filename: 'two', language: '한국어', polyseed: true });
    const { key } = await call('query_key', { key_type: 'mnemonic' });
    expect(await call('x_check_seed', { seed: key })).toMatchObject({ language: 'Korean' });
    expect(
      await refusal('create_wallet', { ...REQUEST, filename: 'three', language: 'German', polyseed: true }),
    ).toMatchObject({ code: -1, message: 'Unknown language: German' });
  });
  it("makes 16 words with the month of the node's chain when the clock is a year ahead", async () => {
    const { call, node } = openRpcSession();
    node.answer({ devnet: false, height: 2_755_000 });
    await call('create_wallet', { ...REQUEST, polyseed: true });
    const { key: seed } = await call('query_key', { key_type: 'mnemonic' });
    const { restore_height: start } = await call('x_check_seed', { seed });
    expect(start).toBeGreaterThan(2_700_000);
    expect(start).toBeLessThan(2_755_000);
  });
  it('makes another key each time', async () => {
    const { call } = openRpcSession();
    await call('create_wallet', REQUEST);
    const first = await call('query_key', { key_type: 'spend_key' });
    await call('create_wallet', { ...REQUEST, filename: 'another' });
    expect(await call('query_key', { key_type: 'spend_key' })).not.toEqual(first);
  });
  it('refuses a taken name, an empty name and an unknown language, and leaves the open wallet open', async () => {
    const { refusal, session } = await openFixture({ empty: true });
    expect(await refusal('create_wallet', { ...REQUEST, filename: NAME })).toMatchObject({
      code: -21,
      message: 'Cannot create wallet. Already exists.',
    });
    expect(await refusal('create_wallet', { ...REQUEST, filename: '' })).toMatchObject({ code: -1 });
    expect(await refusal('create_wallet', { ...REQUEST, language: 'Klingon' })).toMatchObject({
      code: -1,
      message: 'Unknown language: Klingon',
    });
    expect(session.open?.name).toBe(NAME);
  });
});
