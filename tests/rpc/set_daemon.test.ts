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
  // threat: wrong-host
  it('follows certificates and a proxy where Ostro makes the connections, and then means https', async () => {
    const { call, node } = await openFixture({ empty: true });
    Object.assign(node.chain, { takesTls: true });
    const none = {
      ...{ privateKeyFile: '', certificateFile: '', caFile: '' },
      ...{ fingerprints: [], anyCertificate: false, chained: false },
    };
    const pinned = { fingerprints: ['ab'.repeat(32)] };
    const ssl_allowed_fingerprints = [`${'AB:'.repeat(31)}ab`];
    for (const address of ['node.example:18089', 'http://node.example:18089']) {
      await call('set_daemon', { address, ssl_allowed_fingerprints, proxy: '9050' });
      expect(node.chain.node).toEqual({
        address: 'https://node.example:18089',
        trusted: false,
        tls: { ...none, ...pinned },
        proxy: '9050',
      });
    }
    const files = { ssl_private_key_path: '/k', ssl_certificate_path: '/c', ssl_ca_file: '/a' };
    await call('set_daemon', { address: 'n:1', ...files, ssl_allow_any_cert: true });
    expect(node.chain.node).toMatchObject({
      address: 'https://n:1',
      tls: { ...none, privateKeyFile: '/k', certificateFile: '/c', caFile: '/a', anyCertificate: true },
    });
    await call('set_daemon', { address: 'n:2', ssl_allow_any_cert: true });
    expect(node.chain.node).toMatchObject({ address: 'https://n:2', tls: { anyCertificate: true } });
    await call('set_daemon', { address: 'n:1', ...files, ssl_allow_any_cert: true });
    // Another list of the same nodes keeps what protects their connections.
    const listed = { address: 'https://n:1', trusted: true };
    await call('x_set_nodes', {
      nodes: [{ address: 'other:1', trusted: false }, listed],
      send: '',
      compare: '',
    });
    await call('x_set_node', listed);
    node.answer();
    await call('x_node_health', { address: 'https://n:1' });
    expect(node.healthAsked).toMatchObject({ tls: { caFile: '/a' } });
    expect(node.chain.node).toMatchObject({ ...listed, tls: { caFile: '/a' } });
    await call('set_daemon', { address: 'n:1', ssl_support: 'disabled', ssl_allowed_fingerprints });
    expect(node.chain.node?.address).toBe('http://n:1');
    await call('set_daemon', { address: 'n:1' });
    expect(node.chain.node).toEqual({ address: 'n:1', trusted: false });
  });
  it.each([
    ['xy', 'ssl_allowed_fingerprints[] entries must be hex-encoded SHA-256 values'],
    ['00'.repeat(20), 'Each ssl_allowed_fingerprints[] entry must decode to exactly 32 bytes'],
  ])('refuses the fingerprint %s', async (fingerprint, message) => {
    const { refusal, node } = await openFixture({ empty: true });
    Object.assign(node.chain, { takesTls: true });
    expect(
      await refusal('set_daemon', { address: 'n:1', ssl_allowed_fingerprints: [fingerprint] }),
    ).toMatchObject({ code: -38, message });
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
