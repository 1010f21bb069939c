/** Real keys and real outputs, to build transactions and to find own outputs in them. */

import { asCommitment, asPublicKey, asSecretKey, asTxId } from '../../../src/base/brands.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import type { FoundOutput } from '../../../src/ports/scan-pool.ts';
import type { SubaddressIndex } from '../../../src/protocol/keys/subaddress.ts';
import type { OutputInfo, OutputSource } from '../../../src/ports/output-source.ts';
import { formatAddress, type Address } from '../../../src/protocol/address/address.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { commit } from '../../../src/protocol/rct/amount.ts';
import { readPrunedTransaction, readTransaction } from '../../../src/protocol/tx/transaction.ts';
import type { Transaction } from '../../../src/protocol/tx/types.ts';
import { addressOf } from '../../../src/wallet/account/addresses.ts';
import { buildTable, scanKeysOf } from '../../../src/wallet/account/lookahead.ts';
import { createScanner, findOutputs, type Scanner } from '../../../src/wallet/scan/find-outputs.ts';
import { freshSecrets } from '../../../src/wallet/spend/build-tx.ts';
import { buildOutputs, type PlannedOutput } from '../../../src/wallet/spend/outputs.ts';
import type { AccountRecord } from '../../../src/wallet/state/records/account.ts';
import type { OwnedOutput } from '../../../src/wallet/state/records/outputs.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { bytesOf } from './test-chain.ts';
import { testAccount } from './test-ledger.ts';

export interface Person {
  readonly account: AccountRecord;
  readonly scanner: Scanner;
  readonly address: (major: number, minor: number) => Address;
  readonly text: (major: number, minor: number, paymentId?: Uint8Array) => string;
}

export function person(name: string): Person {
  const account = testAccount(accountFromSeed(bytesOf(name)));
  const { table } = buildTable(account, [6, 6]);
  const address = (major: number, minor: number): Address => addressOf(account, { major, minor });
  return {
    account,
    scanner: createScanner(scanKeysOf(account, table)),
    address,
    text: (major, minor, paymentId) =>
      formatAddress(
        paymentId ? { ...address(major, minor), kind: 'integrated', paymentId } : address(major, minor),
      ),
  };
}

/** What a wallet finds in a transaction outside any block, pruned as a node sends it. */
export function foundBy({ scanner }: Person, blob: Uint8Array): FoundOutput[] {
  const { prefix, rct } = pruned(blob);
  return findOutputs(scanner, [{ prefix, rct, coinbase: false, blockVersion: 16, globalIndices: [] }]);
}
const pruned = (blob: Uint8Array): Transaction => {
  try {
    return readTransaction(blob);
  } catch {
    return readPrunedTransaction(blob);
  }
};

/** Received outputs as a scan finds them, each from a transaction of its own. */
export function funds(
  owner: Person,
  wanted: readonly { readonly amount: bigint; readonly to?: SubaddressIndex }[],
): OwnedOutput[] {
  return wanted.map(({ amount, to = { major: 0, minor: 0 } }, i) => {
    const planned: PlannedOutput[] = [
      { address: owner.address(to.major, to.minor), amount, change: false },
      { address: person('somebody else').address(0, 0), amount: 1n, change: true },
    ];
    const random = { bytes: seededRandom(`funds ${i} ${amount}`) };
    const secrets = freshSecrets(random, planned);
    const { outputs, ecdh, commitments, extra } = buildOutputs(
      planned,
      secrets,
      asSecretKey(bytesOf('view').fill(1)),
    );
    const [found] = findOutputs(owner.scanner, [
      {
        prefix: { version: 2, unlockTime: 0n, inputs: [], outputs, extra },
        rct: { type: 6, fee: 0n, pseudoOuts: [], ecdh, commitments },
        coinbase: false,
        blockVersion: 16,
        globalIndices: [1000 + 20 * i, 1001 + 20 * i],
      },
    ]);
    return {
      ...found!,
      txid: asTxId(bytesOf(`funding ${i}`)),
      height: 10 + 20 * i,
      timestamp: 0,
      frozen: false,
    };
  });
}

/** A hundred outputs in each of the first ten blocks, then one per block: the indices that the outputs of `funds` name. */
const countAfter = (height: number): number => (height < 10 ? 100 * (height + 1) : 991 + height);
const heightOf = (index: number): number => (index < 1000 ? Math.floor(index / 100) : index - 990);

/** A node that knows these outputs, and a made-up one at every other index. */
export function outputSource(owned: readonly OwnedOutput[]): OutputSource & { readonly asked: number[][] } {
  const asked: number[][] = [];
  const strange = new Map<number, OutputInfo>();
  const ours = new Map(
    owned.map(({ globalIndex, key, amount, mask, height }): [number, OutputInfo] => [
      globalIndex,
      { key, mask: commit({ amount, mask }), unlocked: true, height },
    ]),
  );
  const foreignOutput = (index: number): OutputInfo => {
    const known = strange.get(index);
    if (known) return known;
    const key = asPublicKey(kernel.mulBase(kernel.scalarReduce(bytesOf(`key ${index}`))));
    const info = {
      key,
      mask: asCommitment(kernel.mulBase(kernel.scalarReduce(bytesOf(`mask ${index}`)))),
      unlocked: true,
      height: heightOf(index),
    };
    strange.set(index, info);
    return info;
  };
  return {
    asked,
    distribution: () =>
      Promise.resolve({ startHeight: 0, cumulative: Array.from({ length: 1000 }, (_, i) => countAfter(i)) }),
    counts: () => Promise.reject(new Error('not asked here')),
    outputs: (refs) => {
      asked.push(refs.map(({ index }) => index));
      return Promise.resolve(refs.map(({ index }) => ours.get(index) ?? foreignOutput(index)));
    },
  };
}
