/** The messages between the parts of the extension about sites and the window that answers them. They hold nothing of the wallet. */
import { isSiteOrigin } from '../embed/origin.ts';
import type { SiteTab } from './sender.ts';

/** The page that asks the person: connect.html, with the site's origin and the number of a tab. */
export const SITE_PAGE = 'connect.html';

/** A call from the bridge to the extension's worker. `focus`: brings the window to the front, if it is there. */
export type SiteWindowCall = 'open' | 'focus';
/** A message from the window to the bridge. */
export interface WindowNews {
  readonly ostro: 'ready' | 'closed';
  readonly tab: number;
}
/** A message from the worker to the window of this site: a document of the site, in this tab, wants to connect. */
export interface Greet {
  readonly ostro: 'greet';
  readonly site: string;
  readonly tab: number;
}
/** A message from the worker to the page of the wallet: the person has pressed the icon in this tab of a site that is off. */
export interface SiteOffer {
  readonly ostro: 'offer';
  readonly site: string;
  readonly tab: number;
}

/** The part of an address that names a site and its tab. */
export function searchOf({ origin, tab }: SiteTab): string {
  return `?site=${encodeURIComponent(origin)}&tab=${String(tab)}`;
}
/** Undefined: the address names no site. */
export function siteOfSearch(search: string): SiteTab | undefined {
  const given = new URLSearchParams(search);
  const [origin, tab] = [given.get('site') ?? '', given.get('tab') ?? ''];
  return isSiteOrigin(origin) && /^\d{1,15}$/.test(tab) ? { origin, tab: Number(tab) } : undefined;
}
export function readSiteOffer(message: unknown): SiteTab | undefined {
  const { ostro, site, tab } = fieldsOf(message);
  if (ostro !== 'offer' || typeof site !== 'string' || typeof tab !== 'number') return undefined;
  return isSiteOrigin(site) ? { origin: site, tab } : undefined;
}
export function readSiteWindowCall(message: unknown): SiteWindowCall | undefined {
  const what = fieldsOf(message).ostro;
  return what === 'open' || what === 'focus' ? what : undefined;
}
export function readWindowNews(message: unknown): WindowNews | undefined {
  const { ostro, tab } = fieldsOf(message);
  return (ostro === 'ready' || ostro === 'closed') && typeof tab === 'number' ? { ostro, tab } : undefined;
}
/** The tab of a greeting for the window of this site; undefined: it is none. */
export function greetedTab(message: unknown, origin: string): number | undefined {
  const { ostro, site, tab } = fieldsOf(message);
  return ostro === 'greet' && site === origin && typeof tab === 'number' ? tab : undefined;
}

interface Fields {
  readonly ostro?: unknown;
  readonly site?: unknown;
  readonly tab?: unknown;
}
const fieldsOf = (message: unknown): Fields =>
  typeof message === 'object' && message !== null ? message : {};
