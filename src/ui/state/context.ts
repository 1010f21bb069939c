/** The parts that every screen can use: session, router, prefs, toaster and more. App.svelte sets it once. */
import type { CommandFacts } from '../../base/by-command.ts';
import { createContext } from 'svelte';
import type { Alerts } from './alerts.svelte.ts';
import type { Authenticator } from './authenticator.ts';
import type { AppClipboard } from './clipboard.ts';
import type { Incoming } from './incoming.svelte.ts';
import type { Install } from './install.svelte.ts';
import type { DeviceData, RpcAccess } from './model.ts';
import type { NodeAccess } from './node-access.svelte.ts';
import type { Offline } from './offline.svelte.ts';
import type { OwnRelease } from './own-release.ts';
import type { Prefs } from './prefs.svelte.ts';
import type { Rates } from './rates.svelte.ts';
import type { Router } from './router.svelte.ts';
import type { ServedHeaders } from './served-headers.svelte.ts';
import type { Session } from './session.svelte.ts';
import type { ReadingPort } from './reading-port.ts';
import type { SwitchPort } from './site-switch.ts';
import type { Toaster } from './toaster.svelte.ts';

export interface App {
  readonly session: Session;
  readonly router: Router;
  readonly prefs: Prefs;
  /** Values in another currency. */
  readonly rates: Rates;
  readonly toaster: Toaster;
  readonly offline: Offline;
  readonly incoming: Incoming;
  readonly install: Install;
  readonly alerts: Alerts;
  readonly servedHeaders: ServedHeaders;
  readonly clipboard: AppClipboard;
  /** Passkeys of this browser. */
  readonly authenticator: Authenticator;
  /** Undefined where no service worker runs. */
  readonly rpcAccess?: RpcAccess | undefined;
  /** Only in the browser extension. */
  readonly nodeAccess?: NodeAccess | undefined;
  /** Only in the browser extension. */
  readonly siteSwitch?: SwitchPort | undefined;
  /** Reading while no page has the wallet open; undefined where the browser wakes no worker for it. */
  readonly backgroundReading?: (() => Promise<ReadingPort | undefined>) | undefined;
  /** The icon of the extension or of the installed app: it changes when a wallet is opened in this page. */
  readonly lockSign?: { show(open: boolean): void } | undefined;
  /** Only if the command `ostro` serves the page: what it is started with. */
  readonly command?: Promise<CommandFacts> | undefined;
  /** Only where a server sends the page. */
  readonly release?: OwnRelease | undefined;
  /** A site has opened this window, or the extension for it. */
  readonly inSiteWindow: boolean;
  /** Undefined in the window for sites. */
  readonly device?: DeviceData | undefined;
  /** Says if Settings and its search offer a route. */
  readonly isOffered: (
    route: string,
    wallet: { readonly cold: boolean; readonly offlineEdition: boolean },
  ) => boolean;
}
export const [useApp, provideApp] = createContext<App>();
