/** What the account of a light-wallet server stores of the chain: payments to it, and rings that contain its outputs. */
import { describe, expect, it } from 'vitest';
import { asKeyImage } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { writePrefix } from '../../../../src/protocol/tx/prefix.ts';
import { writeTransaction } from '../../../../src/protocol/tx/transaction.ts';
import type { TxPrefix } from '../../../../src/protocol/tx/types.ts';
import type { FoundOutput } from '../../../../src/ports/scan-pool.ts';
import { createDraft } from '../../../../src/wallet/ledger/draft.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import { createLightWatch } from '../../../../src/wallet/ledger/light-watch.ts';
import { change, put } from '../../../../src/wallet/state/state.ts';
import { KEYS, openFixture, XMR } from '../../../support/rpc/fixture.ts';
import { bytesOf, ownOutput, txidOf } from '../../../support/rpc/own-output.ts';

const prefixWith = (rings: readonly (readonly bigint[])[]): TxPrefix => ({
  version: 2,
  unlockTime: 7n,
  inputs: rings.map((keyOffsets, i) => ({
    kind: 'key',
    amount: 0n,
    keyOffsets,
    keyImage: asKeyImage(bytesOf(`image ${i}`)),
  })),
  outputs: [],
  extra: new Uint8Array(0),
});
const bytesWith = (prefix: TxPrefix): Uint8Array =>
  writeTransaction({
    prefix,
    signatures: [],
    rct: { type: 6, fee: 5n, pseudoOuts: [], ecdh: [], commitments: [] },
  });
const seen = (name: string, height: number, blob: Uint8Array) => ({
  txid: txidOf(name),
  height,
  timestamp: 1,
  blob,
});
const own = ownOutput(KEYS, { tx: 'a', amount: XMR, height: 5, globalIndex: 30 });
const second = ownOutput(KEYS, { tx: 'b', amount: XMR, height: 6, globalIndex: 50 });
const found = { ...second, tx: 0, fee: 5n } as FoundOutput;

const open = async () => {
  const { wallet } = await openFixture({ empty: true, watchOnly: true });
  const { keyImage: _image, ...blind } = own;
  await wallet.ledger.commit(change([put('outputs', '0', blind)]));
  const draft = createDraft(wallet.state);
  return { wallet, draft, watch: createLightWatch(draft) };
};

describe('transactions for clients of a light-wallet server', () => {
  it('name each key image whose ring has an output of ours, with its ring size', async () => {
    const { draft, watch } = await open();
    const prefix = prefixWith([[1n, 2n], [10n, 20n, 5n], [30n]]);
    watch.examine(seen('hit', 8, bytesWith(prefix)), []);
    watch.examine(seen('miss', 8, bytesWith(prefixWith([[31n, 1n]]))), []);
    expect(draft.entries('lightTransactions')).toEqual([
      [
        toHex(txidOf('hit')),
        {
          txid: txidOf('hit'),
          height: 8,
          timestamp: 1,
          fee: 5n,
          unlockTime: 7n,
          coinbase: false,
          prefixHash: kernel.keccak256(writePrefix(prefix)),
          mixin: 1,
          spends: [
            { keyImage: bytesOf('image 1'), mixin: 2, key: own.key },
            { keyImage: bytesOf('image 2'), mixin: 0, key: own.key },
          ],
        },
      ],
    ]);
  });
  it('are those that pay us, too, whose outputs are looked for from then on', async () => {
    const { draft, watch } = await open();
    watch.examine(seen('pays', 7, bytesWith(prefixWith([[1n]]))), [found]);
    draft.setOutput(1, second);
    watch.addOutputs([found]);
    watch.examine(seen('spends', 8, bytesWith(prefixWith([[50n]]))), []);
    expect(draft.entries('lightTransactions').map(([, { spends }]) => spends.map(({ key }) => key))).toEqual([
      [],
      [second.key],
    ]);
  });
  it('have no spends when they are coinbases', async () => {
    const { draft, watch } = await open();
    watch.examine(seen('mined', 7, new Uint8Array(0)), [{ ...found, unlockTime: 67n }]);
    watch.examine(seen('foreign', 7, new Uint8Array(0)), []);
    expect(draft.entries('lightTransactions').map(([, tx]) => tx)).toMatchObject([
      { txid: txidOf('mined'), coinbase: true, unlockTime: 67n, mixin: 0, spends: [] },
    ]);
  });
  it('go with their block in a reorg, and with the chain in a rescan', async () => {
    const { wallet, draft, watch } = await open();
    watch.examine(seen('early', 8, bytesWith(prefixWith([[30n]]))), []);
    watch.examine(seen('late', 9, bytesWith(prefixWith([[30n]]))), []);
    draft.detach(9);
    expect(draft.entries('lightTransactions').map(([, { height }]) => height)).toEqual([8]);
    await wallet.ledger.commit(draft.change());
    await wallet.ledger.commit((state) => forgetChain(state, false));
    expect(wallet.state.tables.lightTransactions.size).toBe(0);
  });
});
