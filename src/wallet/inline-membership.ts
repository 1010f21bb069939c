/** The arithmetic of membership proofs on the calling thread. */
import { refTowerSums } from '../kernel/ref/ref-tower-sums.ts';
import { Helios, Selene } from '../kernel/ref/tower-cycle.ts';
import type { TowerSums } from '../kernel/tower-sums.ts';
import { writeWideTower } from '../kernel/tower.ts';
import type { MembershipWorkers } from '../ports/membership-workers.ts';
import { prepareBlind } from '../protocol/membership/blinds.ts';
import { verifyClaim } from '../protocol/membership/tx.ts';
import type { RandomBytes } from '../protocol/ring/scalar.ts';

/** `loadSums`: default: the readable ones. */
export function createInlineMembership(
  random: RandomBytes,
  loadSums: () => Promise<TowerSums> = () => Promise.resolve(refTowerSums),
): MembershipWorkers {
  let loaded: Promise<TowerSums> | undefined;
  // The tables of the generators stay for the next proof.
  const sumsOf = (): Promise<TowerSums> => (loaded ??= loadSums());
  return {
    blinds: (tasks) => Promise.resolve(tasks.map((task) => prepareBlind(task))),
    sums: async (name, batch) => {
      const sums = await sumsOf();
      const curve = name === 'selene' ? Selene : Helios;
      return batch.map((scalars) => {
        const point = sums(curve, scalars);
        return point.is0() ? new Uint8Array(64) : writeWideTower(point);
      });
    },
    verify: async (claim) => verifyClaim(claim, { random, sums: await sumsOf() }),
  };
}
