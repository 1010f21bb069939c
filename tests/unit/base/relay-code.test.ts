/** The code of a relay: what is written is read, and nothing else. */
import { describe, expect, it } from 'vitest';
import { isRelayCode, readRelayCode, writeRelayCode, type RelayCode } from '../../../src/base/relay-code.ts';

const CODE: RelayCode = {
  address: 'https://192.168.1.5:28089',
  username: 'os:tro',
  password: 'a@b/c#d?é',
  fingerprint: '0a'.repeat(32),
};

describe('the code of a relay', () => {
  it('is read as it was written', () => {
    for (const code of [CODE, { ...CODE, fingerprint: '' }, { ...CODE, address: 'http://abc.onion/xmr' }])
      expect(readRelayCode(` ${writeRelayCode(code)}\n`)).toEqual(code);
  });

  it.each([
    'https://192.168.1.5:28089',
    'ostro-relay:',
    'ostro-relay:ftp://a:b@host',
    'ostro-relay:https://host',
    'ostro-relay:https://a@host',
    'ostro-relay:https://a:b@host?x=1',
    'ostro-relay:https://a:b@host#12',
    `ostro-relay:https://a:${'b'.repeat(2000)}@host`,
    'ostro-relay:https://a:%ff@host',
  ])('is not read from %s', (text) => {
    expect(readRelayCode(text)).toBeUndefined();
  });

  it('is known by its beginning', () => {
    expect(isRelayCode(' OSTRO-RELAY:x')).toBe(true);
    expect(isRelayCode('monero:x')).toBe(false);
  });
});
