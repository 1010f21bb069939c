/** The transactions that the wallet may send, by the rules of the next block. */
import { expect, it } from 'vitest';
import { writeTransaction } from '../../../../src/protocol/tx/transaction.ts';
import { createRelaying } from '../../../../src/wallet/areas/relaying.ts';
import { fault } from '../../../../src/wallet/faults.ts';
import type { PendingTx } from '../../../../src/wallet/spend/pending.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { txOfToday } from '../fork-chain.ts';
import { onlyReceiver } from '../only-receiver.ts';
import { createTestChain, keyImageOf, txidOf } from '../test-chain.ts';
import { testLedger } from '../test-ledger.ts';
import { person } from '../test-money.ts';
import { createTestNode } from '../test-node.ts';

it('a payment with rings that was prepared before the network took none must be prepared again', async () => {
  const node = createTestNode(createTestChain(2));
  const ledger = await testLedger();
  const bob = person('bob');
  const planned = [
    { address: bob.address(0, 0), amount: 1n, change: false },
    { address: bob.address(0, 1), amount: 1n, change: true },
  ];
  const blob = writeTransaction(txOfToday(planned, bob, [keyImageOf('coin')], seededRandom('relaying')));
  const relaying = createRelaying({
    receivers: onlyReceiver(node),
    ledger,
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    sync: {
      rules: {
        newer: undefined,
        next: undefined,
        closed: false,
        // This build proves membership instead.
        proving: true,
        requireSending: (rings) => {
          if (rings) throw fault('sending_needs_update', { version: 18 });
        },
      },
      tip: undefined,
    },
    beforePrivate: () => Promise.resolve(),
    automated: false,
  });
  const pending = { txid: txidOf('prepared'), blob } as unknown as PendingTx;
  await expect(relaying.relay(pending)).rejects.toMatchObject({ code: 'prepared_not_found' });
  expect(node.relayed).toEqual([]);
  expect(ledger.state.tables.outgoing.size).toBe(0);
});
