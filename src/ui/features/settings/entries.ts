/**
 * Everything that Settings lists and its search finds: settings, screens and actions. A new screen that Settings lists gets
 * its name and words here, in the group or menu to which it belongs. What most people never need is in a menu.
 */
import type { App } from '../../state/context.ts';
import type { SheetName } from './sheets.ts';

/** All entries, in the order of Settings. */
const ENTRIES: readonly SettingsEntry[] = [
  {
    name: 'Show my words again',
    words: 'seed, mnemonic, phrase, backup, recovery, 25 words, 16 words, Polyseed, secret, print, paper',
    menu: 'backup',
    opens: { sheet: 'words' },
    needs: ['spendKey'],
  },
  {
    name: 'Save the wallet as a file',
    hint: 'A copy to keep. The wallet stays here.',
    words: 'export, backup, download, keys file',
    menu: 'backup',
    opens: { sheet: 'file' },
  },
  {
    name: 'Move this wallet',
    hint: 'To another device, browser or app, step by step.',
    words: 'extension, installed app, phone, another browser, another device, transfer, QR code, migrate',
    menu: 'backup',
    opens: { sheet: 'move' },
  },
  {
    name: 'Notes, contacts, payment keys',
    hint: 'The companion file: what your words do not bring back.',
    words: 'companion, backup, notes, labels, contacts, payment keys, names, export, import, restore',
    menu: 'backup',
    opens: { sheet: 'companion' },
    needs: ['spendKey'],
  },
  {
    name: 'Show the viewing key',
    words: 'view key, private key, view-only, watch, pairing, accountant, export',
    menu: 'kinds',
    opens: { sheet: 'view' },
    needs: ['watching'],
  },
  {
    name: 'Viewing key for a watching wallet',
    words: 'view key, private key, view-only, watch, pairing, accountant, export',
    menu: 'kinds',
    opens: { sheet: 'view' },
    needs: ['notWatching'],
  },
  {
    name: 'Change the password',
    words: 'passphrase, PIN, security, encryption',
    menu: 'security',
    opens: { sheet: 'password' },
  },
  // A page from a file has no host name, and so no passkeys.
  {
    name: 'Open with a passkey',
    words: 'fingerprint, face, biometric, WebAuthn, PIN, security key, unlock',
    menu: 'security',
    opens: { sheet: 'passkey' },
    needs: ['network'],
  },
  {
    name: 'Sign without a network',
    words: 'cold, offline, air gap, hardware, signing device',
    menu: 'kinds',
    opens: { sheet: 'cold' },
    needs: ['spendKey', 'network'],
  },
  {
    name: 'Signers of this wallet',
    words: 'multisig, several signers, 2 of 3, threshold, together',
    menu: 'kinds',
    opens: { route: 'signers' },
    needs: ['signers'],
  },
  {
    name: 'Share among signers',
    words: 'multisig, several signers, 2 of 3, threshold, together',
    menu: 'kinds',
    opens: { route: 'signers' },
    needs: ['spendKey'],
  },
  {
    name: 'Contacts',
    words: 'address book, payees, people, names, addresses, import, export, CSV, Feather',
    group: 'money',
    opens: { route: 'contacts' },
  },
  {
    name: 'Take money from paper',
    words:
      'paper wallet, gift card, sweep, private key, spend key, words, seed, monero_wallet:, 13 words, MyMonero, move',
    menu: 'experts',
    opens: { route: 'paper' },
  },
  {
    name: 'Proofs and signatures',
    words: 'prove, check, verify, sign, message, reserve, payment proof, signature',
    group: 'money',
    opens: { route: 'prove' },
  },
  {
    name: 'Value in your currency',
    words: 'fiat, price, exchange rate, euro, dollar, EUR, USD, CoinGecko, convert, worth',
    group: 'money',
    opens: { sheet: 'rates' },
  },
  {
    name: 'Integrated addresses',
    words: 'payment ID, make, split, exchange, deposit, memo',
    menu: 'experts',
    opens: { sheet: 'integrated' },
  },
  {
    name: 'OpenAlias names',
    words: 'OpenAlias, domain, DNS, alias, resolver',
    menu: 'experts',
    opens: { sheet: 'openalias' },
    needs: ['chain', 'network'],
  },
  {
    name: 'Nodes',
    words: 'node, daemon, server, remote, connection, own node, trusted, public',
    group: 'network',
    opens: { route: 'nodes' },
  },
  {
    name: 'Data and battery',
    words:
      'mobile data, Wi-Fi, cellular, metered, data plan, roaming, newest first, wake lock, awake, screen, sleep',
    group: 'network',
    opens: { sheet: 'data' },
    needs: ['chain', 'network'],
  },
  {
    name: 'Look up blocks and transactions',
    words: 'explorer, block, mempool, pool, transaction ID, chain',
    menu: 'experts',
    opens: { route: 'explorer' },
  },
  {
    name: 'Read the chain again',
    hint: 'For a payment that seems to be missing.',
    words: 'rescan, scan, missing money, wrong balance, refresh, synchronise',
    menu: 'missing',
    opens: { sheet: 'again' },
    needs: ['chain', 'network'],
  },
  {
    name: 'Look for missing coins',
    hint: 'For coins on addresses far beyond those shown.',
    words: 'missing money, look-ahead, gap limit, more subaddresses, search further, wrong balance',
    menu: 'missing',
    opens: { sheet: 'wider' },
    needs: ['chain', 'network'],
  },
  {
    name: 'Language and appearance',
    words: 'theme, light, dark, night, colours, translation, English, Deutsch, Español',
    group: 'device',
    opens: { sheet: 'appearance' },
  },
  {
    name: 'Lock automatically',
    words: 'timeout, idle, minutes, security, automatic',
    menu: 'security',
    opens: { sheet: 'lock' },
  },
  {
    name: 'Notifications',
    words: 'alert, push, payment arrived, badge, message, sound, tone, vibration',
    group: 'device',
    opens: { sheet: 'notify' },
    needs: ['network'],
  },
  {
    name: 'Read while closed',
    words: 'background, sync, alarm, payment arrived, notification, view key',
    group: 'device',
    opens: { sheet: 'behind' },
    needs: ['background', 'spendKey'],
  },
  {
    name: 'Install Ostro',
    words: 'app, home screen, PWA, icon, offline, payment links, monero:',
    group: 'device',
    opens: { sheet: 'install' },
    needs: ['installable'],
  },
  {
    name: 'What is stored on this device',
    words: 'storage, space, disk, data, browser, eviction, wipe, erase everything, remove all, cache',
    group: 'device',
    opens: { route: 'storage' },
  },
  {
    name: 'About Ostro',
    words: 'version, licence, source, update, help',
    group: 'device',
    opens: { sheet: 'about' },
  },
  {
    name: 'Connected sites',
    words: 'web site, shop, permissions, budget, disconnect',
    group: 'network',
    opens: { route: 'sites' },
  },
  {
    name: 'Programs on this site',
    words: 'RPC, json_rpc, monero-wallet-rpc, login, access, API',
    menu: 'experts',
    opens: { sheet: 'rpcAccess' },
    needs: ['programs'],
  },
  {
    name: 'Data stored by programs',
    words: 'attributes, get_attribute, set_attribute, key, value, data, developer',
    menu: 'experts',
    opens: { sheet: 'attributes' },
  },
  {
    name: 'Console',
    words: 'methods, RPC, JSON, curl, commands, developer, call',
    menu: 'experts',
    opens: { route: 'console' },
  },
  // Found by the search alone: other screens lead there.
  {
    name: 'Send',
    words: 'pay, payment, transfer, fee, priority, scan a code, all of it',
    opens: { route: 'send' },
  },
  {
    name: 'Keyboard shortcuts',
    words: 'keys, hotkeys, keyboard, accessibility, turn off',
    opens: { sheet: 'shortcuts' },
  },
  {
    name: 'Node console',
    words: 'daemon RPC, monerod, commands, get_info, json_rpc, bin, developer, call, own node, command line',
    opens: { route: 'node-console' },
  },
  {
    name: 'Connection',
    words: 'node does not answer, height, synchronised, problem, offline',
    opens: { route: 'connection' },
  },
  {
    name: 'Receive',
    words: 'address, subaddress, QR code, request, invoice, deposit',
    opens: { route: 'receive' },
  },
  {
    name: 'History',
    words:
      'transfers, transactions, payments, notes, payment key, export, import, CSV, search, filter, months',
    opens: { route: 'history' },
  },
  {
    name: 'Balance over time',
    words: 'chart, graph, picture, statistics, locked money, unlock',
    opens: { route: 'balance' },
  },
  {
    name: 'Accounts',
    words: 'subaddresses, balance, label, tags, new account, new address',
    opens: { route: 'accounts' },
  },
  {
    name: 'Lock now',
    words: 'close, sign out, log out, password',
    opens: 'lock',
  },
  {
    name: 'Remove this wallet from the device',
    words: 'delete, erase, uninstall, forget',
    opens: { sheet: 'remove' },
  },
];

