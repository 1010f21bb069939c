import { describe, expect, it } from 'vitest';
import { ownAddress, PAYEE, txid, XMR } from '../support/rpc/fixture.ts';
import { CONFIRMATIONS, moveToPool, openProofWallet, SENT } from '../support/rpc/proof-wallet.ts';

const WRONG = { good: false, received: 0n, in_pool: false, confirmations: 0 };

describe('check_tx_proof', () => {
  it("returns the amount for the sender's and the receiver's proof", async () => {
    const { call, sent } = await openProofWallet();
    const paid = { txid: sent.txid, address: PAYEE, message: 'foo' };
    const { signature: out } = await call('get_tx_proof', paid);
    expect(await call('check_tx_proof', { ...paid, signature: out })).toEqual({
      good: true,
      received: SENT,
      in_pool: false,
      confirmations: CONFIRMATIONS,
    });
    const got = { txid: txid('two'), address: ownAddress(0, 1) };
    const { signature: into } = await call('get_tx_proof', got);
    const seen = await call('check_tx_proof', { ...got, signature: into });
    expect(seen).toEqual({ good: true, received: 2n * XMR, in_pool: false, confirmations: 800 });
  });
  it('reports a transaction that waits in the pool', async () => {
    const rpc = await openProofWallet();
    moveToPool(rpc);
    const paid = { txid: rpc.sent.txid, address: PAYEE };
    const { signature } = await rpc.call('get_tx_proof', paid);
    const seen = await rpc.call('check_tx_proof', { ...paid, signature });
    expect(seen).toEqual({ good: true, received: SENT, in_pool: true, confirmations: 0 });
  });
  it('answers good: false to another message, address or transaction', async () => {
    const { call } = await openProofWallet();
    const right = { txid: txid('two'), address: ownAddress(0, 1), message: 'foo' };
    const { signature } = await call('get_tx_proof', right);
    for (const wrong of [
      { message: '' },
      { address: ownAddress(0, 0) },
      { txid: txid('five') },
      { signature: signature.replace('V2', 'V1') },
    ])
      expect(await call('check_tx_proof', { ...right, signature, ...wrong })).toEqual(WRONG);
  });
  it('refuses a malformed proof', async () => {
    const { call, refusal } = await openProofWallet();
    const right = { txid: txid('two'), address: ownAddress(0, 1) };
    const { signature } = await call('get_tx_proof', right);
    for (const [wrong, code, message] of [
      [{ signature: '' }, -1, 'Signature header check error'],
      [{ signature: `${signature}x` }, -1, 'Wrong signature size'],
      [{ signature: `InProofV2${'z'.repeat(132)}` }, -1, 'Signature decoding error'],
      [{ signature: 'InProofV2' }, -1, 'Signature size mismatch with additional tx pubkeys'],
      [{ txid: txid('waiting') }, -1, 'Failed to get transaction from daemon'],
      [{ txid: 'no' }, -8, 'TX ID has invalid format'],
      [{ address: '' }, -2, 'Invalid address'],
    ] as const)
      expect(await refusal('check_tx_proof', { ...right, signature, ...wrong })).toMatchObject({
        code,
        message,
      });
  });
});
