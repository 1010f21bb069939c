import { describe, expect, it } from 'vitest';
import { asTxId } from '../../src/base/brands.ts';
import { change, put } from '../../src/wallet/state/state.ts';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

const NOTHING = { multisig_txset: '', unsigned_txset: '' };

describe('sweep_dust', () => {
  it('sweeps nothing in a wallet without pre-RingCT outputs', async () => {
    const { call, node } = await openFixture();
    node.answer();
    expect(await call('sweep_dust', { get_tx_keys: true })).toEqual(NOTHING);
  });
  it('fails when there are pre-RingCT outputs, which it cannot spend', async () => {
    const { refusal, node, wallet } = await openFixture();
    node.answer();
    await wallet.ledger.commit(({ outputs }) =>
      change([put('outputs', '0', { ...outputs[0]!, rct: false })]),
    );
    expect(await refusal('sweep_dust')).toMatchObject({ code: -4 });
  });
  it('sweeps nothing when the pre-RingCT outputs are spent', async () => {
    const { call, node, wallet } = await openFixture();
    node.answer();
    const spent = { height: 900, txid: asTxId(new Uint8Array(32).fill(7)) };
    await wallet.ledger.commit(({ outputs }) =>
      change([put('outputs', '0', { ...outputs[0]!, rct: false, spent })]),
    );
    expect(await call('sweep_dust')).toEqual(NOTHING);
  });
  it('asks the node before it looks for outputs', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('sweep_dust')).toMatchObject({ code: -4, message: 'Failed to get height' });
  });
  it('needs a wallet', async () => {
    expect(await openRpcSession().refusal('sweep_dust')).toMatchObject({
      code: -13,
      message: 'No wallet file',
    });
  });
});
