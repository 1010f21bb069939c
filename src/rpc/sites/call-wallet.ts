/** Calls a method of the wallet for a site. Fault site_call_failed. */
import { passOn, refuse } from './errors.ts';
import type { SiteResult } from './results.ts';
import type { SiteCall } from './types.ts';

export async function callWallet(
  { context }: Pick<SiteCall, 'context'>,
  method: string,
  params: SiteResult,
): Promise<SiteResult> {
  const { result, error } = await context.call(method, params);
  if (error) throw refuse('site_call_failed', { error: passOn(error) });
  return result ?? {};
}
