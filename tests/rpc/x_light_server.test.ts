import { describe, expect, it } from 'vitest';
import { asTxId } from '../../src/base/brands.ts';
import { put, change } from '../../src/wallet/state/state.ts';
import { openFixture } from '../support/rpc/fixture.ts';

describe('x_light_server', () => {
  it('is empty without a server', async () => {
    const { call } = await openFixture({ empty: true });
    expect(await call('x_light_server')).toEqual({
      ...{ address: '', in_use: false, open: false, waiting: false, start_height: 0, height: 0 },
      ...{ chain_height: 0, waits: false, subaddresses: false, refused: 0, compared: false },
    });
  });
  it('names what the chain contradicts, once the wallet has read as far as the server', async () => {
    const { call, wallet } = await openFixture();
    const { height, outputs } = wallet.state;
    const use = {
      ...{ address: 'https://light.example', inUse: true, open: true, startHeight: 0, height },
      ...{ chainHeight: height, wanted: [1], subaddresses: true, refused: 2 },
    };
    const invented = { ...outputs[0]!, key: new Uint8Array(32).fill(1) as (typeof outputs)[0]['key'] };
    await wallet.ledger.commit(
      change([
        put('lightServer', '', { ...use, asked: { from: 0, granted: false } }),
        put('namedOutputs', '01'.repeat(32), { ...invented, txid: asTxId(new Uint8Array(32).fill(2)) }),
      ]),
    );
    expect(await call('x_light_server')).toMatchObject({ in_use: true, compared: false, refused: 2 });
    await wallet.ledger.commit(change([put('lightServer', '', { ...use, inUse: false })]));
    const { compared, differences } = await call('x_light_server');
    expect(compared).toBe(true);
    expect(differences).toContainEqual({
      ...{ kind: 'not_in_chain', txid: '02'.repeat(32), height: invented.height, amount: invented.amount },
    });
  });
});
