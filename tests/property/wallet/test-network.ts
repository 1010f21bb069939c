/** A made-up network with a pool, and what a wallet knows of its chain. */
import { toHex } from '../../../src/base/hex.ts';
import type { SubaddressIndex } from '../../../src/protocol/keys/subaddress.ts';
import { balanceOf } from '../../../src/wallet/ledger/balance.ts';
import type { Ledger } from '../../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../../src/wallet/state/records/outputs.ts';
import { createTestChain, keyImageOf, type TestOutput, type TestTx } from '../../unit/wallet/test-chain.ts';

const NOW = 1_800_000_000;

/** A network with a pool: transactions wait, are mined in any order that their inputs allow, and return after reorgs. */
export function createNetwork() {
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
    /** An output with the key of a known one, which belongs to the same address. */
    receiveTwin: (amount: number): void => {
      const known = made([...mined(), ...pool]);
      const same = known[amount % Math.max(1, known.length)];
      if (same) pool.push(register({ id: `r${names++}`, outputs: [{ ...same, amount: BigInt(amount) }] }));
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
    /** A block whose miner is this wallet. */
    mineTo: (output: TestOutput): void => {
      chain.add([
        register({
          id: `m${names++}`,
          coinbase: true,
          unlockTime: BigInt(chain.height + 60),
          outputs: [output],
        }),
      ]);
    },
    reorg: (depth: number): void => {
      const n = Math.min(depth, chain.height - 3);
      if (n < 1) return;
      const back = chain.blocks
        .slice(chain.height - n)
        .flatMap(({ txs }) => txs.filter(({ coinbase }) => !coinbase));
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
}

const placeOf = ({ major, minor }: SubaddressIndex): number[] => [major, minor];
const spentBy = (spent: OwnedOutput['spent']): (string | number)[] =>
  spent ? [spent.height, toHex(spent.txid)] : [];

/** The part of the state that follows from the chain alone. */
export function knowledge({ state }: Pick<Ledger, 'state'>) {
  return {
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
  };
}
