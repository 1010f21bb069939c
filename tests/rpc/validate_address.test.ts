import { describe, expect, it } from 'vitest';
import { formatAddress } from '../../src/protocol/address/address.ts';
import { KEYS, known, openRpcSession, openFixture, ownAddress, PAYEE } from '../support/rpc/fixture.ts';

const STAGENET = formatAddress({ ...KEYS, network: 'stagenet', kind: 'standard' });
const NOTHING = { valid: false, integrated: false, subaddress: false, nettype: '', openalias_address: '' };

describe('validate_address', () => {
  it('distinguishes the kinds of address', async () => {
    const { call } = await openFixture({ empty: true });
    const valid = { ...NOTHING, valid: true, nettype: 'mainnet' };
    expect(await call('validate_address', { address: ownAddress(0, 0) })).toEqual(valid);
    expect(await call('validate_address', { address: PAYEE })).toEqual({ ...valid, subaddress: true });
    expect(await call('validate_address', { address: known.integrated })).toEqual({
      ...valid,
      integrated: true,
    });
  });
  it('answers valid: false to invalid addresses, and to those of another network unless any_net_type is set', async () => {
    const { call } = await openFixture({ empty: true });
    expect(await call('validate_address', { address: 'donate.getmonero.org' })).toEqual(NOTHING);
    expect(await call('validate_address', { address: STAGENET })).toEqual(NOTHING);
    expect(await call('validate_address', { address: STAGENET, any_net_type: true })).toMatchObject({
      valid: true,
      nettype: 'stagenet',
    });
  });
  it('needs a wallet only to know the expected network', async () => {
    const { call, refusal } = openRpcSession();
    expect(await call('validate_address', { address: PAYEE, any_net_type: true })).toMatchObject({
      valid: true,
    });
    expect(await refusal('validate_address', { address: PAYEE })).toMatchObject({ code: -13 });
  });
});
