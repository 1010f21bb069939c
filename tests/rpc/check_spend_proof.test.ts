import { describe, expect, it } from 'vitest';
import { openRpcSession, txid } from '../support/rpc/fixture.ts';
import { openProofWallet } from '../support/rpc/proof-wallet.ts';

describe('check_spend_proof', () => {
  it("answers good: true to the sender's proof under its message only", async () => {
    const { call, sent } = await openProofWallet();
    const right = { txid: sent.txid, message: 'foo' };
    const { signature } = await call('get_spend_proof', right);
    expect(await call('check_spend_proof', { ...right, signature })).toEqual({ good: true });
    for (const wrong of [
      { message: '' },
      { txid: txid('two') },
      { signature: `${signature}1` },
      { signature: 'SpendProofV1' },
    ])
      expect(await call('check_spend_proof', { ...right, signature, ...wrong })).toEqual({ good: false });
  });
  it('checks the ring that the node shows', async () => {
    const { call, node, sent, wallet } = await openProofWallet();
    const { signature } = await call('get_spend_proof', { txid: sent.txid });
    for (const [index, output] of node.outputs)
      node.outputs.set(index, { ...output, key: wallet.state.account.spendPublic });
    expect(await call('check_spend_proof', { txid: sent.txid, signature })).toEqual({ good: false });
  });
  it('refuses a malformed proof before it asks the node', async () => {
    const { refusal, node, sent } = await openProofWallet();
    for (const [params, code, message] of [
      [{ txid: 'no', signature: '' }, -8, 'TX ID has invalid format'],
      [{ txid: sent.txid, signature: 'SpendProofV2' }, -1, 'Signature header check error'],
    ] as const)
      expect(await refusal('check_spend_proof', params)).toMatchObject({ code, message });
    node.silence();
    expect(await refusal('check_spend_proof', { txid: sent.txid, signature: '' })).toMatchObject({
      message: 'Signature header check error',
    });
    expect(await refusal('check_spend_proof', { txid: sent.txid, signature: 'SpendProofV1' })).toMatchObject({
      code: -1,
      message: 'no connection to daemon',
    });
  });
  it('needs a wallet', async () => {
    expect(await openRpcSession().refusal('check_spend_proof', { txid: txid('two') })).toMatchObject({
      code: -13,
    });
  });
});
