import { describe, expect, it } from 'vitest';
import { NOW, openFixture } from '../support/rpc/fixture.ts';

describe('x_change_request', () => {
  it('closes a request and sets a note; what is absent stays', async () => {
    const { call, clock, events } = await openFixture();
    const { request } = await call('x_make_request', { purpose: 'Bike' });
    const at = { account_index: request.account, address_index: request.index };
    events();
    await clock.advance(1000);
    await call('x_change_request', { ...at, closed: true });
    expect(events()).toContain('changed');
    await call('x_change_request', { ...at, note: 'Mara' });
    const changed = { ...request, note: 'Mara', closed: NOW / 1000 + 1 };
    expect(await call('x_requests')).toEqual({ requests: [changed] });
    await call('x_change_request', { ...at, closed: false, note: '' });
    expect(await call('x_requests')).toEqual({ requests: [request] });
  });
  it('refuses an address without a request, and restricted mode', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('x_change_request', { address_index: 1 })).toMatchObject({
      code: -1,
      fault: 'no_payment_request',
    });
    const restricted = await openFixture({ dispatch: { restricted: true } });
    expect(await restricted.refusal('x_change_request')).toMatchObject({ code: -7 });
  });
});
