/**
 * CryptoWorkers with the scan pool's workers: shares work among idle ones, or computes here with less than two. With
 * `offload`, this thread answers other calls meanwhile: then one worker is enough, and payments wait for a busy one.
 */
import { asSecretKey } from '../src/base/brands.ts';
import { concat } from '../src/base/bytes.ts';
import type { AddressRow, CryptoWorkers, SigningTask } from '../src/ports/crypto-workers.ts';
import type { MembershipWorkers, SharedScalars } from '../src/ports/membership-workers.ts';
import { MAY_PROVE } from '../src/protocol/block/known-rules.ts';
import { systemRandom } from '../src/store/platform.ts';
import { transferBuffers, type TaskPool } from '../src/transport/comlink/task-pool.ts';
import { createInlineCryptoWorkers } from '../src/wallet/crypto-workers.ts';
import type { PoolApi } from './pool-tasks.ts';

/** With fewer inputs per worker, the transfer takes longer than the work. */
const FEW_INPUTS = 2;
const FEW_POINTS = 200;
const FEW_ADDRESSES = 512;
/** More addresses than a new wallet looks ahead to. */
const MANY_ADDRESSES = 16_384;
/** Addresses of a row that a worker computes at once. */
const PART_OF_ROW = 2048;

/** Workers of the scan pool, as the tasks use them. */
export type Workers = Pick<TaskPool<PoolApi>, 'idle' | 'anywhere'>;
type Remote = Parameters<Parameters<Workers['anywhere']>[0]>[0];

export function createCryptoWorkers({
  started,
  present,
  offload,
}: {
  readonly started: () => Workers;
  /** Undefined while no workers run. */
  readonly present: () => Workers | undefined;
  /** Prove, sign and verify in a worker, also a single input. */
  readonly offload: boolean;
}): CryptoWorkers {
  const here = createInlineCryptoWorkers(systemRandom);
  /** Fewest workers that have a part in a payment, busy or not. */
  const least = offload ? 1 : 0;
  const share = createShare(offload);
  return {
    ...(MAY_PROVE && { membership: spreadMembership(started) }),
    warm: () => void started(),
    // Workers get no other secret of the account: a copy stays in their memory.
    addresses: ({ spendPublic, viewSecret }, rows) =>
      addressKeys(started(), share, here, { spendPublic, viewSecret }, rows),
    addressTexts: async (source, indices) => {
      const workers = started();
      const parts = Array.from({ length: Math.ceil(indices.length / FEW_ADDRESSES) }, (_, i) =>
        indices.slice(FEW_ADDRESSES * i, FEW_ADDRESSES * (i + 1)),
      );
      const texts = parts.map((part) => workers.anywhere((api) => api.addressTexts(source, part)));
      return (await Promise.all(texts)).flat();
    },
    primeSubgroup: async (points) => {
      const batches = Array.from({ length: Math.ceil(points.length / (32 * FEW_POINTS)) }, (_, i) =>
        points.subarray(32 * FEW_POINTS * i, 32 * FEW_POINTS * (i + 1)),
      );
      const verdicts = await share<Uint8Array, Uint8Array>(
        present(),
        batches,
        1,
        async (api, part) => [await api.primeSubgroup(concat(...part))],
        async (all) => [await here.primeSubgroup(concat(...all))],
        least,
      );
      return concat(...verdicts);
    },
    prove: (openings) => (offload ? started().anywhere((api) => api.prove(openings)) : here.prove(openings)),
    // Beside this thread, which signs meanwhile.
    verifyRange: (claim) => {
      const workers = offload ? started() : present();
      return workers && (offload || workers.idle > 0)
        ? workers.anywhere((api) => api.verifyRange(claim))
        : here.verifyRange(claim);
    },
    sign: (tasks) =>
      share(
        offload ? started() : present(),
        tasks,
        offload ? 1 : FEW_INPUTS,
        (api, part) => api.sign(transferBuffers(part, part.flatMap(secretsOf))),
        (all) => here.sign(all),
        least,
      ),
    verify: (claims) =>
      share(
        present(),
        claims,
        offload ? 1 : 2 * FEW_INPUTS,
        (api, part) => api.verify(part),
        (all) => here.verify(all),
        least,
      ),
  };
}

