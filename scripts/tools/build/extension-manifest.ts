/**
 * The manifest of the browser extension (Manifest V3), for Chromium and for Firefox. It asks for no site: the person allows
 * each node by itself (optional_host_permissions).
 */
import { ARRIVAL_WORDS } from '../../../src/transport/service-worker/arrival-words.ts';
import { extensionPolicy } from '../../../src/server/http/headers.ts';

export type Browser = 'chromium' | 'firefox';

const PAGE = 'index.html';
const WORKER = 'background.js';
export const LOCKED_ICON = 'icons/locked-192.png';
const icons = { 192: 'icons/ostro-192.png', 512: 'icons/ostro-512.png' };

/**
 * Chromium makes the extension's id, which is the address of its storage, from this public key. Without it the id would come
 * from the path of the folder, and a moved folder would find no wallets. The private key was not kept: it signs nothing.
 */
const KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAkmE07Q6myxVqwBDjURB7i7YP27d5AFQUStuFkFHOMM86wj7CN7qwVeLI+54OSTdUecyTOa5mOblXzgrnOnvpyWvbQdRi4MiCGQpIQ5KaxTaKQIsDuP+lbleOGcWWiHx8hc5/2Fv7riyjVMagdLEaJH6Z2hEiTyO7r2fAiXQ9dNoERqDvJbH95axmvJXVmjYoa5dHBBADPr1d6iErOycEtOYFdhLFkcQcnkSefVC0pKmUhZzjR6/57HapqjwOo/DTJ/REJjRs/r9cvd/1DnsAuF1ZunXEEm1LBP166Hsw6NR6ltYkydFtMHUYu2qz6bmBYKACFgP3R+T6WrWgXpW4DwIDAQAB';
/** Firefox stores an add-on's data by this name. */
const GECKO_ID = 'ostro@ostro.invalid';

/**
 * activeTab: at a click on the icon, the address of the tab, so that its site can be turned on there. alarms: background reading, which the person turns on. scripting: puts scripts into the pages of sites that the person turns on. storage: the list of these sites. unlimitedStorage:
 * the browser does not evict wallets when space is short.
 */
const PERMISSIONS = ['activeTab', 'alarms', 'scripting', 'storage', 'unlimitedStorage'];

/** What the two browsers write differently. */
const differences = {
  chromium: {
    key: KEY,
    minimum_chrome_version: '120',
    background: { service_worker: WORKER },
    permissions: [...PERMISSIONS, 'sidePanel'],
    // Without this key every other extension could send messages.
    externally_connectable: { ids: [] },
    side_panel: { default_path: PAGE },
  },
  firefox: {
    browser_specific_settings: {
      gecko: {
        id: GECKO_ID,
        // The first with optional_host_permissions.
        strict_min_version: '128.0',
        data_collection_permissions: { required: ['none'] },
      },
    },
    background: { scripts: [WORKER] },
    // Firefox hides from pages what a node asks of a login (src/extension/challenges.ts).
    permissions: [...PERMISSIONS, 'webRequest'],
    sidebar_action: { default_panel: PAGE, default_icon: icons, open_at_install: false },
  },
};

/** `version`: of package.json, three numbers with dots. */
export function manifestOf(browser: Browser, version: string) {
  return {
    manifest_version: 3,
    name: 'Ostro',
    version,
    description: '__MSG_description__',
    default_locale: 'en',
    icons,
    // No wallet is open when the browser starts.
    action: { default_title: '__MSG_locked__', default_icon: { 192: LOCKED_ICON } },
    optional_permissions: ['notifications'],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    content_security_policy: { extension_pages: extensionPolicy() },
    ...differences[browser],
  };
}

const arrivalTexts = (language: keyof typeof ARRIVAL_WORDS) => ({
  arrived: ARRIVAL_WORDS[language].one,
  arrivedMore: ARRIVAL_WORDS[language].more,
});
/** The texts of the manifest and of the icon in the toolbar (src/extension/lock-sign.ts), by language. */
export const MANIFEST_TEXTS = {
  en: {
    description: 'A Monero wallet that lives entirely in this browser.',
    ...arrivalTexts('en'),
    locked: 'Ostro: locked',
    open: 'Ostro: a wallet is open',
  },
  de: {
    description: 'Eine Monero-Wallet, die ganz in diesem Browser lebt.',
    ...arrivalTexts('de'),
    locked: 'Ostro: gesperrt',
    open: 'Ostro: eine Wallet ist offen',
  },
  es: {
    description: 'Un monedero de Monero que vive por completo en este navegador.',
    ...arrivalTexts('es'),
    locked: 'Ostro: bloqueado',
    open: 'Ostro: hay un monedero abierto',
  },
};
