import { describe, expect, it } from 'vitest';
import { ownAddress, PAYEE, txid } from '../support/rpc/fixture.ts';
import { CONFIRMATIONS, moveToPool, openProofWallet, SENT } from '../support/rpc/proof-wallet.ts';

describe('check_tx_key', () => {
  it('returns the received amount and the confirmations', async () => {
    const { call, sent } = await openProofWallet();
    const params = { txid: sent.txid, tx_key: sent.key, address: PAYEE };
    const seen = await call('check_tx_key', params);
    expect(seen).toEqual({ received: SENT, in_pool: false, confirmations: CONFIRMATIONS });
    const upper = { ...params, txid: sent.txid.toUpperCase(), tx_key: sent.key.toUpperCase() };
    expect(await call('check_tx_key', upper)).toEqual(seen);
  });
  it('returns zero for other addresses and other keys', async () => {
    const { call, sent } = await openProofWallet();
    const foreign = { txid: sent.txid, tx_key: sent.key, address: ownAddress(1, 1) };
    expect((await call('check_tx_key', foreign)).received).toBe(0n);
    for (const digit of ['0', 'f'])
      expect(
        (await call('check_tx_key', { txid: sent.txid, tx_key: digit.repeat(64), address: PAYEE })).received,
      ).toBe(0n);
  });
  it('accepts fewer additional keys than outputs, but not more', async () => {
    const { call, refusal, sent } = await openProofWallet();
    const params = { txid: sent.txid, address: PAYEE };
    expect((await call('check_tx_key', { ...params, tx_key: sent.key.repeat(2) })).received).toBe(SENT);
    expect(await refusal('check_tx_key', { ...params, tx_key: sent.key.repeat(4) })).toMatchObject({
      code: -1,
    });
  });
  it('reports a transaction that waits in the pool', async () => {
    const rpc = await openProofWallet();
    moveToPool(rpc);
    const { txid: id, key } = rpc.sent;
    expect(await rpc.call('check_tx_key', { txid: id, tx_key: key, address: PAYEE })).toEqual({
      received: SENT,
      in_pool: true,
      confirmations: 0,
    });
  });
  it('refuses malformed parameters', async () => {
    const { refusal, sent } = await openProofWallet();
    const right = { txid: sent.txid, tx_key: sent.key, address: PAYEE };
    for (const [wrong, code, message] of [
      [{ txid: 'xyz' }, -8, 'TX ID has invalid format'],
      [{ tx_key: '' }, -25, 'Tx key has invalid format'],
      [{ tx_key: sent.key.slice(1) }, -25, 'Tx key has invalid format'],
      [{ tx_key: `x${sent.key.slice(1)}` }, -25, 'Tx key has invalid format'],
      [{ tx_key: sent.key.repeat(4) }, -1, 'The size of additional derivations is wrong'],
      [{ address: 'nonsense' }, -2, 'Invalid address'],
      [{ txid: txid('waiting') }, -1, 'Failed to get transaction from daemon'],
    ] as const)
      expect(await refusal('check_tx_key', { ...right, ...wrong })).toMatchObject({ code, message });
  });
  it('needs the node', async () => {
    const { refusal, node, sent } = await openProofWallet();
    node.silence();
    expect(
      await refusal('check_tx_key', { txid: sent.txid, tx_key: sent.key, address: PAYEE }),
    ).toMatchObject({
      code: -1,
      message: 'Failed to connect to daemon: http://127.0.0.1:18081',
    });
  });
});
