/** The installed app: when installation is offered, what is said of unseen payments, and the reminder of a backup. */
import { describe, expect, it, vi } from 'vitest';
import { sentUnsaved } from '../../../src/ui/features/overview/unsaved.ts';
import { Alerts, type AlertBrowser } from '../../../src/ui/state/alerts.svelte.ts';
import { Install, type InstallBrowser } from '../../../src/ui/state/install.svelte.ts';
import { Prefs } from '../../../src/ui/state/prefs.svelte.ts';

const memory = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
};
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1';
const browser = (userAgent = DESKTOP, standalone = false) => {
  const listeners: Record<string, (event: Event) => void> = {};
  const registered: string[] = [];
  const fake: InstallBrowser = {
    addEventListener: (type, listener) => void (listeners[type] = listener),
    matchMedia: () => ({ matches: standalone }),
    navigator: {
      userAgent,
      registerProtocolHandler: (scheme, url) => {
        if (scheme === 'monero') throw new Error('not allowed');
        registered.push(`${scheme} ${url}`);
      },
    },
  };
  const offer = (outcome: 'accepted' | 'dismissed') => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: vi.fn(() => Promise.resolve({ outcome })),
    });
    listeners['beforeinstallprompt']?.(event);
    return event;
  };
  return { fake, offer, registered, installed: () => listeners['appinstalled']?.(new Event('appinstalled')) };
};

describe('installation', () => {
  it('is never offered before the wallet was paid or saved', () => {
    const { fake, offer } = browser();
    const install = new Install(fake, memory());
    const event = offer('accepted');
    expect(event.defaultPrevented).toBe(true);
    expect(install.offered(false)).toBe(false);
    expect(install.offered(true)).toBe(true);
  });
  it('is not offered where the browser cannot install, except on iPhone and iPad, by hand', () => {
    expect(new Install(browser().fake, memory()).offered(true)).toBe(false);
    expect(new Install(browser(IPHONE).fake, memory()).offered(true)).toBe(true);
    expect(new Install(undefined, memory()).offered(true)).toBe(false);
  });
  it('is not offered in the installed app', () => {
    expect(new Install(browser(IPHONE, true).fake, memory()).offered(true)).toBe(false);
    const { fake, offer, installed } = browser();
    const install = new Install(fake, memory());
    offer('accepted');
    installed();
    expect(install.offered(true)).toBe(false);
  });
  it('is not offered again after the person said no, here or in the window of the browser', async () => {
    const storage = memory();
    const { fake, offer } = browser();
    const install = new Install(fake, storage);
    offer('dismissed');
    expect(await install.install()).toBe(false);
    const later = browser();
    const again = new Install(later.fake, storage);
    later.offer('accepted');
    expect(again.offered(true)).toBe(false);
    // The person can still do it, in Settings.
    expect(again.possible).toBe(true);
  });
  it('asks the browser once', async () => {
    const { fake, offer } = browser();
    const install = new Install(fake, memory());
    const event = offer('accepted');
    expect(await install.install()).toBe(true);
    expect(await install.install()).toBe(false);
    expect(event.prompt).toHaveBeenCalledOnce();
  });
  it('of payment links goes on where the browser refuses one of the schemes', () => {
    const { fake, registered } = browser();
    new Install(fake, memory()).takeLinks('https://wallet.example/');
    expect(registered).toEqual(['web+monero https://wallet.example/#/pay/%s']);
  });
});

describe('payments that arrive unseen', () => {
  const setup = (answer: NotificationPermission = 'granted') => {
    let permission: NotificationPermission = 'default';
    const page = { hidden: true };
    const shown: string[] = [];
    const badges: number[] = [];
    const fake: AlertBrowser = {
      setBadge: (count) => Promise.resolve(void badges.push(count)),
      clearBadge: () => Promise.resolve(void badges.push(0)),
      permission: () => permission,
      ask: () => Promise.resolve((permission = answer)),
      show: (text) => Promise.resolve(shown.push(text)),
      isHidden: () => page.hidden,
    };
    const prefs = new Prefs(memory());
    return { alerts: new Alerts(fake, prefs), prefs, page, shown, badges };
  };
  it('are counted on the icon until the person looks', () => {
    const { alerts, badges } = setup();
    alerts.arrived(1);
    alerts.arrived(2);
    alerts.seen();
    alerts.seen();
    expect(badges).toEqual([1, 3, 0]);
  });
  it('are not counted while the person looks at the page', () => {
    const { alerts, page, badges } = setup();
    page.hidden = false;
    alerts.arrived(1);
    expect(badges).toEqual([]);
  });
  it('make no notification before the person wants it, and none with an amount', async () => {
    const { alerts, shown } = setup();
    alerts.arrived(1);
    expect(shown).toEqual([]);
    alerts.seen();
    await alerts.turn(true);
    expect(alerts.on).toBe(true);
    alerts.arrived(1);
    alerts.arrived(1);
    expect(shown).toEqual(['A payment has arrived', 'Payments have arrived']);
    await alerts.turn(false);
    alerts.arrived(1);
    expect(shown).toHaveLength(2);
  });
  it('stay silent when the browser refuses, and the reason is known', async () => {
    const { alerts, prefs } = setup('denied');
    await alerts.turn(true);
    expect(alerts).toMatchObject({ on: false, denied: true });
    expect(prefs.current.notify).toBe(false);
  });
});

describe('the reminder of a backup', () => {
  const sent = (txid: string, time: number, state: 'done' | 'failed' = 'done') => ({
    txid,
    time,
    state,
    kind: 'out' as const,
  });
  it('counts payments that were sent since the last file, each transaction once', () => {
    const transfers = [sent('a', 100), sent('b', 300), sent('b', 300), sent('c', 400, 'failed')];
    expect(sentUnsaved(transfers, {})).toBe(2);
    expect(sentUnsaved(transfers, { words: 500, keys: 500 })).toBe(2);
    expect(sentUnsaved(transfers, { file: 200 })).toBe(1);
    expect(sentUnsaved(transfers, { file: 300 })).toBe(0);
    expect(sentUnsaved(transfers, { file: 100, companion: 300 })).toBe(0);
    expect(sentUnsaved(transfers, { file: 200, companion: 100 })).toBe(1);
    expect(sentUnsaved(transfers, { file: 50 }, 300)).toBe(0);
  });
  it('does not count what came in', () => {
    expect(sentUnsaved([{ ...sent('a', 100), kind: 'in' }], {})).toBe(0);
  });
});
