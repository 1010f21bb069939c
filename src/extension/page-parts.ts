/** The parts that the pages of the extension give to the app besides the usual ones. */
import { createExtensionAlerts } from './alerts.ts';
import { extensionApi } from './browser-api.ts';
import { CHALLENGES, passChallenges } from './challenges.ts';
import { createLockSign } from './lock-sign.ts';
import { createBackgroundReading } from './reading.ts';
import type { SiteTab } from './sender.ts';
import { readSiteOffer, siteOfSearch } from './site-messages.ts';
import { createSiteSwitch, type SiteSettings } from './sites.ts';
import { showTab } from './toolbar.ts';
import { createNodePermissions, PATTERNS_HAVE_PORTS } from './permissions.ts';

/** The page, as far as it is used. */
export interface ExtensionPage {
  readonly document: { readonly hidden: boolean };
  readonly location: { readonly search: string };
  addEventListener(type: 'pagehide', listener: () => void): void;
}

export function pageParts<S extends SiteSettings>(
  page: ExtensionPage,
  settings: S,
  copiesIn: (settings: S) => Parameters<typeof createBackgroundReading>[1],
) {
  const api = extensionApi();
  passChallenges(api, () => new BroadcastChannel(CHALLENGES));
  const siteSwitch = createSiteSwitch(api, PATTERNS_HAVE_PORTS, settings);
  const backgroundReading = createBackgroundReading(api, copiesIn(settings));
  return {
    nodeAccess: createNodePermissions(api, PATTERNS_HAVE_PORTS, () => siteSwitch.list()),
    alertBrowser: createExtensionAlerts(api, () => page.document.hidden),
    installedParts: {
      siteSwitch: {
        ...siteSwitch,
        allow: async (origin: string, tab: number) => {
          const yes = await siteSwitch.turnOn(origin, tab);
          if (yes) await showTab(api, tab).catch(() => undefined);
          return yes;
        },
        onOffer: (listener: (offered: SiteTab) => void) => {
          const first = siteOfSearch(page.location.search);
          if (first) listener(first);
          api.runtime.onMessage.addListener((message, sender) => {
            const offered = sender.id === api.runtime.id ? readSiteOffer(message) : undefined;
            if (offered) listener(offered);
            return undefined;
          });
        },
      },
      lockSign: createLockSign({ api, locks: navigator.locks }, (listener) =>
        page.addEventListener('pagehide', listener),
      ),
      backgroundReading: () => Promise.resolve(backgroundReading),
    },
  };
}