export type SettingsGroup = 'wallet' | 'money' | 'network' | 'device';
/** A sheet of Settings that lists entries. */
export type SettingsMenu = 'backup' | 'security' | 'kinds' | 'missing' | 'experts';

/**
 * `spendKey`: the wallet signs alone. `signers`: several sign together. `watching`: a view-only wallet; `notWatching`: any
 * other. `chain`: a wallet that reads the chain. `network`: a page that has a network, so it has a host name, too, which
 * passkeys need. The others are facts of the browser: see WalletFacts.
 */
type Need =
  | 'spendKey'
  | 'signers'
  | 'watching'
  | 'notWatching'
  | 'chain'
  | 'network'
  | 'background'
  | 'programs'
  | 'installable';

export interface SettingsEntry {
  readonly name: string;
  /** When to choose it, where a similar entry is beside it. */
  readonly hint?: string;
  /** Other words by which people look for it, separated by commas. */
  readonly words: string;
  /** Group in Settings, or the menu that lists the entry. Without both only the search finds it. */
  readonly group?: SettingsGroup;
  readonly menu?: SettingsMenu;
  /** All of these must hold. */
  readonly needs?: readonly Need[];
  /** A sheet of Settings, a route, or the action to lock the wallet. */
  readonly opens: { readonly sheet: SheetName } | { readonly route: string } | 'lock';
}
/** A row of Settings: an entry, or a menu of entries. */
export type SettingsRow =
  SettingsEntry | { readonly name: string; readonly opens: { readonly menu: SettingsMenu } };

