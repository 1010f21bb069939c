/** Addresses in parameters: with a chosen resolver also OpenAlias names (wallet/openalias.ts). */
import type { Resolver } from '../../wallet/types.ts';
import { lookUp } from '../../wallet/without-wallet.ts';
import { isFault } from '../../base/fault.ts';
import { parseAddress } from '../../protocol/address/address.ts';

/** The part of a session that these functions use. */
interface Asking {
  readonly world: Resolver;
}

/** Resolves a name to its address; returns other texts unchanged. */
export async function resolveAddress({ world }: Asking, text: string): Promise<string> {
  return isAddress(text) ? text : ((await lookUp(world, text))?.address ?? text);
}

export function resolveAll<T extends { readonly address: string }>(
  session: Asking,
  destinations: readonly T[],
): Promise<T[]> {
  return Promise.all(
    destinations.map(async (each) => ({ ...each, address: await resolveAddress(session, each.address) })),
  );
}

const isAddress = (text: string): boolean => {
  try {
    parseAddress(text);
    return true;
  } catch (error) {
    if (isFault(error)) return false;
    throw error;
  }
};
