/**
 * The method of a wire name. Those that the page calls until it shows a wallet are there from the start; all others load
 * together, on demand, so that the first start does not wait for them.
 */
import { onDemand } from '../base/on-demand.ts';
import type { AnyMethod } from './method.ts';
import close_wallet from './methods/close_wallet.ts';
import open_wallet from './methods/open_wallet.ts';
import x_auto_lock from './methods/x_auto_lock.ts';
import x_hidden from './methods/x_hidden.ts';
import x_history from './methods/x_history.ts';
import x_keep_alive from './methods/x_keep_alive.ts';
import x_link from './methods/x_link.ts';
import x_list_wallets from './methods/x_list_wallets.ts';
import x_overview from './methods/x_overview.ts';
import x_passkeys from './methods/x_passkeys.ts';
import x_status from './methods/x_status.ts';
import x_storage from './methods/x_storage.ts';

type Methods = ReadonlyMap<string, AnyMethod>;
/** Methods have parameters of many types, and `AnyMethod` is none of them. */
const byName = (methods: object): Methods =>
  new Map(
    (Object.values(methods) as AnyMethod[]).flatMap((method) =>
      [method.name, ...(method.aliases ?? [])].map((name): [string, AnyMethod] => [name, method]),
    ),
  );
const first = byName({
  close_wallet,
  open_wallet,
  x_auto_lock,
  x_hidden,
  x_history,
  x_keep_alive,
  x_link,
  x_list_wallets,
  x_overview,
  x_passkeys,
  x_status,
  x_storage,
});
const registry = onDemand(() => import('./registry.gen.ts'));
let all: Methods | undefined;

/**
 * Undefined: there is no such method. A promise only until all methods are loaded, so that calls are carried out in their
 * order. Rejects with fault part_not_loaded.
 */
export function findMethod(name: string): AnyMethod | undefined | Promise<AnyMethod | undefined> {
  const found = (all ?? first).get(name);
  return found !== undefined || all !== undefined ? found : loadAndFind(name);
}
const loadAndFind = async (name: string): Promise<AnyMethod | undefined> => {
  all ??= byName((await registry()).registry);
  return all.get(name);
};
