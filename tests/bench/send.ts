/** The suite `send`: building and proving payments of a wallet that has scanned the chain; nothing is relayed. */
import { attempt, jsonOf, type Suite, takeTurns, type World } from './measuring.ts';
import { countsOf } from './payment.ts';
import type { Wallet } from './subject.ts';

/**
 * Wallet S of the chain holds one output in account 1, two in account 2 and many in account 3, so that every wallet
 * has to take the same ones. XMR go to wallet U.
 */
const XMR = 1_000_000_000_000;
/** What is paid, and the transaction's shape; a sweep takes all outputs of its account. */
interface Shape {
  account: number;
  inputs?: number;
  outputs: number;
  amounts?: readonly number[];
}
const SENDS: ReadonlyMap<string, Shape> = new Map([
  ['1in2out', { account: 1, inputs: 1, outputs: 2, amounts: [XMR] }],
  ['2in2out', { account: 2, inputs: 2, outputs: 2, amounts: [5 * XMR] }],
  ['1in16out', { account: 1, inputs: 1, outputs: 16, amounts: Array.from({ length: 15 }, () => XMR / 10) }],
  ['sweep75', { account: 3, outputs: 2 }],
]);

export const send: Suite = {
  cases: [...SENDS.keys()],
  run: async function* (world) {
    const { cases, runs, subjects, chain, say } = world;
    const open = [];
    try {
      for (const subject of subjects) {
        say(`${subject.name} scans wallet S`);
        open.push({ name: subject.name, wallet: await subject.wallet({ seed: chain.facts.seeds.S }) });
      }
      for (const [name, shape] of SENDS) {
        if (!cases.includes(name)) continue;
        for (const { run, subject } of takeTurns(runs, open)) {
          const measure = async () => {
            const figures = await build(subject.wallet, shape, world);
            return { suite: 'send', case: name, subject: subject.name, ...figures };
          };
          yield* await attempt(`${name} run ${run + 1}, ${subject.name}`, measure, world);
        }
      }
    } finally {
      for (const { wallet } of open) await wallet.close();
    }
  },
};

const build = async (wallet: Wallet, shape: Shape, { chain: { facts } }: World) => {
  const { account, amounts, outputs, inputs = facts.sweep_inputs ?? 75 } = shape;
  const { transactions, ...figures } = await wallet.build({ account, amounts, address: facts.addresses.U });
  const counts = transactions.map((hex) => countsOf(hex));
  const [first] = counts;
  if (counts.length !== 1 || first?.inputs !== inputs || first.outputs !== outputs)
    throw new Error(`built ${jsonOf(counts)}`);
  return figures;
};
