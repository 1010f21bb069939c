/**
 * Checks the version that this page runs in at each start, and a new version before it is offered. The code for it is in a file
 * of its own (release-check.ts), and in no build without release keys.
 */
import { onDemand } from '../base/on-demand.ts';
import { browserVerifies } from '../transport/service-worker/verified.ts';
import type { OwnRelease } from '../ui/state/own-release.ts';

/** The build contains release keys: scripts/tools/build/release-keys.ts. */
declare const __SIGNED__: boolean;

const check = __SIGNED__ ? onDemand(() => import('./release-check.ts')) : undefined;

/** `after`: the check of this version begins then. */
export function ownRelease(after?: Promise<unknown>): OwnRelease {
  const checkOwn = async (): Promise<boolean> => {
    await after;
    return (await check?.())?.isOwnSigned() ?? false;
  };
  const signed = checkOwn();
  // The error reaches each caller that waits.
  signed.catch(() => undefined);
  return {
    signed,
    refusal: async (version) => (await check?.())?.refusalOf(version),
    verified: browserVerifies,
  };
}

/** For the port to the wallet worker: nothing is asked before the version has been checked. */
export function asksAfter(release: OwnRelease | undefined): { readonly asksAfter?: Promise<unknown> } {
  return __SIGNED__ && release ? { asksAfter: release.signed } : {};
}