const countOf = (rows: readonly AddressRow[]): number => rows.reduce((sum, { count }) => sum + count, 0);

const partsOfRow = ({ major, from, count }: AddressRow): readonly AddressRow[] =>
  Array.from({ length: Math.ceil(count / PART_OF_ROW) }, (_, i) => ({
    major,
    from: from + PART_OF_ROW * i,
    count: Math.min(PART_OF_ROW, count - PART_OF_ROW * i),
  }));

/** The keys of many addresses would hold this thread here, also while all workers are busy. */
const addressKeys = async (
  workers: Workers,
  share: Share,
  here: CryptoWorkers,
  account: Parameters<CryptoWorkers['addresses']>[0],
  rows: readonly AddressRow[],
): Promise<Uint8Array[]> => {
  const parts = rows.map(partsOfRow);
  const all = parts.flat();
  // The wallet may be closed, and its key overwritten, before a worker gets a part.
  const own = { ...account, viewSecret: asSecretKey(account.viewSecret.slice()) };
  try {
    const done =
      countOf(rows) > MANY_ADDRESSES
        ? (await Promise.all(all.map((part) => workers.anywhere((api) => api.addresses(own, [part]))))).flat()
        : await share<AddressRow, Uint8Array>(
            workers,
            all,
            1,
            (api, part) => api.addresses(own, part),
            (each) => here.addresses(own, each),
          );
    let at = 0;
    return parts.map(({ length }) => concat(...done.slice(at, (at += length))));
  } finally {
    own.viewSecret.fill(0);
  }
};

/** Each part to the worker that is free first. */
const spreadMembership = (started: () => Workers): MembershipWorkers => {
  const each = async <Item, Result>(
    items: readonly Item[],
    there: (api: Remote, item: Item) => Promise<readonly Result[]>,
  ): Promise<readonly Result[]> => {
    const workers = started();
    return (await Promise.all(items.map((item) => workers.anywhere((api) => there(api, item))))).flat();
  };
  return {
    blinds: (tasks) => each(tasks, (api, task) => api.blinds([task])),
    sums: (curve, batch) => each(partsOf(batch), (api, part) => api.sums(curve, part)),
    verify: (claim) => started().anywhere((api) => api.verifyMembership(claim)),
  };
};

/** With fewer scalars, the transfer takes longer than the sum. */
const FEW_SCALARS = 128;

/** Small sums travel together. */
const partsOf = (batch: readonly SharedScalars[]): readonly (readonly SharedScalars[])[] => {
  const parts: SharedScalars[][] = [];
  let scalars = Infinity;
  for (const sum of batch) {
    if (scalars >= FEW_SCALARS) {
      parts.push([]);
      scalars = 0;
    }
    parts.at(-1)!.push(sum);
    scalars += 4 + (sum.left?.length ?? 0) + (sum.right?.length ?? 0);
  }
  return parts;
};

/**
 * Splits the items, in order, among the idle workers, at least `atLeast` of them; each gets at least `few`. `alone`
 * computes here.
 */
const createShare =
  (offload: boolean) =>
  async <Item, Result>(
    workers: Workers | undefined,
    items: readonly Item[],
    few: number,
    there: (api: Remote, part: readonly Item[]) => Promise<readonly Result[]>,
    alone: (items: readonly Item[]) => Promise<readonly Result[]>,
    atLeast = 0,
  ): Promise<Result[]> => {
    const parts = Math.max(atLeast, Math.min(workers?.idle ?? 0, Math.floor(items.length / few)));
    if (!workers || parts < (offload ? 1 : 2)) return [...(await alone(items))];
    const size = Math.ceil(items.length / parts);
    const shares = Array.from({ length: parts }, (_, i) => items.slice(i * size, (i + 1) * size));
    const done = await Promise.all(
      shares.map((part) =>
        workers.anywhere((api) => (part.length > 0 ? there(api, part) : Promise.resolve([]))),
      ),
    );
    return done.flat();
  };

type Share = ReturnType<typeof createShare>;

/** Buffers to transfer, so that no copy stays in this thread. */
const secretsOf = ({ secretKey, mask }: SigningTask): ArrayBuffer[] =>
  [secretKey, mask].map(({ buffer }) => buffer as ArrayBuffer);
