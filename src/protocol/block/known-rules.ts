/**
 * The consensus rules that this build knows, as a value: the root passes it to the daemon module and to the
 * wallet, and a test passes another one to be a build of another time. Version numbers: src/cryptonote_config.h
 * upstream. The public plan of the next two versions says that 17 still takes today's transactions, and that 18 does
 * not.
 */
import type { Network } from '../address/address.ts';
import { HF_LATEST } from './hard-forks.ts';
import { PLANNED_FORKS } from './planned-forks.ts';

export interface KnownRules {
  /** The newest version whose blocks this build reads. */
  readonly reads: number;
  /** The newest version that takes the transactions that this build makes. */
  readonly sends: number;
  /** This build also makes transactions that prove membership, which later versions take (RingCT type 7). */
  readonly proves?: boolean;
  /** First heights of later versions, as far as they are decided; `devnet`: of a made-up chain. */
  readonly planned: Readonly<Record<Network, PlannedHeights>> & { readonly devnet?: PlannedHeights };
}
/** Heights by version. */
export type PlannedHeights = Readonly<Record<number, number | undefined>>;

/** Set in builds of the app: false in a release. */
declare const __PROVES__: boolean | undefined;

/** False in a release, which leaves out all code of payments that prove membership. `KnownRules.proves` decides elsewhere. */
export const MAY_PROVE: boolean = typeof __PROVES__ === 'undefined' || __PROVES__;

/** The first version that takes no rings. */
export const WITHOUT_RINGS = 18;

const RELEASE: KnownRules = { reads: HF_LATEST, sends: WITHOUT_RINGS - 1, planned: PLANNED_FORKS };

/** Set in a build for experiments (scripts/tools/build/experiment.ts), and undefined or not declared in all others. */
declare const __RULES__: { readonly reads: number; readonly forks: PlannedHeights } | undefined;

export const KNOWN_RULES: KnownRules =
  typeof __RULES__ === 'undefined'
    ? RELEASE
    : {
        ...RELEASE,
        reads: __RULES__.reads,
        proves: __RULES__.reads > RELEASE.sends,
        planned: { ...PLANNED_FORKS, devnet: __RULES__.forks },
      };
