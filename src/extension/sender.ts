/**
 * Finds the sender of a message from what the browser says of it. A message of a site counts only from the
 * extension's own script in a tab's page itself: not from another extension, a frame, or a page of the extension.
 */
import { isSiteOrigin } from '../embed/origin.ts';
import type { MessageSender } from './browser-api.ts';

export interface SiteTab {
  readonly origin: string;
  readonly tab: number;
}

/** Undefined: it is no page of a site. */
export function siteTabOf(
  { id, tab, frameId, origin, url }: MessageSender,
  ownId: string,
): SiteTab | undefined {
  if (id !== ownId || tab?.id === undefined || frameId !== 0) return undefined;
  const own = url !== undefined && URL.canParse(url) ? new URL(url).origin : '';
  // A sandboxed page has the origin `null`, whatever its address is. Older Firefox does not say the origin.
  if ((origin ?? own) !== own || !isSiteOrigin(own)) return undefined;
  return { origin: own, tab: tab.id };
}

/** A page of the extension itself. `page`: its address. */
export function isOwnPage({ id, url }: MessageSender, ownId: string, page: string): boolean {
  return id === ownId && url?.split(/[?#]/)[0] === page;
}
