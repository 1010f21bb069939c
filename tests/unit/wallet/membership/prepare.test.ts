/** Coins that a payment by membership proofs spends, and from which block on. The proof: tests/property/wallet. */
import { beforeAll, expect, it } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { decodeBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import { prepareProvable, type ProvableDeps } from '../../../../src/wallet/membership/prepare.ts';
import { createInlinePool } from '../../../../src/wallet/scan/inline-pool.ts';
import { change, put, type Ledger } from '../../../../src/wallet/state/state.ts';
import { createTreeGrower } from '../../../../src/wallet/tree/grow.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';
import { followFork, towerOfFile } from '../follow-fork.ts';
import { createForkChain, txOfToday } from '../fork-chain.ts';
import { bytesOf, keyImageOf } from '../test-chain.ts';
import { testLedger } from '../test-ledger.ts';
import { person, type Person } from '../test-money.ts';

const XMR = 1_000_000_000_000n;
let bob: Person;
let ledger: Ledger;
/** A wallet with two coins, whose newest block is the last one of version 17. */
beforeAll(async () => {
  await useWasmKernel();
  const random = seededRandom('prepare');
  const alice = person('alice');
  bob = person('bob');
  const chain = createForkChain({ 17: 12, 18: 14 }, random);
  for (const name of ['one', 'two']) {
    const planned = [
      { address: alice.address(0, 0), amount: XMR, change: false },
      { address: bob.address(0, 0), amount: 1n, change: true },
    ];
    chain.add([txOfToday(planned, bob, [keyImageOf(name)], random)], bob, 0n);
  }
  while (chain.version < 18) chain.add([], bob, 1n);
  const pool = createInlinePool(decodeBlocks, { reads: 18 });
  await pool.configure(alice.scanner.keys);
  ledger = await testLedger(alice.account);
  await followFork(ledger, chain, { pool, grower: createTreeGrower(await towerOfFile()) });
});

const prepare = (seed: string) => {
  const fees = { fees: [1n, 2n, 3n, 4n], quantizationMask: 1n };
  const deps = {
    state: ledger.state,
    spending: { answers: { feeEstimate: () => Promise.resolve(fees) } },
    random: { bytes: seededRandom(seed) },
    indexOf: () => Promise.resolve(undefined),
    now: () => 1_800_000_000,
  } as unknown as ProvableDeps;
  const payee = { address: bob.address(0, 0), text: bob.text(0, 0), amount: XMR / 2n };
  return prepareProvable(deps, { account: 0, payees: [payee], priority: 1 });
};

it('pays as soon as the next block takes no rings', async () => {
  expect(ledger.state.tables.treeState.get('')).not.toHaveProperty('proves');
  expect(await prepare('first')).toMatchObject([{ settled: { change: expect.any(BigInt) as bigint } }]);
});

it('leaves out a coin that the tree of outputs does not have', async () => {
  const [first, second] = ledger.state.outputs;
  // As one that was found by the id of its transaction alone.
  const strange = { ...first!, key: asPublicKey(bytesOf('strange')), keyImage: keyImageOf('strange') };
  await ledger.commit(change([put('outputs', '0', strange)]));
  expect(await prepare('second')).toMatchObject([{ inputs: [{ output: { key: second!.key } }] }]);
});
