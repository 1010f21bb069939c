/**
 * A wallet with a long past has the same state as one that is restored today: after incoming and spent money, pool
 * transactions, reorgs, mining in another order, and kills of the tab in between.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asSecretKey } from '../../../src/base/brands.ts';
import { Fault } from '../../../src/base/fault.ts';
import { toHex } from '../../../src/base/hex.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { TxRelay } from '../../../src/ports/tx-relay.ts';
import { rebroadcast, send } from '../../../src/wallet/spend/outbox.ts';
import type { PendingTx } from '../../../src/wallet/spend/pending.ts';
import { openLedger, type Ledger } from '../../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../../src/wallet/state/records/outputs.ts';
import { onlyReceiver } from '../../unit/wallet/only-receiver.ts';
import { prunedBlob, txidOf, type TestChain, type TestTx } from '../../unit/wallet/test-chain.ts';
import { readChain, readPool, testFile, testLedger } from '../../unit/wallet/test-ledger.ts';
import { inTier } from '../../support/tier.ts';
import { createNetwork, knowledge } from './test-network.ts';

const NOW = 1_800_000_000;
const clock: Clock = { now: () => NOW * 1000, sleep: () => Promise.resolve() };

/** The possible outcomes of a payment of this wallet. */
type Answer = 'ok' | 'lost' | 'lost after taking' | 'down' | 'rejected' | 'killed before' | 'killed after';

type Step =
  | { readonly kind: 'receive'; readonly amount: number; readonly minor: number; readonly twin: boolean }
  | { readonly kind: 'spend'; readonly which: number; readonly back: number; readonly to: number }
  | { readonly kind: 'pay'; readonly which: number; readonly answer: Answer }
  | { readonly kind: 'block'; readonly order: number; readonly count: number }
  | { readonly kind: 'reorg'; readonly depth: number }
  | { readonly kind: 'look' | 'reopen' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('receive' as const),
      amount: fc.integer({ min: 1, max: 99 }),
      minor: fc.nat(2),
      twin: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('spend' as const),
      which: fc.nat(9),
      back: fc.nat(3),
      to: fc.nat(2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      which: fc.nat(9),
      answer: fc.constantFrom<Answer>(
        'ok',
        'ok',
        'lost',
        'lost after taking',
        'down',
        'rejected',
        'killed before',
        'killed after',
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('block' as const), order: fc.nat(5), count: fc.nat(4) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 14 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('look' as const, 'reopen' as const) }) },
);

/** Spends one output, with change of half of it. */
const payment = (
  id: string,
  name: string,
  output: OwnedOutput,
): { readonly pending: PendingTx; readonly tx: TestTx } => {
  const change = output.amount / 2n;
  const { major } = output.subaddress;
  const outputs = change > 0n ? [{ name: `${id} back`, amount: change, to: { major, minor: 0 } }] : [];
  const tx: TestTx = { id, spends: [name], fee: output.amount - change, outputs };
  return {
    tx,
    pending: {
      blob: prunedBlob(tx),
      txid: txidOf(id),
      fee: output.amount - change,
      weight: 1,
      keys: { key: asSecretKey(new Uint8Array(32)), additional: [] },
      account: major,
      keyImages: [output.keyImage!],
      destinations: [{ address: 'somebody', amount: 0n }],
      change,
      amountIn: output.amount,
    },
  };
};
const restored = async (chain: TestChain): Promise<Ledger> => {
  const ledger = await testLedger();
  await readChain(ledger, chain);
  return ledger;
};

test('a wallet with a long past has the same state as one restored today from its seed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 5, maxLength: 45 }), async (twins, steps) => {
      // Only the sender knows which of two outputs with one key was spent, so a run has either such pairs or own payments.
      const network = createNetwork();
      const { chain } = network;
      const file = await testFile();
      let ledger: Ledger = await testLedger({}, file);
      const built = new Map<string, TestTx>();
      const relayOf = (answer: Answer): TxRelay => ({
        relay: (_blob, txid) => {
          const id = toHex(txid);
          const fault = (code: string) => Promise.reject(new Fault(code, { txid: id }));
          if (answer === 'down') return fault('node_unreachable');
          if (answer === 'lost') return fault('relay_unknown');
          if (answer === 'rejected') return fault('tx_rejected');
          if (answer === 'killed before') return new Promise(() => undefined);
          const taken = network.take(built.get(id)!);
          if (answer === 'killed after') return new Promise(() => undefined);
          if (taken === 'rejected') return fault('tx_rejected');
          return answer === 'ok' ? Promise.resolve() : fault('relay_unknown');
        },
        keyImagesSpent: () => Promise.resolve([]),
      });
      for (const each of steps) {
        switch (each.kind) {
          case 'receive':
            network.receive(each.amount, each.minor, each.twin && twins);
            break;
          case 'spend':
            network.spend(each.which, each.back, each.to);
            break;
          case 'pay': {
            const outputIndex = each.which % Math.max(1, ledger.state.outputs.length);
            const output = ledger.state.outputs[outputIndex];
            if (twins || !output || output.spent) break;
            const sent = payment(network.name(), network.nameOf(output.keyImage!), output);
            built.set(toHex(sent.pending.txid), network.register(sent.tx));
            const sending = send(
              { receivers: onlyReceiver(relayOf(each.answer)), ledger, clock },
              sent.pending,
            );
            if (!each.answer.startsWith('killed')) {
              const code = await sending.then(
                () => undefined,
                (error: unknown) => (error as Fault).code,
              );
              const busy = ledger.state.outputs.some(({ spent }) => spent?.height === 0);
              if (each.answer === 'down') expect(code).toBe('node_unreachable');
              if (code === undefined || code === 'relay_unknown') expect(busy).toBe(true);
              break;
            }
            await ledger.settled();
            ledger = await openLedger(file);
            break;
          }
          case 'block':
            network.mine(each.order, each.count);
            break;
          case 'reorg':
            network.reorg(each.depth);
            break;
          case 'look':
            await readChain(ledger, chain);
            await readPool(ledger, network.pool());
            await rebroadcast({ receivers: onlyReceiver(relayOf('ok')), ledger, clock });
            break;
          case 'reopen':
            ledger = await openLedger(file);
        }
      }
      await readChain(ledger, chain);
      // The pool stays empty until the wallet waits for no transaction any more.
      for (let look = 0; look < 22; look++) {
        await readPool(ledger, []);
        await rebroadcast({ receivers: onlyReceiver(relayOf('rejected')), ledger, clock });
      }
      const fresh = await restored(chain);
      expect(knowledge(ledger)).toEqual(knowledge(fresh));
      expect(knowledge(await openLedger(file))).toEqual(knowledge(fresh));
    }),
    { numRuns: inTier({ short: 40, long: 150 }) },
  );
});
