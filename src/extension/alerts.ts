/**
 * Payments that arrive unseen: a number at the icon in the toolbar, and a notification if the person wants it. The browser asks
 * for the permission to show notifications when the person turns them on.
 */
import type { ExtensionApi } from './browser-api.ts';

type Api = Pick<ExtensionApi, 'action' | 'permissions' | 'runtime' | 'notifications'>;

export interface ExtensionAlerts {
  setBadge(count: number): Promise<void>;
  clearBadge(): Promise<void>;
  permission(): 'default' | 'denied' | 'granted';
  ask(): Promise<'default' | 'denied' | 'granted'>;
  show(text: string): Promise<void>;
  isHidden(): boolean;
}

const PERMISSION = { permissions: ['notifications'] };

/** `isHidden`: the page is not visible. */
export function createExtensionAlerts(api: Api, isHidden: () => boolean): ExtensionAlerts {
  let permission: ReturnType<ExtensionAlerts['permission']> = 'default';
  const note = (given: boolean): typeof permission => (permission = given ? 'granted' : 'default');
  api.permissions.contains(PERMISSION).then(note, () => undefined);
  return {
    setBadge: (count) => api.action.setBadgeText({ text: String(count) }),
    clearBadge: () => api.action.setBadgeText({ text: '' }),
    permission: () => permission,
    // Not async: the browser asks only while the click is being handled.
    ask: () => api.permissions.request(PERMISSION).then(note),
    show: (text) => notify(api, text),
    isHidden,
  };
}

/** One notification, which later ones replace. Nothing is shown without the permission. */
export async function notify({ notifications, runtime }: Api, text: string): Promise<void> {
  await notifications?.create('ostro-payment', {
    type: 'basic',
    title: 'Ostro',
    message: text,
    iconUrl: runtime.getURL('icons/ostro-192.png'),
  });
}
