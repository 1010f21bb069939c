/** The worker of the browser extension: the browser starts it for an event and ends it soon after. It knows no key. */
import { extensionApi } from '../src/extension/browser-api.ts';
import { watchLockSign } from '../src/extension/lock-sign.ts';
import { PATTERNS_HAVE_PORTS } from '../src/extension/permissions.ts';
import { answerSites } from '../src/extension/site-window.ts';
import { putScripts } from '../src/extension/sites.ts';
import { showWallet } from '../src/extension/toolbar.ts';

const api = extensionApi();
// Listeners are added at once: the browser started the worker to call one of them.
api.action.onClicked.addListener(() => void showWallet(api));
watchLockSign({ api, locks: navigator.locks });
answerSites(api, PATTERNS_HAVE_PORTS);
api.runtime.onInstalled.addListener(() => void putScripts(api, PATTERNS_HAVE_PORTS));
api.permissions.onRemoved.addListener(() => void putScripts(api, PATTERNS_HAVE_PORTS));
