import { describe, expect, it } from 'vitest';
import { readNodeAddress } from '../../../src/daemon/node-address.ts';
import { expectFault } from '../../support/faults.ts';

const secure = { secure: true, hostname: 'wallet.example' };
const plain = { secure: false, hostname: 'localhost' };
const base = (address: string, page = plain) => readNodeAddress({ address }, page).base;

describe('a node address', () => {
  it.each([
    ['http://node.example:18081', 'http://node.example:18081'],
    ['https://node.example/', 'https://node.example'],
    [' node.example:18089 ', 'http://node.example:18089'],
    ['localhost:18081', 'http://localhost:18081'],
    ['[::1]:18081', 'http://[::1]:18081'],
    ['https://node.example/xmr/', 'https://node.example/xmr'],
    ['HTTP://NODE.example:80', 'http://node.example'],
  ])('%s is read as %s', (typed, read) => {
    expect(base(typed)).toBe(read);
  });
  it('without a scheme is https for a secure page, unless it is on this device', () => {
    expect(base('node.example:18089', secure)).toBe('https://node.example:18089');
    for (const [typed, read] of [
      ['127.0.0.1:18081', 'http://127.0.0.1:18081'],
      ['127.1:18081', 'http://127.0.0.1:18081'],
      ['0.0.0.0:18081', 'http://0.0.0.0:18081'],
      ['localhost.:18081', 'http://localhost.:18081'],
      ['[::ffff:127.0.0.1]:18081', 'http://[::ffff:7f00:1]:18081'],
      ['xmrnode.onion:18081', 'http://xmrnode.onion:18081'],
      ['128.0.0.1:18081', 'https://128.0.0.1:18081'],
      ['[::ffff:128.0.0.1]:18081', 'https://[::ffff:8000:1]:18081'],
      ['onion.example:18081', 'https://onion.example:18081'],
    ] as const)
      expect(base(typed, secure)).toBe(read);
  });
  it('is separated from its login, which may be inside it or given apart', () => {
    expect(readNodeAddress({ address: 'http://me:s%40me@node.example' })).toMatchObject({
      text: 'http://node.example',
      login: { username: 'me', password: 's@me' },
    });
    expect(readNodeAddress({ address: 'node.example', username: 'me', password: 'x' }).login).toEqual({
      username: 'me',
      password: 'x',
    });
    expect(readNodeAddress({ address: 'node.example' }).login).toBeUndefined();
  });
  it.each([
    '127.0.0.1',
    '127.3.2.1',
    'localhost',
    'LocalHost.',
    'node.localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ])('%s is this device', (host) => {
    expect(readNodeAddress({ address: host })).toMatchObject({ loopback: true, local: true });
  });
  it.each(['192.168.1.5', '10.0.0.1', '172.20.1.1', 'node.local', '[fd00::1]'])(
    '%s is in the local network',
    (host) => {
      expect(readNodeAddress({ address: host })).toMatchObject({ loopback: false, local: true });
    },
  );
  it.each(['127.0.0.1.example', '0.0.0.0', '[::]', '8.8.8.8', '172.32.0.1', 'localhost.example'])(
    '%s is neither on this device nor in the local network',
    (host) => {
      expect(readNodeAddress({ address: host })).toMatchObject({ loopback: false, local: false });
    },
  );
  it.each([
    '',
    '  ',
    'ftp://node',
    'javascript://x',
    'http://',
    'http://a b',
    'node:99999',
    'http:/127.0.0.1:18081',
    'http//127.0.0.1:18081',
    'https:/node.example',
    'https/node.example',
    '18081',
    '1',
    '0x7f000001:18081',
    'http://18081',
    'me:x@18081/xmr',
    'node?x=1',
    'node#x',
    'x'.repeat(3000),
  ])('is not %j', (typed) => {
    expectFault(() => readNodeAddress({ address: typed }), 'bad_node_address');
  });
});