/** The names of the menus, and the groups that list them. */
export const MENUS: Readonly<Record<SettingsMenu, { readonly name: string; readonly group: SettingsGroup }>> =
  {
    backup: { name: 'Backup', group: 'wallet' },
    security: { name: 'Security', group: 'wallet' },
    kinds: { name: 'View-only, offline, multisig', group: 'wallet' },
    missing: { name: 'Missing money', group: 'money' },
    experts: { name: 'For experts', group: 'network' },
  };

/** The rows of a group: its entries, then its menus. A menu with one entry is that entry. */
export function rowsOf(group: SettingsGroup, entries: readonly SettingsEntry[]): readonly SettingsRow[] {
  const menus = (Object.keys(MENUS) as SettingsMenu[]).filter((menu) => MENUS[menu].group === group);
  return [
    ...entries.filter((entry) => entry.group === group),
    ...menus.flatMap((menu): readonly SettingsRow[] => {
      const listed = entries.filter((entry) => entry.menu === menu);
      return listed.length > 1 ? [{ name: MENUS[menu].name, opens: { menu } }] : listed;
    }),
  ];
}

/** Decides which entries a wallet has. */
export interface WalletFacts {
  readonly watchOnly: boolean;
  /** The wallet belongs to several signers. */
  readonly shared: boolean;
  readonly cold: boolean;
  /** This page has no network. */
  readonly offlineEdition: boolean;
  /** The browser can wake a worker that reads while the wallet is closed. */
  readonly background: boolean;
  /** Other programs of this site can be given access. */
  readonly programs: boolean;
  /** A browser can install this page as an app: it comes from a site. */
  readonly installable: boolean;
}

const HOLDS: Readonly<Record<Need, (facts: WalletFacts) => boolean>> = {
  spendKey: ({ watchOnly, shared }) => !watchOnly && !shared,
  signers: ({ watchOnly, shared }) => shared && !watchOnly,
  watching: ({ watchOnly }) => watchOnly,
  notWatching: ({ watchOnly }) => !watchOnly,
  chain: ({ cold }) => !cold,
  network: ({ offlineEdition }) => !offlineEdition,
  background: ({ background }) => background,
  programs: ({ programs }) => programs,
  installable: ({ installable }) => installable,
};

/** The entries of this wallet, in the order of Settings; routes are left out that `isOffered` (app/routes.ts) denies. */
export function entriesOf(facts: WalletFacts, isOffered: App['isOffered']): readonly SettingsEntry[] {
  return ENTRIES.filter(
    ({ needs = [], opens }) =>
      needs.every((need) => HOLDS[need](facts)) &&
      (typeof opens !== 'object' || !('route' in opens) || isOffered(opens.route, facts)),
  );
}
