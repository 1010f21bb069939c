/**
 * A wallet with money on a made-up chain of 4,000 blocks, and a node that answers the requests of a payment, truly or
 * falsely. Payments are prepared, but not proved: a node sees no more of them before they are sent.
 */
import { asCommitment, asPublicKey, asTxId } from '../../../src/base/brands.ts';
import { fault } from '../../../src/daemon/faults.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import type {
  OutputDistribution,
  OutputInfo,
  OutputRef,
  OutputSource,
} from '../../../src/ports/output-source.ts';
import type { WalletFile } from '../../../src/ports/wallet-files.ts';
import { parseAddress } from '../../../src/protocol/address/address.ts';
import { commit } from '../../../src/protocol/rct/amount.ts';
import { createInlineCryptoWorkers } from '../../../src/wallet/crypto-workers.ts';
import type { Prepared } from '../../../src/wallet/spend/prepared.ts';
import { prepareSweep } from '../../../src/wallet/spend/spend.ts';
import { openLedger, put, type Ledger } from '../../../src/wallet/state/state.ts';
import type { AskedNode, OwnedOutput } from '../../../src/wallet/state/records/outputs.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { bytesOf, createTestChain } from './test-chain.ts';
import { testFile, testLedger } from './test-ledger.ts';
import { funds, person } from './test-money.ts';
import { createTestNode } from './test-node.ts';

export const BLOCKS = 4000;
export const PER_BLOCK = 40;
const XMR = 1_000_000_000_000n;
export const TRUE_DISTRIBUTION: OutputDistribution = {
  startHeight: 0,
  cumulative: Array.from({ length: BLOCKS }, (_, height) => (height + 1) * PER_BLOCK),
};

export interface PayingNode {
  /** Each request for outputs, in order. */
  readonly asked: number[][];
  /** Its answer to a request for outputs, instead of the true one; it may throw. */
  answer: (truth: readonly OutputInfo[], indices: readonly number[]) => readonly OutputInfo[];
  distribution: OutputDistribution;
}

/** Keys of other outputs are successive points, which repeat after a while: a new one for each output would take long. */
const KEYS = 4096;
const points: Uint8Array[] = [];
const pointAt = (n: number): Uint8Array => {
  if (points.length === 0) points.push(kernel.mulBase(kernel.scalarReduce(bytesOf('step'))));
  while (points.length <= n) points.push(kernel.pointAdd(points.at(-1)!, points[0]!));
  return points[n]!;
};
const foreignOutputAt = (index: number): Pick<OutputInfo, 'key' | 'mask'> => ({
  key: asPublicKey(pointAt(index % KEYS)),
  mask: asCommitment(pointAt((7 * index + 1) % KEYS)),
});

export function createPayingNode(
  owned: readonly OwnedOutput[],
): PayingNode & { readonly outputs: OutputSource } {
  const ours = new Map(owned.map((output) => [output.globalIndex, output]));
  const truth = (index: number): OutputInfo => {
    const own = ours.get(index);
    const points = own
      ? { key: own.key, mask: commit({ amount: own.amount, mask: own.mask }) }
      : foreignOutputAt(index);
    return { ...points, unlocked: true, height: Math.floor(index / PER_BLOCK) };
  };
  const node = {
    asked: [] as number[][],
    answer: (infos: readonly OutputInfo[]): readonly OutputInfo[] => infos,
    distribution: TRUE_DISTRIBUTION,
    outputs: {
      distribution: () => Promise.resolve(node.distribution),
      counts: () => Promise.reject(new Error('not asked here')),
      outputs: async (refs: readonly OutputRef[]) => {
        const indices = refs.map(({ index }) => index);
        node.asked.push(indices);
        await Promise.resolve();
        return node.answer(indices.map(truth), indices);
      },
    },
  } as PayingNode & { readonly outputs: OutputSource };
  return node;
}

/** `count` outputs of 1 XMR, each in a block of its own, the youngest 20 blocks old. */
export function ownedOutputs(count: number): OwnedOutput[] {
  return funds(
    person('payer'),
    Array.from({ length: count }, () => ({ amount: XMR })),
  ).map((output, i) => {
    const height = BLOCKS - 21 - Math.floor((i * (BLOCKS - 1500)) / count);
    return {
      ...output,
      txid: asTxId(bytesOf(`paid ${i}`)),
      height,
      globalIndex: height * PER_BLOCK + (i % PER_BLOCK),
    };
  });
}

export interface PayingWallet {
  readonly ledger: Ledger;
  readonly file: WalletFile;
  /** Prepares a payment of one output, whose ring is stored then. */
  pay(
    node: { readonly outputs: OutputSource },
    seed: string,
    output?: number,
    asked?: AskedNode,
  ): Promise<Prepared[]>;
}

const TEXT = person('payee').text(0, 0);
const FEES = [20_000n, 80_000n, 320_000n, 4_000_000n] as const;

/** Opens the wallet of `file` again, or makes one that has `owned`. */
export async function payingWallet(owned: readonly OwnedOutput[], file?: WalletFile): Promise<PayingWallet> {
  const own = file ?? (await testFile());
  const ledger = file ? await openLedger(file) : await testLedger(person('payer').account, own);
  if (!file)
    await ledger.commit({
      puts: owned.map((output, outputIndex) => put('outputs', String(outputIndex), output)),
      deletes: [],
      chain: { base: BLOCKS - 3000, append: new Uint8Array(32 * 3000) },
    });
  return {
    ledger,
    file: own,
    pay: async ({ outputs }, seed, output = 0, asked = { node: 'https://node.example', choice: 0 }) => {
      const random = { bytes: seededRandom(seed) };
      const prepared = await prepareSweep(
        {
          ledger,
          forPrivate: () => Promise.resolve({ node: outputs, asked }),
          answers: {
            feeEstimate: () => Promise.resolve({ fees: FEES, quantizationMask: 10_000n }),
            likelyEstimate: () => Promise.reject(new Error('not asked here')),
            backlog: () => Promise.resolve([]),
            newest: () => Promise.reject(new Error('not asked here')),
            distribution: () => outputs.distribution(),
            forget: () => undefined,
          },
          blocks: createTestNode(createTestChain(2)),
          random,
          cryptoWorkers: createInlineCryptoWorkers(random),
          clock: { now: () => 1_800_000_000_000, sleep: () => Promise.resolve() },
        },
        {
          account: 0,
          address: parseAddress(TEXT),
          text: TEXT,
          outputs: 1,
          below: 0n,
          allMinors: true,
          only: ledger.state.outputs[output]!,
          priority: 1,
        },
      );
      for (const { stored } of prepared) await stored;
      return prepared;
    },
  };
}

/** First answers with which a payment cannot be built, by name. `real` is the index of the output that is spent. */
export function failures(real: () => number): Readonly<Record<string, PayingNode['answer']>> {
  return {
    locked: (truth, indices) =>
      truth.map((info, i) => (indices[i] === real() ? info : { ...info, unlocked: false })),
    'locked, the real one too': (truth) => truth.map((info) => ({ ...info, unlocked: false })),
    short: (truth) => truth.slice(0, 7),
    empty: () => [],
    garbage: (truth) =>
      truth.map((info) => ({
        ...info,
        key: asPublicKey(bytesOf('garbage')),
        mask: asCommitment(bytesOf('garbage')),
      })),
    timeout: () => {
      throw fault('node_timeout', { address: 'https://node.example', seconds: 60 });
    },
  };
}
