/** The worker of the browser extension: the browser starts it for an event and ends it soon after. It knows no key. */
import { extensionApi } from '../src/extension/browser-api.ts';
import { createIdbAppSettings } from '../src/store/app-settings.ts';
import { createCopiesToRead } from '../src/store/copies-to-read.ts';
import { watchLockSign } from '../src/extension/lock-sign.ts';
import { PATTERNS_HAVE_PORTS } from '../src/extension/permissions.ts';
import { answerSites } from '../src/extension/site-window.ts';
import { putScripts, turnOffLost } from '../src/extension/sites.ts';
import { isWalletOpen, readOnAlarm, setAlarm } from '../src/extension/reading.ts';
import { showWallet } from '../src/extension/toolbar.ts';
import { readRound, type RoundParts } from '../src/wallet/session/read-round.ts';
import { network } from './network.ts';
import { scriptUrl } from './trusted.ts';

const api = extensionApi();
// Listeners are added at once: the browser started the worker to call one of them.
api.action.onClicked.addListener((tab) => void showWallet(api, PATTERNS_HAVE_PORTS, tab));
watchLockSign({ api, locks: navigator.locks });
answerSites(api, PATTERNS_HAVE_PORTS);
api.runtime.onInstalled.addListener(({ reason }) => {
  void putScripts(api, PATTERNS_HAVE_PORTS);
  if (reason === 'install') void showWallet(api, PATTERNS_HAVE_PORTS);
});
api.permissions.onRemoved.addListener(
  () => void turnOffLost(api, PATTERNS_HAVE_PORTS, createIdbAppSettings()),
);
const READER = 'background-reader.js';
const here = globalThis as unknown as { readonly ostroReadCopy?: RoundParts['read'] };
// Firefox has a page instead of a worker here, with the same events.
const isWorker = typeof importScripts === 'function';
/** Most starts do not need the engine. */
const read: RoundParts['read'] = async (copy) => {
  if (!here.ostroReadCopy && isWorker) importScripts(scriptUrl(api.runtime.getURL(READER)));
  else if (!here.ostroReadCopy) await import(/* @vite-ignore */ api.runtime.getURL(READER));
  return here.ostroReadCopy!(copy);
};
// A worker may load later only what it has loaded when it was installed.
if (isWorker) addEventListener('install', () => importScripts(scriptUrl(api.runtime.getURL(READER))));
/** Made when it is needed: it opens a database. */
const copiesToRead = () => createCopiesToRead(createIdbAppSettings());
readOnAlarm(api, copiesToRead, () =>
  readRound({
    copies: copiesToRead(),
    read,
    isOpen: () => isWalletOpen(navigator.locks),
    onBug: (error) => console.error(error),
    network: network(),
  }),
);
// Browsers may forget alarms when they are closed, or when the extension is updated.
for (const event of [api.runtime.onInstalled, api.runtime.onStartup])
  event.addListener(() => void setAlarm(api, copiesToRead()));
