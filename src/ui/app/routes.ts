/**
 * All routes of the page, one row each. Every screen but the first is a separate chunk. All chunks are loaded soon after the start, so
 * that the host cannot see which screen is open. The names and search words with which Settings lists some of them are in
 * features/settings/entries.ts, which a first visit does not wait for.
 */
import type { Component } from 'svelte';
import Start from '../features/open/Start.svelte';
import { loadParts } from '../../base/on-demand.ts';
import { yieldToMain } from '../widgets/yield-to-main.ts';
import { loadRest } from '../texts/runtime.ts';
import type { Route } from '../state/router.svelte.ts';

export type Loader = () => Promise<{ readonly default: Component }>;

/**
 * `wallet`: an open wallet. `watching`: an open wallet without its spend key. `noWallet`: that none is open. `chain`: a wallet that reads the chain, unlike one that signs
 * without a network. `network`: a page that has a network, unlike the offline edition.
 */
type Need = 'wallet' | 'watching' | 'noWallet' | 'chain' | 'network';
type Tab = '' | 'history' | 'accounts' | 'settings';

interface RouteRow {
  readonly name: string;
  /** The screen of `#/name`. */
  readonly load?: Loader;
  /** The screen of `#/name/…`; `same` if that of `#/name` takes arguments. */
  readonly detail?: Loader | 'same';
  readonly needs?: readonly Need[];
  /** The tab from which it is reached; Home's if there is none. */
  readonly tab?: Tab;
  /** The tab in a wallet that several signers share, if it differs. */
  readonly tabIfShared?: Tab;
  /** The tab of `#/name/argument/…`, where it differs. */
  readonly tabsOf?: Readonly<Record<string, Tab>>;
}

/** For screens whose texts do not come with the page. */
const onDemand = (load: Loader): Loader => {
  return async () => {
    await loadRest();
    return load();
  };
};
const home: Loader = () => import('../features/overview/Home.svelte');
/** The first screen comes with the page: over a slow link a file of its own would cost a round trip. */
const start: Loader = () => Promise.resolve({ default: Start });
/** The first screen of a device with wallets. */
export const unlock: Loader = () => import('../features/open/Unlock.svelte');
/** Home of a wallet that signs without a network. */
const signer: Loader = onDemand(() => import('../features/cold/Signer.svelte'));
const send: Loader = onDemand(() => import('../features/send/Send.svelte'));
const nodes: Loader = onDemand(() => import('../features/node/NodesPage.svelte'));

const ROUTES: readonly RouteRow[] = [
  { name: '', load: home, needs: ['wallet', 'chain'] },
  {
    name: 'receive',
    load: onDemand(() => import('../features/receive/Receive.svelte')),
    detail: 'same',
    needs: ['wallet'],
  },
  {
    name: 'requests',
    load: onDemand(() => import('../features/requests/Requests.svelte')),
    detail: onDemand(() => import('../features/requests/RequestPage.svelte')),
    needs: ['wallet', 'chain'],
  },
  { name: 'send', load: send, detail: 'same', needs: ['wallet', 'chain', 'network'] },
  // With a payment link, from the system or another app.
  { name: 'pay', detail: send, needs: ['wallet', 'chain', 'network'] },
  // For data that another app shared; it opens without a wallet, too.
  { name: 'shared', load: onDemand(() => import('../features/open/Shared.svelte')) },
  {
    name: 'contacts',
    load: onDemand(() => import('../features/contacts/Contacts.svelte')),
    needs: ['wallet'],
    tab: 'settings',
  },
  {
    name: 'signing',
    load: onDemand(() => import('../features/cold/Watcher.svelte')),
    detail: 'same',
    needs: ['watching', 'chain'],
  },
  // A shared wallet is created from Settings, and then used from Home.
  {
    name: 'signers',
    load: onDemand(() => import('../features/multisig/Multisig.svelte')),
    detail: 'same',
    needs: ['wallet', 'chain'],
    tab: 'settings',
    tabIfShared: '',
  },
  { name: 'sent', detail: onDemand(() => import('../features/send/Sent.svelte')), needs: ['wallet'] },
  {
    name: 'history',
    load: onDemand(() => import('../features/history/History.svelte')),
    detail: onDemand(() => import('../features/history/TransferPage.svelte')),
    needs: ['wallet'],
    tab: 'history',
  },
  {
    name: 'address',
    detail: onDemand(() => import('../features/address/AddressPage.svelte')),
    needs: ['wallet'],
    tab: 'accounts',
  },
  {
    name: 'balance',
    load: onDemand(() => import('../features/balance/Balance.svelte')),
    needs: ['wallet'],
    tab: 'history',
  },
  {
    name: 'accounts',
    load: onDemand(() => import('../features/accounts/Accounts.svelte')),
    detail: 'same',
    needs: ['wallet'],
    tab: 'accounts',
  },
  {
    name: 'coins',
    load: onDemand(() => import('../features/coins/Coins.svelte')),
    needs: ['wallet', 'chain'],
  },
  // Takes the money of keys on paper.
  {
    name: 'paper',
    load: onDemand(() => import('../features/paper/Paper.svelte')),
    needs: ['wallet', 'chain', 'network'],
    tab: 'settings',
  },
  {
    name: 'sites',
    load: onDemand(() => import('../features/sites/Sites.svelte')),
    detail: onDemand(() => import('../features/sites/SitePage.svelte')),
    needs: ['wallet', 'network'],
    tab: 'settings',
  },
  // With an argument: the sheet that it names, or the search with the focus.
  {
    name: 'settings',
    load: onDemand(() => import('../features/settings/Settings.svelte')),
    detail: 'same',
    needs: ['wallet'],
    tab: 'settings',
  },
  { name: 'storage', load: onDemand(() => import('../features/storage/Storage.svelte')), tab: 'settings' },
  {
    name: 'console',
    load: onDemand(() => import('../features/console/Console.svelte')),
    needs: ['wallet'],
    tab: 'settings',
  },
  {
    name: 'node-console',
    load: onDemand(() => import('../features/console/NodeConsole.svelte')),
    detail: 'same',
    needs: ['wallet', 'chain', 'network'],
    tab: 'settings',
  },
  { name: 'nodes', load: nodes, needs: ['network'], tab: 'settings' },
  // Where a new wallet without a node goes before Home.
  {
    name: 'first-node',
    load: onDemand(() => import('../features/node/FirstNode.svelte')),
    needs: ['wallet', 'chain', 'network'],
  },
  // The old name, in links of earlier versions.
  { name: 'node', load: nodes, needs: ['network'], tab: 'settings' },
  {
    name: 'connection',
    load: onDemand(() => import('../features/node/Connection.svelte')),
    needs: ['wallet', 'chain', 'network'],
  },
  {
    name: 'own-node',
    detail: onDemand(() => import('../features/own-node/OwnNode.svelte')),
    needs: ['wallet', 'chain', 'network'],
    tab: 'settings',
  },
  {
    name: 'explorer',
    load: onDemand(() => import('../features/explorer/Explorer.svelte')),
    needs: ['wallet', 'chain', 'network'],
    tab: 'settings',
  },
  {
    name: 'prove',
    load: onDemand(() => import('../features/proofs/Prove.svelte')),
    detail: 'same',
    needs: ['wallet'],
    tab: 'settings',
    tabsOf: { payment: 'history', spending: 'history' },
  },
  // A link to a proof works without a wallet.
  {
    name: 'check',
    load: onDemand(() => import('../features/proofs/Check.svelte')),
    detail: 'same',
    tab: 'settings',
  },
  { name: 'start', load: start, needs: ['noWallet'] },
  { name: 'unlock', load: unlock, needs: ['noWallet'] },
  { name: 'make', load: () => import('../features/open/Make.svelte'), needs: ['noWallet'] },
  { name: 'restore', load: () => import('../features/open/Restore.svelte'), needs: ['noWallet'] },
  { name: 'watch', load: () => import('../features/open/Watch.svelte'), needs: ['noWallet'] },
  { name: 'file', load: () => import('../features/open/OpenFile.svelte'), needs: ['noWallet'] },
];
const BY_NAME = new Map(ROUTES.map((row) => [row.name, row]));

