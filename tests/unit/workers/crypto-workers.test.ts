/** Which thread does the arithmetic of a payment. */
import { beforeAll, expect, it } from 'vitest';
import type { TaskPool } from '../../../src/transport/comlink/task-pool.ts';
import { proveBulletproofPlus } from '../../../src/protocol/rct/bpp-prove.ts';
import { commit } from '../../../src/protocol/rct/amount.ts';
import { asCommitment, asKeyImage, asSecretKey } from '../../../src/base/brands.ts';
import { concat } from '../../../src/base/bytes.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { G } from '../../../src/protocol/ring/constants.ts';
import { textsOf } from '../../../src/protocol/address/own-texts.ts';
import { createInlineCryptoWorkers } from '../../../src/wallet/crypto-workers.ts';
import { createCryptoWorkers } from '../../../workers/crypto-workers.ts';
import { createPoolTasks, type PoolApi } from '../../../workers/pool-tasks.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';

/** Workers that are all busy, and the names of the tasks that they got. */
const busyWorkers = ({ free = Promise.resolve() }: { readonly free?: Promise<void> } = {}) => {
  const asked: string[] = [];
  const tasks = createPoolTasks(Promise.resolve());
  const api = new Proxy(tasks, {
    get: (target, name: keyof PoolApi) => {
      asked.push(name);
      return target[name];
    },
  });
  const pool = {
    idle: 0,
    anywhere: (task: (api: unknown) => Promise<unknown>) => free.then(() => task(api)),
  } as unknown as TaskPool<PoolApi>;
  const workersWith = (offload: boolean) =>
    createCryptoWorkers({ started: () => pool, present: () => pool, offload });
  return { asked, workersWith };
};
const REFUSED = 'Error: the real index is outside the ring';
const none = new Uint8Array();
/** For a ring without members, which no signature fits. */
const INPUT = { message: none, ring: none, realIndex: 0, pseudoOut: asCommitment(none) };
/** A payment's work. What counts is the thread that does it. */
const work = async (workers: ReturnType<typeof createCryptoWorkers>) => {
  const openings = [1n, 2n].map((amount) => ({ amount, mask: new Uint8Array(32).fill(1) }));
  const proof = proveBulletproofPlus({ random: (n) => new Uint8Array(n).fill(3) }, openings);
  return [
    await workers.primeSubgroup(concat(G, G)),
    await workers.verifyRange({ proof, commitments: openings.map(commit) }),
    await workers.verify([{ ...INPUT, clsag: { s: [], c1: none, D: none }, keyImage: asKeyImage(none) }]),
    await workers.sign([{ ...INPUT, secretKey: asSecretKey(none.slice()), mask: none }]).catch(String),
  ];
};

beforeAll(useWasmKernel);

it('checks points, verifies and signs in busy workers when its thread has other calls to answer', async () => {
  const { asked, workersWith } = busyWorkers();
  expect(await work(workersWith(true))).toEqual([new Uint8Array([1, 1]), true, [false], REFUSED]);
  expect(asked).toEqual(['primeSubgroup', 'verifyRange', 'verify', 'sign']);
});

it('computes here, in a browser, when all workers are busy', async () => {
  const { asked, workersWith } = busyWorkers();
  expect(await work(workersWith(false))).toEqual([new Uint8Array([1, 1]), true, [false], REFUSED]);
  expect(asked).toEqual([]);
});

it('computes many addresses in several tasks of workers, in their order', async () => {
  const { asked, workersWith } = busyWorkers();
  const { viewSecret, spendPublic } = accountFromSeed(new Uint8Array(32).fill(5));
  const indices = Array.from({ length: 1100 }, (_, minor) => ({ major: 2, minor }));
  const source = { network: 'mainnet', spendPublic, viewSecret } as const;
  expect(await workersWith(false).addressTexts(source, indices)).toEqual(textsOf(source, indices));
  expect(asked).toEqual(['addressTexts', 'addressTexts', 'addressTexts']);
});

it('computes many address keys in busy workers, also those of one account, and few here', async () => {
  const { asked, workersWith } = busyWorkers();
  const account = accountFromSeed(new Uint8Array(32).fill(5));
  const few = [{ major: 1, from: 3, count: 2100 }];
  const alone = createInlineCryptoWorkers({ bytes: (n) => new Uint8Array(n) });
  const workers = workersWith(false);
  expect(await workers.addresses(account, few)).toEqual(await alone.addresses(account, few));
  expect(asked).toEqual([]);
  const many = [{ major: 0, from: 1, count: 5000 }, ...few, { major: 2, from: 0, count: 10_000 }];
  expect(await workers.addresses(account, many)).toEqual(await alone.addresses(account, many));
  expect(new Set(asked)).toEqual(new Set(['addresses']));
  expect(asked).toHaveLength(3 + 2 + 5);
});

it('computes address keys with the key of the call, also if closing the wallet overwrites it before a worker is free', async () => {
  const { workersWith } = busyWorkers({ free: new Promise((resolve) => setTimeout(resolve)) });
  const account = accountFromSeed(new Uint8Array(32).fill(5));
  const alone = createInlineCryptoWorkers({ bytes: (n) => new Uint8Array(n) });
  const rows = [{ major: 0, from: 1, count: 16_385 }];
  const expected = await alone.addresses(account, rows);
  const computed = workersWith(false).addresses(account, rows);
  account.viewSecret.fill(0);
  expect(await computed).toEqual(expected);
});
