/** The messages between the parts of the extension about the window that answers a site. They hold nothing of the wallet. */

/** The page that asks the person: connect.html, with the number of the site's tab. */
export const SITE_PAGE = 'connect.html';

/** A call from the bridge to the extension's worker. `focus`: brings the window to the front, if it is there. */
export type SiteWindowCall = 'open' | 'focus';
/** A message from the window to the bridge. */
export interface WindowNews {
  readonly ostro: 'ready' | 'closed';
  readonly tab: number;
}
/** A message from the worker to the window of this tab: a document of the site wants to connect. */
export interface Greet {
  readonly ostro: 'greet';
  readonly tab: number;
}

export function readSiteWindowCall(message: unknown): SiteWindowCall | undefined {
  const what = fieldsOf(message).ostro;
  return what === 'open' || what === 'focus' ? what : undefined;
}
export function readWindowNews(message: unknown): WindowNews | undefined {
  const { ostro, tab } = fieldsOf(message);
  return (ostro === 'ready' || ostro === 'closed') && typeof tab === 'number' ? { ostro, tab } : undefined;
}
export function isGreet(message: unknown, tab: number): boolean {
  const { ostro, tab: of } = fieldsOf(message);
  return ostro === 'greet' && of === tab;
}

const fieldsOf = (message: unknown): { readonly ostro?: unknown; readonly tab?: unknown } =>
  typeof message === 'object' && message !== null ? message : {};
