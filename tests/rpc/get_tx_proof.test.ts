import { describe, expect, it } from 'vitest';
import { openFixture, ownAddress, PAYEE, txid } from '../support/rpc/fixture.ts';
import { openProofWallet } from '../support/rpc/proof-wallet.ts';

describe('get_tx_proof', () => {
  it("makes the sender's proof for addresses of others, and the receiver's for our own", async () => {
    const { call, sent } = await openProofWallet();
    const out = await call('get_tx_proof', { txid: sent.txid, address: PAYEE, message: 'foo' });
    expect(out.signature).toMatch(/^OutProofV2(.{132})+$/);
    const into = await call('get_tx_proof', { txid: txid('two'), address: ownAddress(0, 1) });
    expect(into.signature).toMatch(/^InProofV2.{132}$/);
  });
  it('refuses unknown transactions, other addresses and malformed parameters', async () => {
    const { refusal, sent } = await openProofWallet();
    for (const [params, code, message] of [
      [{ txid: sent.txid, address: ownAddress(1, 2) }, -1, 'No funds received in this tx.'],
      [{ txid: txid('five'), address: PAYEE }, -1, "Tx secret key wasn't found in the wallet file."],
      [{ txid: txid('waiting'), address: PAYEE }, -1, 'Failed to get transaction from daemon'],
      [{ txid: '', address: PAYEE }, -8, 'TX ID has invalid format'],
      [{ txid: sent.txid, address: 'nonsense' }, -2, 'Invalid address'],
    ] as const)
      expect(await refusal('get_tx_proof', params)).toMatchObject({ code, message });
  });
  it('needs the node', async () => {
    const { refusal } = await openFixture();
    const silent = await refusal('get_tx_proof', { txid: txid('two'), address: ownAddress(0, 1) });
    expect(silent).toMatchObject({ code: -1, message: 'Failed to get transaction from daemon' });
  });
});
