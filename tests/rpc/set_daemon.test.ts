import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

describe('set_daemon', () => {
  it('accepts an address with or without scheme, and a login', async () => {
    const { call, node } = await openFixture({ empty: true });
    expect(await call('set_daemon', { address: '127.0.0.1:18081', trusted: true })).toEqual({});
    expect(node.chain.node).toEqual({ address: '127.0.0.1:18081', trusted: true });
    await call('set_daemon', { address: 'https://node.example:18089', username: 'me', password: 'pw' });
    expect(node.chain.node).toEqual({
      address: 'https://node.example:18089',
      trusted: false,
      username: 'me',
      password: 'pw',
    });
  });
  it('lets ssl_support decide when the address has no scheme', async () => {
    const { call, node } = await openFixture({ empty: true });
    await call('set_daemon', { address: 'node.example:18089', ssl_support: 'enabled' });
    expect(node.chain.node?.address).toBe('https://node.example:18089');
    await call('set_daemon', { address: 'node.example:18081', ssl_support: 'disabled' });
    expect(node.chain.node?.address).toBe('http://node.example:18081');
  });
  it('never connects without encryption when ssl_support is enabled', async () => {
    const { call, node } = await openFixture({ empty: true });
    for (const address of ['http://node.example:18089', 'https://node.example:18089']) {
      await call('set_daemon', { address, ssl_support: 'enabled' });
      expect(node.chain.node?.address).toBe('https://node.example:18089');
    }
  });
  it('uses no node when the address is empty', async () => {
    const { call, node } = await openFixture({ empty: true });
    await call('set_daemon', { address: '127.0.0.1:18081' });
    await call('set_daemon', { address: '' });
    expect(node.chain.node).toBeUndefined();
  });
  // threat: server-host
  it.each([
    ['proxy', '127.0.0.1:9050'],
    ['ssl_private_key_path', '/key'],
    ['ssl_certificate_path', '/certificate'],
    ['ssl_ca_file', '/ca'],
    ['ssl_allowed_fingerprints', ['00'.repeat(32)]],
  ])('refuses %s by name, which a browser cannot follow, and keeps the node', async (parameter, value) => {
    const { call, refusal, node } = await openFixture({ empty: true });
    await call('set_daemon', { address: '127.0.0.1:18081' });
    expect(
      await refusal('set_daemon', { address: 'https://node.example', [parameter]: value }),
    ).toMatchObject({
      code: -38,
      fault: 'not_in_browser',
      message: `${parameter} is not possible in a browser`,
    });
    expect(node.chain.node?.address).toBe('127.0.0.1:18081');
  });
  it('refuses invalid addresses, other modes, and no wallet', async () => {
    const { refusal, node } = await openFixture({ empty: true });
    expect(await refusal('set_daemon', { address: 'ftp://node.example' })).toMatchObject({
      code: -38,
      message: 'Unable to set daemon',
    });
    expect(await refusal('set_daemon', { address: 'a', ssl_support: 'perhaps' })).toMatchObject({
      code: -38,
      message: 'Invalid ssl support mode',
    });
    expect(node.chain.node).toBeUndefined();
    expect(await openRpcSession().refusal('set_daemon', { address: 'a' })).toMatchObject({ code: -13 });
  });
});
