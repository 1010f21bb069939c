import { describe, expect, it } from 'vitest';
import { fromHex } from '../../src/base/hex.ts';
import { keyImage, known, ownAddress, PAYEE, txid, XMR } from '../support/rpc/fixture.ts';
import { openProofWallet } from '../support/rpc/proof-wallet.ts';

const address = ownAddress(0, 0);

describe('check_reserve_proof', () => {
  it('returns the total, and what was spent since the proof was made', async () => {
    const { call, node, wallet } = await openProofWallet();
    const { signature } = await call('get_reserve_proof', { all: true, message: 'foo' });
    const check = { address, message: 'foo', signature };
    const total = (159n * XMR) / 10n;
    expect(await call('check_reserve_proof', check)).toEqual({ good: true, total, spent: 0n });
    node.spent.set(keyImage(wallet, 'seven'), 1);
    node.spent.set(keyImage(wallet, 'two'), 2);
    expect(await call('check_reserve_proof', check)).toEqual({ good: true, total, spent: 9n * XMR });
  });
  it('accepts an integrated address in place of its standard address', async () => {
    const { call } = await openProofWallet();
    const { signature } = await call('get_reserve_proof', { account_index: 1, amount: XMR });
    const seen = await call('check_reserve_proof', { address: known.integrated, signature });
    expect(seen).toEqual({ good: true, total: 7n * XMR, spent: 0n });
  });
  it('answers good: false to another message or a changed proof', async () => {
    const { call } = await openProofWallet();
    const { signature } = await call('get_reserve_proof', { all: true, message: 'foo' });
    const none = { good: false, total: 0n, spent: 0n };
    for (const wrong of [{ message: '' }, { signature: signature.replace('V2', 'V1') }])
      expect(await call('check_reserve_proof', { address, message: 'foo', signature, ...wrong })).toEqual(
        none,
      );
  });
  it.each(['', 'ReserveProofV2'])(
    'of a wallet whose node is away, asks it before it reads %j',
    async (signature) => {
      const { refusal, node } = await openProofWallet();
      node.silence();
      expect(await refusal('check_reserve_proof', { address, signature })).toMatchObject({
        code: -1,
        message: 'Failed to connect to daemon: http://127.0.0.1:18081',
      });
    },
  );
  it('refuses a wrong address, a malformed proof, an unconfirmed transaction, and a silent node', async () => {
    const { call, refusal, node } = await openProofWallet();
    const { signature } = await call('get_reserve_proof', { all: true });
    for (const [wrong, code, message] of [
      [{ address: PAYEE }, -1, 'Address must not be a subaddress'],
      [{ address: 'nonsense' }, -2, 'Invalid address'],
      [{ address: OTHER }, -1, "The given address isn't found in the proof"],
      [{ signature: '' }, -1, 'Signature header check error'],
      [{ signature: 'ReserveProofV20' }, -1, 'Signature decoding error'],
      [{ signature: signature.slice(0, 14 + 110) }, -1, 'Failed to parse reserve proof signature data'],
    ] as const)
      expect(await refusal('check_reserve_proof', { address, signature, ...wrong })).toMatchObject({
        code,
        message,
      });
    const txIndex = node.transactions.findIndex((each) => each.height === 100);
    const source = node.transactions[txIndex]!;
    node.transactions[txIndex] = { ...source, inPool: true };
    expect(await refusal('check_reserve_proof', { address, signature })).toMatchObject({
      code: -1,
      message: 'Tx is unconfirmed',
    });
    node.transactions.splice(txIndex, 1);
    expect(source.txid).toEqual(fromHex(txid('five')));
    expect(await refusal('check_reserve_proof', { address, signature })).toMatchObject({
      code: -1,
      message: 'Failed to get transaction from daemon',
    });
    node.silence();
    expect(await refusal('check_reserve_proof', { address, signature })).toMatchObject({
      code: -1,
      message: 'Failed to connect to daemon: http://127.0.0.1:18081',
    });
  });
});
const OTHER =
  '44Kbx4sJ7JDRDV5aAhLJzQCjDz2ViLRduE3ijDZu3osWKBjMGkV1XPk4pfDUMqt1Aiezvephdqm6YD19GKFD9ZcXVUTp6BW';
