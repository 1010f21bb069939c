/**
 * Finds addresses by OpenAlias name, if the user has chosen a resolver. The resolver learns the payee and could
 * redirect the money, so DNSSEC must prove its answer. Upstream: `get_account_address_from_str_or_url`.
 */
import { aliasName, readAliases, type OpenAlias } from '../protocol/address/openalias.ts';
import { fault } from './faults.ts';
import type { World } from './world.ts';

const KEY = 'resolver';

/** The resolver, if there is one, and where the choice of it is stored. */
export type Resolver = Pick<World, 'settings' | 'dns'>;

export function chosenResolver({ settings }: Pick<World, 'settings'>): Promise<string | undefined> {
  return settings.get(KEY);
}

/** Undefined: switch OpenAlias off. Fault bad_resolver. */
export async function chooseResolver(world: World, resolver: string | undefined): Promise<void> {
  if (resolver !== undefined && !world.dns) throw fault('bad_resolver', { resolver });
  if (resolver !== undefined) world.dns!.check(resolver);
  await world.settings.set(KEY, resolver);
}

/**
 * The Monero address of a name; undefined when the text is not a name or OpenAlias is off. Faults name_unproven,
 * name_without_address, name_unclear, resolver_unreachable, resolver_bad_answer.
 */
export async function resolveOpenAlias(world: Resolver, text: string): Promise<OpenAlias | undefined> {
  const name = aliasName(text);
  const resolver = name === undefined ? undefined : await chosenResolver(world);
  if (name === undefined || resolver === undefined || !world.dns) return undefined;
  const { texts, authenticated } = await world.dns.txtRecords(resolver, name);
  if (!authenticated) throw fault('name_unproven', { name });
  const [alias, ...others] = readAliases(texts);
  if (!alias) throw fault('name_without_address', { name });
  if (alias.asksPaymentId || others.some(({ address }) => address !== alias.address))
    throw fault('name_unclear', { name });
  return alias;
}
