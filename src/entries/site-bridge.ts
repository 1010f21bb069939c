/** The extension's script beside the pages of a site that is on (src/extension/bridge.ts). */
import type { Runtime } from '../extension/browser-api.ts';
import { startBridge } from '../extension/bridge.ts';

startBridge({
  page: document,
  runtime: (globalThis as unknown as { readonly chrome: { readonly runtime: Runtime } }).chrome.runtime,
  isActive: () => navigator.userActivation.isActive,
});
