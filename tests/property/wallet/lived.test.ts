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
import type { SubaddressIndex } from '../../../src/protocol/keys/subaddress.ts';
import { balanceOf } from '../../../src/wallet/ledger/balance.ts';
import { openLedger, type Ledger } from '../../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../../src/wallet/state/records/outputs.ts';
import { onlyReceiver } from '../../unit/wallet/only-receiver.ts';
import {
  createTestChain,
  keyImageOf,
  prunedBlob,
  txidOf,
  type TestChain,
  type TestOutput,
  type TestTx,
} from '../../unit/wallet/test-chain.ts';
import { readChain, readPool, testFile, testLedger } from '../../unit/wallet/test-ledger.ts';
import { inTier } from '../../support/tier.ts';

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

/** A network with a pool: transactions wait, are mined in any order that their inputs allow, and return after reorgs. */
const createNetwork = () => {
  const chain = createTestChain(3);
  let pool: TestTx[] = [];
  let names = 0;
  const byImage = new Map<string, string>();
  const register = (tx: TestTx): TestTx => {
    for (const { name } of tx.outputs ?? []) byImage.set(toHex(keyImageOf(name)), name);
    return tx;
  };
  const mined = (): TestTx[] => chain.blocks.flatMap(({ txs }) => txs);
  const made = (txs: readonly TestTx[]): TestOutput[] => txs.flatMap(({ outputs = [] }) => outputs);
  const spent = (txs: readonly TestTx[]): Set<string> => new Set(txs.flatMap(({ spends = [] }) => spends));
  const fits = (tx: TestTx, before: readonly TestTx[]): boolean => {
    const known = new Set(made(before).map(({ name }) => name));
    const gone = spent(before);
    return (tx.spends ?? []).every((name) => known.has(name) && !gone.has(name));
  };
  return {
    chain,
    pool: () => pool,
    receive: (amount: number, minor: number, twin: boolean): void => {
      const known = made([...mined(), ...pool]);
      const name = twin && known.length > 0 ? known[amount % known.length]!.name : `o${names++}`;
      pool.push(
        register({ id: `r${names++}`, outputs: [{ name, amount: BigInt(amount), to: { major: 0, minor } }] }),
      );
    },
    spend: (which: number, back: number, major: number): void => {
      const gone = spent([...mined(), ...pool]);
      const free = made(mined()).filter(({ name }) => !gone.has(name));
      const output = free[which % Math.max(1, free.length)];
      if (!output) return;
      const amount = (output.amount * BigInt(back)) / 4n;
      const outputs = amount > 0n ? [{ name: `o${names++}`, amount, to: { major, minor: 0 } }] : [];
      pool.push(register({ id: `s${names++}`, spends: [output.name], fee: output.amount - amount, outputs }));
    },
    /** What a node answers to a transaction: accepted, known already, or in conflict with another. */
    take: (tx: TestTx): 'ok' | 'rejected' => {
      if ([...mined(), ...pool].some(({ id }) => id === tx.id)) return 'ok';
      if (spentBefore(tx, [...mined(), ...pool]) || !possible(tx, [...mined(), ...pool])) return 'rejected';
      pool.push(tx);
      return 'ok';
    },
    name: (): string => `p${names++}`,
    nameOf: (keyImage: Uint8Array): string => byImage.get(toHex(keyImage))!,
    register,
    mine: (order: number, count: number): void => {
      const wanted = [...pool.slice(order % (pool.length + 1)), ...pool.slice(0, order % (pool.length + 1))];
      const taken: TestTx[] = [];
      for (const tx of wanted) if (taken.length < count && fits(tx, [...mined(), ...taken])) taken.push(tx);
      chain.add(taken, `n${names++}`);
      const rest = pool.filter((tx) => !taken.includes(tx));
      // As in a node, transactions that can no longer be mined leave the pool.
      const gone = spent(mined());
      pool = rest.filter(({ spends = [] }) => !spends.some((name) => gone.has(name)));
    },
    reorg: (depth: number): void => {
      const n = Math.min(depth, chain.height - 3);
      if (n < 1) return;
      const back = chain.blocks.slice(chain.height - n).flatMap(({ txs }) => txs);
      chain.pop(n);
      chain.addEmpty(n + 1, `f${names++}`);
      pool = [...back, ...pool].filter(
        (tx, i, all) => !spentBefore(tx, all.slice(0, i)) && possible(tx, [...mined(), ...all.slice(0, i)]),
      );
    },
  };
  function spentBefore({ spends = [] }: TestTx, before: readonly TestTx[]): boolean {
    const gone = spent(before);
    return spends.some((name) => gone.has(name));
  }
  function possible({ spends = [] }: TestTx, before: readonly TestTx[]): boolean {
    const known = new Set(made(before).map(({ name }) => name));
    return spends.every((name) => known.has(name));
  }
};

const placeOf = ({ major, minor }: SubaddressIndex): number[] => [major, minor];
const spentBy = (spent: OwnedOutput['spent']): (string | number)[] =>
  spent ? [spent.height, toHex(spent.txid)] : [];

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
/** The part of the state that follows from the chain alone. */
const knowledge = ({ state }: Ledger) => ({
  height: state.height,
  top: toHex(state.chain.hashes.subarray(-32)),
  balances: [0, 1, 2].map((account) => balanceOf(state, account, true, NOW).balance),
  loose: [0, 1, 2].map((account) => balanceOf(state, account, false, NOW).balance),
  outputs: state.outputs.map(({ txid, outputIndex, globalIndex, amount, height, subaddress, spent }) =>
    [toHex(txid), outputIndex, globalIndex, amount, height, ...placeOf(subaddress), ...spentBy(spent)].join(
      ' ',
    ),
  ),
  payments: [...state.tables.payments.values()]
    .filter(({ height }) => height > 0)
    .map(({ txid, subaddress, amounts, height, fee }) =>
      [toHex(txid), ...placeOf(subaddress), ...amounts, height, fee].join(' '),
    )
    .sort(),
  sent: [...state.tables.outgoing.values()]
    .filter(({ state: each }) => each === 'confirmed')
    .map(({ txid, height, amountIn, change, fee, account, subaddresses }) => ({
      txid: toHex(txid),
      height,
      amountIn,
      change,
      fee,
      account,
      subaddresses,
    }))
    .sort((a, b) => (a.txid < b.txid ? -1 : 1)),
  keys: [...state.byKey].sort(),
  images: [...state.byKeyImage].sort(),
});

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
