import { describe, expect, it } from 'vitest';
import { NOW, openFixture, ownAddress, XMR } from '../support/rpc/fixture.ts';

const SECONDS = NOW / 1000;

describe('x_make_request', () => {
  // threat: linked-addresses
  it('answers the request with its own new address and a link that parse_uri reads', async () => {
    const { call, events } = await openFixture();
    const wanted = { account_index: 1, amount: XMR / 2n, purpose: 'a=b & c', message: 'Thank you' };
    const { request } = await call('x_make_request', { ...wanted, expires: SECONDS + 60 });
    const address = ownAddress(1, 1);
    const uri = `monero:${address}?tx_amount=0.500000000000&tx_description=a%3Db%20%26%20c`;
    expect(request).toEqual({
      ...{ account: 1, index: 1, address, uri, amount: XMR / 2n, purpose: 'a=b & c' },
      ...{ message: 'Thank you', note: '', created: SECONDS, expires: SECONDS + 60, state: 'open' },
      ...{ received: 0n, missing: XMR / 2n, over: 0n, late: 0n, confirmations: 0 },
    });
    expect(events()).toContain('changed');
    expect((await call('parse_uri', { uri })).uri).toMatchObject({
      ...{ address, amount: XMR / 2n, tx_description: 'a=b & c' },
    });
    expect((await call('get_address', { account_index: 1 })).addresses?.[1]).toMatchObject({
      label: 'a=b & c',
    });
    const { addresses = [] } = await call('x_addresses');
    const second = addresses.filter(({ account }) => account === 1);
    expect(second.map(({ requested }) => requested)).toEqual([undefined, true]);
  });
  it('leaves the amount to the payer', async () => {
    const { call } = await openFixture();
    const { request } = await call('x_make_request', { purpose: 'Tips' });
    expect(request.uri).toBe(`monero:${request.address}?tx_description=Tips`);
    expect((await call('x_make_request')).request).toMatchObject({ amount: 0n, missing: 0n, state: 'open' });
  });
  it('refuses wrong fields and accounts, and restricted mode', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('x_make_request', { expires: SECONDS })).toMatchObject({
      code: -1,
      fault: 'bad_payment_request',
    });
    expect(await refusal('x_make_request', { account_index: 5 })).toMatchObject({ code: -14 });
    const restricted = await openFixture({ dispatch: { restricted: true } });
    expect(await restricted.refusal('x_make_request')).toMatchObject({ code: -7 });
  });
});
