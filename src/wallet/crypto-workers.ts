/** CryptoWorkers on the calling thread: in pool workers, in the wallet worker while the pool is busy, in Node. */
import { asCommitment, asPublicKey } from '../base/brands.ts';
import { concat } from '../base/bytes.ts';
import { onDemand } from '../base/on-demand.ts';
import type { TowerSums } from '../kernel/tower-sums.ts';
import { MAY_PROVE } from '../protocol/block/known-rules.ts';
import { kernel } from '../kernel/kernel.ts';
import type { CryptoWorkers } from '../ports/crypto-workers.ts';
import type { MembershipWorkers } from '../ports/membership-workers.ts';
import type { RandomBytes } from '../protocol/ring/scalar.ts';
import type { Random } from '../ports/random.ts';
import { textsOf } from '../protocol/address/own-texts.ts';
import { subaddressTable } from '../protocol/keys/subaddress.ts';
import type { RingMember } from '../protocol/rct/clsag.ts';

const rangeProofs = onDemand(() => import('../protocol/rct/bpp-prove.ts'));
const rangeVerifier = onDemand(() => import('../protocol/rct/bpp-verify.ts'));
const ringSignatures = onDemand(() => import('../protocol/rct/clsag.ts'));

/** `loadSums`: of the fast sums for membership proofs; default: the readable ones. */
export function createInlineCryptoWorkers(
  random: Random,
  loadSums?: () => Promise<TowerSums>,
): CryptoWorkers {
  const source = { random: (n: number) => random.bytes(n) };
  return {
    ...(MAY_PROVE && { membership: lazyMembership(source.random, loadSums) }),
    warm: () => undefined,
    addresses: async (account, rows) => {
      await Promise.resolve();
      return rows.map(({ major, from, count }) => subaddressTable(account, major, from, count));
    },
    addressTexts: async (from, indices) => {
      await Promise.resolve();
      return textsOf(from, indices);
    },
    primeSubgroup: async (points) => {
      await Promise.resolve();
      return kernel.primeSubgroupBatch(points);
    },
    prove: async (openings) => {
      const { proveBulletproofPlus } = await rangeProofs();
      return proveBulletproofPlus(source, openings);
    },
    verifyRange: async (claim) => {
      const { verifyBulletproofsPlus } = await rangeVerifier();
      return verifyBulletproofsPlus([claim]);
    },
    sign: async (tasks) => {
      try {
        const { signClsag } = await ringSignatures();
        return tasks.map((task) => signClsag(source, { ...task, ring: unpackRing(task.ring) }));
      } finally {
        for (const { secretKey, mask } of tasks) {
          secretKey.fill(0);
          mask.fill(0);
        }
      }
    },
    verify: async (claims) => {
      const { verifyClsag } = await ringSignatures();
      return claims.map(({ message, clsag, ring, keyImage, pseudoOut }) =>
        verifyClsag(message, clsag, unpackRing(ring), keyImage, pseudoOut),
      );
    },
  };
}

const lazyMembership = (
  random: RandomBytes,
  loadSums: (() => Promise<TowerSums>) | undefined,
): MembershipWorkers => {
  let loaded: Promise<MembershipWorkers> | undefined;
  const load = (): Promise<MembershipWorkers> =>
    (loaded ??= import('./inline-membership.ts').then(({ createInlineMembership }) =>
      createInlineMembership(random, loadSums),
    ));
  return {
    blinds: async (tasks) => (await load()).blinds(tasks),
    sums: async (curve, batch) => (await load()).sums(curve, batch),
    verify: async (claim) => (await load()).verify(claim),
  };
};

/** A ring packed for transfer: key and commitment of each member, 64 bytes. */
export function packRing(members: readonly RingMember[]): Uint8Array {
  return concat(...members.flatMap(({ key, commitment }) => [key, commitment]));
}

const unpackRing = (packed: Uint8Array): RingMember[] =>
  Array.from({ length: packed.length / 64 }, (_, i) => ({
    key: asPublicKey(packed.subarray(64 * i, 64 * i + 32)),
    commitment: asCommitment(packed.subarray(64 * i + 32, 64 * i + 64)),
  }));
