/** What the wallet stores of the chain while the spend key is away: transactions whose rings contain our outputs. */
import { describe, expect, it } from 'vitest';
import { asKeyImage } from '../../../../src/base/brands.ts';
import { writeTransaction } from '../../../../src/protocol/tx/transaction.ts';
import { createDraft } from '../../../../src/wallet/ledger/draft.ts';
import { createRingWatch } from '../../../../src/wallet/ledger/ring-watch.ts';
import { change, put } from '../../../../src/wallet/state/state.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { KEYS, openFixture, PASSWORD, XMR } from '../../../support/rpc/fixture.ts';
import { bytesOf, ownOutput, txidOf } from '../../../support/rpc/own-output.ts';

const spending = (keyImage: Uint8Array, keyOffsets: readonly bigint[], amount = 0n): Uint8Array =>
  writeTransaction({
    prefix: {
      version: 2,
      unlockTime: 0n,
      inputs: [{ kind: 'key', amount, keyOffsets, keyImage: asKeyImage(keyImage) }],
      outputs: [],
      extra: new Uint8Array(0),
    },
    signatures: [],
    rct: { type: 6, fee: 5n, pseudoOuts: [], ecdh: [], commitments: [] },
  });

const seen = (name: string, height: number, blob: Uint8Array) => ({
  txid: txidOf(name),
  height,
  timestamp: 1,
  blob,
});

/** One output without a key image at global index 30, one with at 40. */
const open = async () => {
  const { wallet } = await openFixture({ empty: true });
  const { keyImage: _image, ...blind } = ownOutput(KEYS, {
    tx: 'a',
    amount: XMR,
    height: 5,
    globalIndex: 30,
  });
  const known = ownOutput(KEYS, { tx: 'b', amount: XMR, height: 6, globalIndex: 40 });
  await wallet.ledger.commit(change([put('outputs', '0', blind), put('outputs', '1', known)]));
  return { wallet, known };
};

// The look-ahead has ten thousand addresses: the readable kernel takes seconds to compute them.

describe('stored rings while the spend key is away', () => {
  it('contain an output whose key image is unknown, by absolute index', async () => {
    const { wallet } = await open();
    const draft = createDraft(wallet.state);
    const watch = createRingWatch(draft);
    const image = bytesOf('image');
    watch.examine(seen('hit', 8, spending(image, [10n, 20n, 5n])));
    watch.examine(seen('miss', 8, spending(image, [11n, 20n, 5n])));
    watch.examine(seen('clear', 8, spending(image, [30n], XMR)));
    watch.examine(seen('coinbase', 8, new Uint8Array(0)));
    expect(
      draft.entries('maybeSpending').map(([, { txid, keyImages, fee }]) => ({ txid, keyImages, fee })),
    ).toEqual([{ txid: txidOf('hit'), keyImages: [image], fee: 5n }]);
  });
  it('are not stored for known key images', async () => {
    const { wallet, known } = await open();
    const draft = createDraft(wallet.state);
    const watch = createRingWatch(draft);
    watch.examine(seen('plain', 8, spending(known.keyImage!, [30n])));
    watch.examine(seen('other', 8, spending(bytesOf('image'), [40n])));
    expect(draft.entries('maybeSpending')).toEqual([]);
  });
  it('are stored for new outputs, and removed by a reorg', async () => {
    const { wallet } = await open();
    const draft = createDraft(wallet.state);
    const watch = createRingWatch(draft);
    const { keyImage: _image, ...fresh } = ownOutput(KEYS, {
      tx: 'c',
      amount: XMR,
      height: 7,
      globalIndex: 50,
    });
    draft.setOutput(2, fresh);
    watch.addOutputs([fresh.key]);
    watch.examine(seen('late', 9, spending(bytesOf('image'), [50n])));
    watch.examine(seen('early', 8, spending(bytesOf('image'), [30n])));
    expect(draft.entries('maybeSpending')).toHaveLength(2);
    draft.detach(9);
    expect(draft.entries('maybeSpending').map(([, { height }]) => height)).toEqual([8]);
  });
});

describe('a reorg while the spend key is away', () => {
  it('frees outputs that were spent in the lost blocks', async () => {
    const { wallet, call } = await openFixture();
    const before = await call('get_balance');
    const draft = createDraft(wallet.state);
    draft.detach(300);
    expect(draft.get('outgoing', toHex(txidOf('paid')))?.state).toBe('pending');
    await call('setup_background_sync', {
      background_sync_type: 'reuse-wallet-password',
      wallet_password: PASSWORD,
    });
    await call('start_background_sync');
    await wallet.ledger.commit((state) => {
      const away = createDraft(state);
      away.detach(300);
      return away.change();
    });
    expect(wallet.state.tables.outgoing.get(toHex(txidOf('paid')))?.state).toBe('failed');
    // 3 XMR are unspent again; 0.9 XMR of change and the locked output came later.
    expect((await call('get_balance')).balance).toBe(before.balance + 3n * XMR - (9n * XMR) / 10n - XMR);
  });
});
