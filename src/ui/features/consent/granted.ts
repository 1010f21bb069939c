/** The event `accountsChanged` for the site: the address of its own account after it connected, none after it left. */
import type { Outcome } from '../../../embed/wire.ts';

/** Undefined: this answer changes nothing. */
export function grantedAddresses(method: string, outcome: Outcome): readonly string[] | undefined {
  if (!('result' in outcome)) return undefined;
  if (method === 'monero_revokePermissions') return [];
  if (method !== 'monero_requestPermissions') return undefined;
  const { identity } = outcome.result as { readonly identity?: { readonly address?: unknown } };
  return typeof identity?.address === 'string' ? [identity.address] : undefined;
}
