import { describe, expect, it } from 'vitest';
import { asCommitment, asKeyImage } from '../../src/base/brands.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { derivationToScalar, generateDerivation } from '../../src/protocol/keys/derivation.ts';
import { openAmount } from '../../src/protocol/rct/amount.ts';
import { put } from '../../src/wallet/state/state.ts';
import { HEIGHT, KEYS, openFixture, openRpcSession, XMR } from '../support/rpc/fixture.ts';
import { bytesOf, txidOf } from '../support/rpc/own-output.ts';

describe('x_light_wallet', () => {
  it('gives each output in a form that the view key opens', async () => {
    const { call, wallet } = await openFixture({ watchOnly: true });
    const { height, newest_ids, outputs = [] } = await call('x_light_wallet');
    expect(height).toBe(HEIGHT);
    expect(newest_ids).toBe(toHex(wallet.state.chain.hashes.slice(-3200)));
    expect(outputs.map(({ amount }) => BigInt(amount))).toEqual(
      wallet.state.outputs.map(({ amount }) => amount),
    );
    for (const [i, output] of outputs.entries()) {
      const known = wallet.state.outputs[i]!;
      expect(output).toMatchObject({ public_key: toHex(known.key), major: known.subaddress.major });
      const rct = fromHex(output.rct!, 96);
      const derivation = generateDerivation(known.txPublicKey, KEYS.viewSecret);
      expect(
        openAmount({
          type: 2,
          ecdh: { mask: rct.slice(32, 64), amount: rct.slice(64) },
          commitment: asCommitment(rct.slice(0, 32)),
          sharedScalar: derivationToScalar(derivation, output.index),
        }),
      ).toEqual({ amount: known.amount, mask: known.mask });
    }
    // The output of one XMR is five blocks too young.
    expect(outputs.filter(({ locked }) => locked).map(({ amount }) => amount)).toEqual([String(XMR)]);
  });
  it('gives what may spend them, and payments in the pool', async () => {
    const { call, wallet } = await openFixture({ watchOnly: true });
    const [first] = wallet.state.outputs;
    const spend = { keyImage: asKeyImage(bytesOf('image')), mixin: 15, key: first!.key };
    const tx = { txid: txidOf('may'), height: 900, timestamp: 5, fee: 6n, unlockTime: 2n ** 64n - 1n };
    await wallet.ledger.commit({
      puts: [
        put('lightTransactions', toHex(tx.txid), {
          ...tx,
          ...{ coinbase: false, prefixHash: bytesOf('prefix'), mixin: 15, spends: [spend] },
        }),
      ],
      deletes: [],
    });
    const { transactions = [], pool = [] } = await call('x_light_wallet');
    expect(transactions).toEqual([
      {
        txid: toHex(tx.txid),
        height: 900,
        timestamp: 5,
        fee: '6',
        unlock_time: String(tx.unlockTime),
        prefix_hash: toHex(bytesOf('prefix')),
        mixin: 15,
        spends: [{ key_image: toHex(spend.keyImage), mixin: 15, public_key: toHex(first!.key) }],
      },
    ]);
    expect(pool).toMatchObject([{ amount: String(XMR / 2n), major: 0 }]);
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('x_light_wallet')).toMatchObject({ code: -13 });
  });
});
