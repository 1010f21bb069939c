/**
 * The versions of the app that this browser stores, each in a cache, and which of them pages get. A browser starts a new
 * service worker by itself when all pages are closed; the version that the person chose is served until the person takes
 * another.
 */

/** A service worker's own version, for pages. */
export interface VersionInfo {
  readonly own: string;
  /** The version that pages get. */
  readonly serving: string;
  /** Number of files that the own version changes, adds or removes, compared with the served one. */
  readonly changed: number;
  /** Texts of changes.json that the served version does not have. */
  readonly changes: readonly string[];
}
type Stores = Pick<CacheStorage, 'match' | 'open' | 'has' | 'keys' | 'delete'>;
type Text = Pick<Response, 'text'>;

const APP = 'ostro-app-';
const CHOICE = 'ostro-choice';
/** A key, never requested. */
const KEY = 'https://choice.invalid/';
/** More is not shown, and a foreign file is not read. */
const MOST_CHANGES = 200;
const LONGEST_TEXT = 1000;

export function cacheOf(version: string): string {
  return APP + version;
}
/** The version that the person chose; `own` if none is chosen, or if its files are gone. */
export async function chosenVersion(caches: Stores, own: string): Promise<string> {
  const { version } = await readChoice(caches);
  return version !== undefined && (await caches.has(cacheOf(version))) ? version : own;
}
/** Pages get this version from now on. */
export async function choose(caches: Stores, version: string): Promise<void> {
  const { version: before } = await readChoice(caches);
  if (before === version) return;
  const text = JSON.stringify({ version, before });
  await (await caches.open(CHOICE)).put(KEY, new Response(text));
}
/**
 * Removes the files of all versions that no page uses. Pages of the version before the chosen one may still be open and load
 * files later, so its files stay. Not while another version is being stored.
 */
export async function removeUnused(caches: Stores, own: string): Promise<void> {
  const { before } = await readChoice(caches);
  const used = [own, await chosenVersion(caches, own), ...(before === undefined ? [] : [before])];
  const kept = new Set(used.map(cacheOf));
  for (const name of await caches.keys())
    if (name.startsWith(APP) && !kept.has(name)) await caches.delete(name);
}
/** Removes the files of the version before the chosen one, when none of its pages is open. */
export async function removeBefore(caches: Stores): Promise<void> {
  const { version, before } = await readChoice(caches);
  if (before !== undefined && before !== version) await caches.delete(cacheOf(before));
}
/** Compares a service worker's own version with the one that pages get. */
export async function versionInfo(caches: Stores, own: string): Promise<VersionInfo> {
  const serving = await chosenVersion(caches, own);
  if (serving === own) return { own, serving, changed: 0, changes: [] };
  const [ours, theirs] = await Promise.all([filesOf(caches, own), filesOf(caches, serving)]);
  const differs = [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (path) => ours.get(path) !== theirs.get(path),
  );
  const known = new Set(await changesOf(caches, serving));
  const changes = (await changesOf(caches, own)).filter((text) => !known.has(text));
  return { own, serving, changed: differs.length, changes: changes.slice(0, MOST_CHANGES) };
}

const readChoice = async (caches: Stores): Promise<{ version?: string; before?: string }> => {
  // Without `open`, which would make the cache again after everything was removed from this device.
  const { version, before } = await readJson<{ version?: unknown; before?: unknown }>(
    await caches.match(KEY, { cacheName: CHOICE }),
    {},
  );
  return {
    ...(typeof version === 'string' && { version }),
    ...(typeof before === 'string' && { before }),
  };
};
const changesOf = async (caches: Stores, version: string): Promise<readonly string[]> => {
  const list = await readJson<unknown>(
    await caches.match('changes.json', { cacheName: cacheOf(version) }),
    undefined,
  );
  if (!Array.isArray(list)) return [];
  return list.filter((text): text is string => typeof text === 'string' && text.length <= LONGEST_TEXT);
};
/** Each stored file of the app, with the hash of its bytes; its proofs are no file of it. */
const filesOf = async (caches: Stores, version: string): Promise<ReadonlyMap<string, string>> => {
  const cache = await caches.open(cacheOf(version));
  const files = new Map<string, string>();
  for (const { url } of await cache.keys()) {
    if (url.includes('/.well-known/')) continue;
    const bytes = await (await cache.match(url))?.arrayBuffer();
    if (bytes === undefined) continue;
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    files.set(url, String(hash));
  }
  return files;
};
const readJson = async <T>(stored: Text | undefined, otherwise: T): Promise<T> => {
  try {
    return stored === undefined ? otherwise : ((JSON.parse(await stored.text()) as T | null) ?? otherwise);
  } catch {
    return otherwise;
  }
};
