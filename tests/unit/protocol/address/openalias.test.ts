import { describe, expect, it } from 'vitest';
import { aliasName, readAliases } from '../../../../src/protocol/address/openalias.ts';

const ADDRESS = '8'.repeat(95);

describe('OpenAlias', () => {
  it('accepts a name with dots, or one like a mail address', () => {
    expect(aliasName('donate@getmonero.org')).toBe('donate.getmonero.org');
    expect(aliasName(' Example.ORG. ')).toBe('example.org');
    for (const text of ['', 'word', 'a b.c', `https://a.b`, '.a.b', 'a..b', ADDRESS, `${'a'.repeat(64)}.b`])
      expect(aliasName(text), text).toBeUndefined();
  });
  it("reads Monero's records in their order, with their addresses", () => {
    expect(
      readAliases([
        'v=spf1 -all',
        `oa1:btc recipient_address=${ADDRESS};`,
        `oa1:xmr recipient_address=${ADDRESS}; recipient_name=A name; tx_description=x;`,
        `oa1:xmr  recipient_name=B;recipient_address=${'4'.repeat(106)}`,
        'oa1:xmr recipient_address=short;',
        `oa1:xmr xrecipient_address=${ADDRESS};`,
        'oa1:xmr',
      ]),
    ).toEqual([
      { address: ADDRESS, recipientName: 'A name' },
      { address: '4'.repeat(106), recipientName: 'B' },
    ]);
  });
});
