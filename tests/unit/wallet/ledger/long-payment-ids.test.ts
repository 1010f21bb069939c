/** Unencrypted payment ids of 32 bytes, which transactions had until 2019. */
import { expect, test } from 'vitest';
import { buildExtra, paymentIdField } from '../../../../src/protocol/tx/extra.ts';
import { outgoing } from '../../../../src/wallet/ledger/history.ts';
import { reduceLookups } from '../../../../src/wallet/ledger/scan-tx.ts';
import type { Ledger } from '../../../../src/wallet/state/state.ts';
import { bytesOf, createTestChain, prunedBlob, scannedPoolTx, txidOf, type TestTx } from '../test-chain.ts';
import { readChain, testLedger } from '../test-ledger.ts';

const NOW = 1_800_000_000;
const ID = bytesOf('payment id');
const extra = buildExtra([paymentIdField({ kind: 'long', bytes: ID })]);
const received: TestTx = { id: 'received', outputs: [{ name: 'a', amount: 5n }], extra };
const spending: TestTx = { id: 'spending', spends: ['a'], fee: 1n, extra };

/** As after scan_tx: the scan itself reads no such id. */
const lookUp = (ledger: Ledger, tx: TestTx, height?: number): Promise<void> =>
  ledger.commit((state) =>
    reduceLookups(
      state,
      [
        {
          lookup: {
            txid: txidOf(tx.id),
            blob: prunedBlob(tx),
            pruned: true,
            inPool: height === undefined,
            ...(height !== undefined && { height, timestamp: NOW }),
            outputIndices: [7],
            doubleSpendSeen: false,
          },
          scanned: scannedPoolTx(tx),
        },
      ],
      NOW,
    ),
  );
const idsIn = ({ state }: Ledger): unknown[] =>
  [...state.tables.payments.values()].map(({ paymentId }) => paymentId);
const idsOut = ({ state }: Ledger): unknown[] =>
  outgoing(state, 'confirmed', {}, NOW).map(({ paymentId }) => paymentId);

test('a mined payment that a person names (scan_tx) has it, one in the pool has not', async () => {
  for (const [height, id] of [
    [3, ID],
    [undefined, undefined],
  ] as const) {
    const ledger = await testLedger();
    await readChain(ledger, createTestChain(10));
    await lookUp(ledger, received, height);
    expect(idsIn(ledger)).toEqual([id]);
  }
});

test('a payment of ours without change has it, from a block and from scan_tx', async () => {
  const chain = createTestChain(3);
  chain.add([received]);
  chain.add([spending]);
  const ledger = await testLedger();
  await readChain(ledger, chain);
  expect(idsOut(ledger)).toEqual([ID]);
  const named = await testLedger({ restoreHeight: 8 });
  chain.addEmpty(10);
  await readChain(named, chain);
  await lookUp(named, received, 3);
  await lookUp(named, spending, 4);
  expect(idsOut(named)).toEqual([ID]);
});
