/** The right of a site to ask at all, which the person can take away in the browser extension at any moment. */
import { readSiteMark } from '../../base/site-mark.ts';
import { refuse } from './errors.ts';
import type { PageCall } from './types.ts';

type Call = Pick<PageCall, 'context' | 'origin'>;

/** The connection of this site is from before it was turned off, or it is off. */
export async function isTurnedOff({ context, origin }: Call): Promise<boolean> {
  const { times, off } = await markOf({ context, origin });
  const site = context.wallet.sites.connected(origin);
  return off || (site !== undefined && (site.turnedOff ?? 0) !== times);
}

/**
 * Call it right before an effect. Ends a connection, with its budget, from before the site was turned off. Returns how
 * often it was turned off. Fault site_not_permitted: it is off.
 */
export async function enforceSwitch(call: Call): Promise<number> {
  const { times, off } = await markOf(call);
  if (await isTurnedOff(call)) await call.context.wallet.sites.disconnect(call.origin);
  if (off) throw refuse('site_not_permitted');
  return times;
}

const markOf = ({ context, origin }: Call) => readSiteMark(context.session.world.settings, origin);