export interface Scene {
  readonly open: boolean;
  readonly watchOnly: boolean;
  readonly hasWallets: boolean;
  readonly cold: boolean;
  readonly offlineEdition: boolean;
}
export function screenFor(
  { name, args }: Route,
  { open, watchOnly, hasWallets, cold, offlineEdition }: Scene,
): Loader {
  const { load, detail, needs = [] } = BY_NAME.get(name) ?? { name };
  const withoutNetwork = offlineEdition && needs.includes('network');
  if (!open) {
    const missing = withoutNetwork || needs.includes('wallet') || needs.includes('watching');
    return (missing ? undefined : load) ?? (hasWallets ? unlock : start);
  }
  if (cold && (withoutNetwork || needs.includes('chain'))) return signer;
  if (withoutNetwork || needs.includes('noWallet') || (needs.includes('watching') && !watchOnly)) return home;
  return (args.length === 0 || detail === 'same' ? load : detail) ?? home;
}
/** Parts that few people see: fetching them when they are needed would tell the host of the page who that is. */
const SELDOM: readonly (() => Promise<unknown>)[] = [
  () => import('../features/about/VersionSheet.svelte'),
  () => import('../features/reading/ReadAgainNote.svelte'),
  () => import('./NetworkBanner.svelte'),
  () => import('../features/device/ShortcutsSheet.svelte'),
  () => import('../features/sites/SiteOffer.svelte'),
  () => import('./DropTarget.svelte'),
  () => import('../airgap/ScanSheet.svelte'),
  () => import('../airgap/scanner.svelte.ts'),
  () => import('../state/authenticator.ts'),
  loadParts,
];
/**
 * Loads all screens and parts, home first, one after the other: loading all at once would block the page while a wallet is
 * opened.
 */
export async function preloadScreens(): Promise<void> {
  for (const load of new Set([...ROUTES.flatMap(({ load, detail }) => [load, detail]), signer, ...SELDOM])) {
    if (typeof load !== 'function') continue;
    await load();
    await yieldToMain();
  }
}
/** The tab from which a route is reached. */
export function tabOf({ name, args }: Route, { shared }: { readonly shared: boolean }): string {
  const { tab = '', tabIfShared = tab, tabsOf = {} } = BY_NAME.get(name) ?? {};
  return tabsOf[args[0] ?? ''] ?? (shared ? tabIfShared : tab);
}
/** Says if the keys of the search lead away from here: not from where something is being filled in. */
export function isSearchable(route: Route, session: { readonly shared: boolean }): boolean {
  return route.name === '' || tabOf(route, session) !== '';
}
/** Says if Settings and its search offer a route: a signing device is offered nothing that needs chain or network. */
export function isOffered(
  name: string,
  { cold, offlineEdition }: Pick<Scene, 'cold' | 'offlineEdition'>,
): boolean {
  const { needs = [] } = BY_NAME.get(name) ?? {};
  const network = needs.includes('network');
  return !(cold && (network || needs.includes('chain'))) && !(offlineEdition && network);
}
