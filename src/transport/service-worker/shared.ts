/**
 * Takes what other apps share with the installed app (`share_target` of the manifest): the browser posts it to
 * `share`, the service worker keeps it in a cache and opens the page, which takes it out. It never goes to the network. A
 * site can post to this address as well, and hide that it does, so the page checks it as it checks pasted text.
 */

/** `name` is empty for a text. */
export interface SharedItem {
  readonly name: string;
  readonly bytes: Uint8Array;
}
type Stores = Pick<CacheStorage, 'match' | 'open' | 'delete'>;

/** Begins with `ostro`, so that it is removed with everything else. */
const CACHE = 'ostro-shared';
/** A key, never requested. */
const KEY = 'https://shared.invalid/';
const NAME = 'Ostro-Name';
/** Larger than any wallet file, in bytes. */
const MAX_FILE = 256 << 20;
/** In characters. */
const MAX_TEXT = 16 << 20;

/**
 * True if a page of another site posts it, or a frame. Chromium shows a service worker no Sec-Fetch-Site, but Origin and
 * referrer. A page that sends no referrer has the origin `null`, as the browser's own share has.
 */
export function isForeign(
  { headers, referrer, destination }: Pick<Request, 'headers' | 'referrer' | 'destination'>,
  own: string,
): boolean {
  const site = headers.get('Sec-Fetch-Site') ?? 'none';
  const origin = headers.get('Origin') ?? 'null';
  return (
    destination !== 'document' ||
    !['none', 'same-origin'].includes(site) ||
    !['null', own].includes(origin) ||
    (referrer !== '' && referrer !== 'about:client' && new URL(referrer).origin !== own)
  );
}

/**
 * Keeps the first file, or else the text. False when there is nothing to keep, or when the page has not taken what was
 * shared before: a later post must not replace it.
 */
export async function keepShared(caches: Stores, form: FormData): Promise<boolean> {
  const [file] = form.getAll('file').filter((entry) => entry instanceof File && entry.size > 0);
  const text = ['text', 'url', 'title']
    .map((name) => form.get(name))
    .find((entry) => typeof entry === 'string' && entry.trim() !== '');
  const body = file ?? text;
  if (body instanceof File ? body.size > MAX_FILE : body === undefined || body === null) return false;
  if (typeof body === 'string' && body.length > MAX_TEXT) return false;
  if (await caches.match(KEY, { cacheName: CACHE })) return false;
  const name = body instanceof File ? body.name : '';
  const stored = new Response(body, { headers: { [NAME]: encodeURIComponent(name) } });
  await (await caches.open(CACHE)).put(KEY, stored);
  return true;
}
/** The shared item, once. */
export async function takeShared(caches: Stores): Promise<SharedItem | undefined> {
  const stored = await caches.match(KEY, { cacheName: CACHE });
  if (!stored) return undefined;
  const bytes = new Uint8Array(await stored.arrayBuffer());
  await caches.delete(CACHE);
  return { name: decodeURIComponent(stored.headers.get(NAME) ?? ''), bytes };
}
