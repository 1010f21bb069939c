import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { DnsResolver } from '../../src/ports/dns-resolver.ts';
import { openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

const RESOLVER = 'https://dns.example/dns-query';
const NAME = 'donate@getmonero.org';
/** Of the same length. */
const OTHER = `8${'A'.repeat(PAYEE.length - 1)}`;
const RECORD = `oa1:xmr recipient_address=${PAYEE}; recipient_name=Monero;`;

/** A resolver that knows one name. */
const knows = (
  texts: readonly string[],
  authenticated = true,
): DnsResolver & { readonly asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    check: (resolver) => {
      if (!resolver.startsWith('https:')) throw new Fault('bad_resolver', { resolver });
    },
    txtRecords: (_resolver, name) => {
      asked.push(name);
      return Promise.resolve({ texts, authenticated });
    },
  };
};

// The look-ahead has ten thousand addresses: the readable kernel takes seconds to compute them.

// threat: chosen-source
describe('x_resolver', () => {
  it('is off at first: a name is refused as an invalid address', async () => {
    const dns = knows([RECORD]);
    const { call, refusal } = await openFixture({ dns });
    expect(await call('x_resolver')).toEqual({ resolver: '' });
    expect(await call('validate_address', { address: NAME, allow_openalias: true })).toMatchObject({
      valid: false,
    });
    const destinations = [{ address: NAME, amount: XMR }];
    expect(await refusal('transfer', { destinations })).toMatchObject({ code: -2 });
    expect(dns.asked).toEqual([]);
  });
  it('resolves names wherever an address is accepted', async () => {
    const dns = knows(['v=spf1', RECORD]);
    const { call } = await openFixture({ dns });
    await call('x_resolver', { resolver: RESOLVER });
    expect(await call('x_resolver')).toEqual({ resolver: RESOLVER });
    expect(await call('validate_address', { address: NAME, allow_openalias: true })).toMatchObject({
      valid: true,
      subaddress: true,
      openalias_address: PAYEE,
    });
    expect(await call('validate_address', { address: NAME })).toMatchObject({ valid: false });
    await call('add_address_book', { address: NAME, description: 'by name' });
    expect((await call('get_address_book')).entries).toMatchObject([{ address: PAYEE }]);
    expect(new Set(dns.asked)).toEqual(new Set(['donate.getmonero.org']));
    expect(await call('x_resolver', { resolver: '' })).toEqual({ resolver: '' });
  });
  it('does not resolve an address, or a text that is not a name', async () => {
    const dns = knows([RECORD]);
    const { call, refusal } = await openFixture({ dns });
    await call('x_resolver', { resolver: RESOLVER });
    await call('validate_address', { address: PAYEE, allow_openalias: true });
    for (const address of [PAYEE.slice(0, -1), 'word', ''])
      expect(await refusal('add_address_book', { address })).toMatchObject({ code: -2 });
    expect(dns.asked).toEqual([]);
  });
  it('refuses a name that DNSSEC does not prove, or that has no address, several, or a payment ID', async () => {
    for (const [texts, authenticated, message] of [
      [[RECORD], false, 'Invalid DNSSEC for donate.getmonero.org'],
      [['oa1:btc recipient_address=x;'], true, 'No Monero address found at donate.getmonero.org'],
      [
        [RECORD, RECORD.replaceAll(PAYEE, OTHER)],
        true,
        'Several addresses or a payment ID at donate.getmonero.org',
      ],
      [
        [`${RECORD} tx_payment_id=7a9e15fb4125b617;`],
        true,
        'Several addresses or a payment ID at donate.getmonero.org',
      ],
    ] as const) {
      const { call, refusal } = await openFixture({ dns: knows(texts, authenticated) });
      await call('x_resolver', { resolver: RESOLVER });
      for (const method of ['transfer', 'transfer_split'] as const)
        expect(await refusal(method, { destinations: [{ address: NAME, amount: XMR }] })).toMatchObject({
          code: -2,
          message,
        });
      expect(await refusal('sweep_all', { address: NAME })).toMatchObject({ code: -2, message });
    }
  });
  it('must be a server that this page may ask', async () => {
    const { refusal } = await openFixture({ dns: knows([]) });
    expect(await refusal('x_resolver', { resolver: 'http://far.example' })).toMatchObject({
      code: -1,
      fault: 'bad_resolver',
    });
    expect(await (await openFixture()).refusal('x_resolver', { resolver: RESOLVER })).toMatchObject({
      fault: 'bad_resolver',
    });
  });
});
