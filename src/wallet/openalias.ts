/**
 * Names instead of addresses (OpenAlias), only while the person has chosen a resolver: it learns whom one pays, and
 * decides where the money goes. So an answer must be proven by DNSSEC. Upstream: `get_account_address_from_str_or_url`.
 */
import { aliasName, readAliases, type OpenAlias } from '../protocol/address/openalias.ts';
import { fault } from './faults.ts';
import type { World } from './wallet.ts';

const KEY = 'resolver';

export function chosenResolver({ settings }: Pick<World, 'settings'>): Promise<string | undefined> {
  return settings.get(KEY);
}

/** Undefined switches it off. Fault bad_resolver. */
export async function chooseResolver(world: World, resolver: string | undefined): Promise<void> {
  if (resolver !== undefined && !world.dns) throw fault('bad_resolver', { resolver });
  if (resolver !== undefined) world.dns!.check(resolver);
  await world.settings.set(KEY, resolver);
}

/** Whether a text could be a name, and whether names are looked up at all: what is no name is not asked for. */
export async function lookUp(world: World, text: string): Promise<OpenAlias | undefined> {
  const name = aliasName(text);
  const resolver = name === undefined ? undefined : await chosenResolver(world);
  if (name === undefined || resolver === undefined || !world.dns) return undefined;
  const { texts, authenticated } = await world.dns.txtRecords(resolver, name);
  if (!authenticated) throw fault('name_unproven', { name });
  const [alias] = readAliases(texts);
  if (!alias) throw fault('name_without_address', { name });
  return alias;
}
