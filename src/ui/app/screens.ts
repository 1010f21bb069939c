/**
 * The screen of each route. Every screen is a separate chunk. All chunks are loaded soon after the start, so that the
 * host cannot see which screen is open.
 */
import type { Component } from 'svelte';
import { yieldToMain } from '../shared/yield-to-main.ts';
import { loadRest } from '../texts/runtime.ts';
import type { Route } from '../state/router.svelte.ts';

export type Loader = () => Promise<{ readonly default: Component }>;

/** For screens whose texts do not come with the page. */
const later = (load: Loader): Loader => {
  return async () => {
    await loadRest();
    return load();
  };
};
const home: Loader = () => import('../features/overview/Home.svelte');
const start: Loader = () => import('../features/open/Start.svelte');
const unlock: Loader = () => import('../features/open/Unlock.svelte');
/** Its old name, `node`, is in links of earlier versions. */
const nodes: Loader = later(() => import('../features/node/NodesPage.svelte'));
const settings: Loader = later(() => import('../features/settings/Settings.svelte'));
/** Checks proofs; a link to it works without a wallet. */
const check: Loader = later(() => import('../features/proofs/Check.svelte'));
const prove: Loader = later(() => import('../features/proofs/Prove.svelte'));
/** What is stored on this device. It opens without a password, too. */
const storage: Loader = later(() => import('../features/storage/Storage.svelte'));
/** What another app shared; it opens without a wallet, too. */
const shared: Loader = later(() => import('../features/open/Shared.svelte'));
/** Home of a cold wallet. */
const signer: Loader = later(() => import('../features/cold/Signer.svelte'));

/** Screens while no wallet is open. */
const closed: Readonly<Record<string, Loader>> = {
  start,
  unlock,
  make: () => import('../features/open/Make.svelte'),
  restore: () => import('../features/open/Restore.svelte'),
  watch: () => import('../features/open/Watch.svelte'),
  file: () => import('../features/open/OpenFile.svelte'),
  node: nodes,
  nodes,
  check,
  storage,
  shared,
};
/** Screens while a wallet is open; `name/` is the same place with an argument. */
const opened: Readonly<Record<string, Loader>> = {
  '': home,
  receive: later(() => import('../features/receive/Receive.svelte')),
  'receive/': later(() => import('../features/receive/Receive.svelte')),
  requests: later(() => import('../features/requests/Requests.svelte')),
  'requests/': later(() => import('../features/requests/RequestPage.svelte')),
  send: later(() => import('../features/send/Send.svelte')),
  'send/': later(() => import('../features/send/Send.svelte')),
  /** With a payment link, from the system or another app. */
  'pay/': later(() => import('../features/send/Send.svelte')),
  shared,
  contacts: later(() => import('../features/contacts/Contacts.svelte')),
  signing: later(() => import('../features/cold/Watcher.svelte')),
  'signing/': later(() => import('../features/cold/Watcher.svelte')),
  signers: later(() => import('../features/multisig/Multisig.svelte')),
  'signers/': later(() => import('../features/multisig/Multisig.svelte')),
  'sent/': later(() => import('../features/send/Sent.svelte')),
  history: later(() => import('../features/history/History.svelte')),
  'history/': later(() => import('../features/history/TransferPage.svelte')),
  'address/': later(() => import('../features/address/AddressPage.svelte')),
  balance: later(() => import('../features/balance/Balance.svelte')),
  accounts: later(() => import('../features/accounts/Accounts.svelte')),
  'accounts/': later(() => import('../features/accounts/Accounts.svelte')),
  coins: later(() => import('../features/coins/Coins.svelte')),
  /** Money of keys on paper. */
  paper: later(() => import('../features/paper/Paper.svelte')),
  sites: later(() => import('../features/sites/Sites.svelte')),
  'sites/': later(() => import('../features/sites/SitePage.svelte')),
  settings,
  /** With the focus in the search. */
  'settings/': settings,
  storage,
  console: later(() => import('../features/console/Console.svelte')),
  node: nodes,
  nodes,
  connection: later(() => import('../features/node/Connection.svelte')),
  'own-node/': later(() => import('../features/own-node/OwnNode.svelte')),
  explorer: later(() => import('../features/explorer/Explorer.svelte')),
  prove,
  'prove/': prove,
  check,
  'check/': check,
};

export interface Scene {
  readonly open: boolean;
  readonly hasWallets: boolean;
  readonly cold: boolean;
  readonly offlineEdition: boolean;
}
export function screenFor({ name, args }: Route, { open, hasWallets, cold, offlineEdition }: Scene): Loader {
  const missing = offlineEdition && OF_THE_NETWORK.has(name);
  if (!open) return (missing ? undefined : closed[name]) ?? (hasWallets ? unlock : start);
  if (cold && (missing || OF_THE_CHAIN.has(name))) return signer;
  if (missing) return home;
  return opened[args.length > 0 ? `${name}/` : name] ?? home;
}
/** Places that need the chain; a cold wallet does not have them. */
const OF_THE_CHAIN = new Set([
  '',
  'requests',
  'send',
  'pay',
  'coins',
  'paper',
  'signing',
  'signers',
  'connection',
  'own-node',
  'explorer',
]);
/** Places that need a network; the offline edition does not have them. */
const OF_THE_NETWORK = new Set([
  'send',
  'pay',
  'paper',
  'node',
  'nodes',
  'connection',
  'own-node',
  'explorer',
  'sites',
]);
/**
 * Loads all screens, home first, one after the other: loading all at once would block the page while a wallet is
 * opened.
 */
export async function preloadScreens(): Promise<void> {
  for (const load of new Set([home, ...Object.values(opened), ...Object.values(closed), signer])) {
    await load();
    await yieldToMain();
  }
}
/** The tab from which a place is reached. Shared wallets are created from Settings, and used from their own tab. */
export function tabOf({ name }: Route, { shared }: { readonly shared: boolean }): string {
  if (name === 'balance') return 'history';
  if (name === 'address') return 'accounts';
  if (OF_SETTINGS.has(name) || (name === 'signers' && !shared)) return 'settings';
  return TABS.has(name) ? name : '';
}
/** Whether the keys of the search lead away from here: not from where something is being filled in. */
export function isSearchable(route: Route, session: { readonly shared: boolean }): boolean {
  return route.name === '' || tabOf(route, session) !== '';
}
/** Places that are reached from Settings. */
const OF_SETTINGS = new Set([
  'node',
  'nodes',
  'own-node',
  'explorer',
  'sites',
  'contacts',
  'paper',
  'storage',
  'console',
  'prove',
  'check',
]);
const TABS = new Set(['history', 'accounts', 'settings']);
