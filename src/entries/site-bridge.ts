/** The extension's script beside the pages of a site that is on (src/extension/bridge.ts). */
import type { Runtime } from '../extension/browser-api.ts';
import { startBridge } from '../extension/bridge.ts';

// A page that is open while its site is turned on gets the script once more only if it has none yet (src/extension/sites.ts).
(globalThis as { ostroBridge?: true }).ostroBridge = true;
startBridge({
  page: document,
  runtime: (globalThis as unknown as { readonly chrome: { readonly runtime: Runtime } }).chrome.runtime,
  isActive: () => navigator.userActivation.isActive,
});
