/**
 * What other apps share with the installed app (`share_target` of the manifest): the browser posts it to the address
 * `share`, the service worker keeps it in a cache and opens the page, which takes it out. It never goes to the network. Any
 * site can post to this address, so the page checks it as it checks pasted text.
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

/** Keeps the first file, or else the text; replaces what was not taken. False when there is nothing to keep. */
export async function keepShared(caches: Stores, form: FormData): Promise<boolean> {
  const [file] = form.getAll('file').filter((entry) => entry instanceof File && entry.size > 0);
  const text = ['text', 'url', 'title']
    .map((name) => form.get(name))
    .find((entry) => typeof entry === 'string' && entry.trim() !== '');
  const body = file ?? text;
  if (body instanceof File ? body.size > MAX_FILE : body === undefined || body === null) return false;
  if (typeof body === 'string' && body.length > MAX_TEXT) return false;
  const name = body instanceof File ? body.name : '';
  const stored = new Response(body, { headers: { [NAME]: encodeURIComponent(name) } });
  await (await caches.open(CACHE)).put(KEY, stored);
  return true;
}
/** What was shared, once. */
export async function takeShared(caches: Stores): Promise<SharedItem | undefined> {
  const stored = await caches.match(KEY, { cacheName: CACHE });
  if (!stored) return undefined;
  const bytes = new Uint8Array(await stored.arrayBuffer());
  await caches.delete(CACHE);
  return { name: decodeURIComponent(stored.headers.get(NAME) ?? ''), bytes };
}
