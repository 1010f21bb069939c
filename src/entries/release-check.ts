/** Connects the check of versions (src/release/version.ts) with this browser: caches of the service worker, settings, requests. */
import { faultsOf, isFault, type NoData } from '../base/fault.ts';
import { BUNDLE, HISTORY } from '../release/paths.ts';
import type { ReleaseKeys } from '../release/keys.ts';
import {
  checkVerified,
  checkVersion,
  type Memory,
  type Proofs,
  type VersionSource,
} from '../release/version.ts';
import { createIdbAppSettings } from '../store/app-settings.ts';
import { cacheOf, chosenVersion } from '../transport/service-worker/stored-versions.ts';
import { browserVerifies } from '../transport/service-worker/verified.ts';
import type { RefusedRelease } from '../ui/state/own-release.ts';

/** The release keys of the build: scripts/tools/build/release-keys.ts. */
declare const __RELEASE_KEYS__: ReleaseKeys;
/** The version of package.json: scripts/tools/build/version.ts. */
declare const __VERSION__: string;

/** The sentences of the page know these two. */
export interface RefusedVersionFaults {
  release_older: NoData;
  release_unlogged: NoData;
}
const fault = faultsOf<RefusedVersionFaults>();
const SETTING = 'accepted-release';

/** True: the version that this page runs in is a release. Throws `release_older` or `release_unlogged`. */
export async function isOwnSigned(): Promise<boolean> {
  const { caches } = globalThis as Partial<typeof globalThis>;
  const stored = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  const version = stored && caches ? await chosenVersion(caches, '') : '';
  try {
    if (!browserVerifies())
      return await checkVersion(__RELEASE_KEYS__, ownSource(version), memory, { remember: true });
    // WEBCAT has checked the manifest and each file by now, gives its proofs to no page, and accepts an older release.
    await checkVerified(__VERSION__, memory);
    return true;
  } catch (error) {
    throw reasonOf(error) === 'older' ? fault('release_older') : fault('release_unlogged');
  }
}

/** Why pages must not get this version, which the browser stores. */
export async function refusalOf(version: string): Promise<RefusedRelease | undefined> {
  if (browserVerifies()) return undefined;
  try {
    await checkVersion(__RELEASE_KEYS__, nextSource(version), memory, { remember: false });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

const reasonOf = (error: unknown): RefusedRelease => (isFault(error, 'release_older') ? 'older' : 'unlogged');
const memory: Memory = (take) => createIdbAppSettings().update(SETTING, take);

/** The page names all other files by their hashes. `version`: '' if pages are those of the server. */
const ownSource = (version: string): VersionSource => ({
  ...proofsOf(version),
  files: async () => {
    const page =
      version === ''
        ? await fetch('./', { cache: 'force-cache' })
        : await caches.match('./', { cacheName: cacheOf(version) });
    return { hashes: new Map(page ? [['/index.html', await hashOf(page)]] : []), complete: false };
  },
});

/** The service worker is compared as the server sends it now: its own version does not store it. */
const nextSource = (version: string): VersionSource => ({
  ...proofsOf(version),
  files: async () => {
    const cache = await caches.open(cacheOf(version));
    const home = new URL('./', location.href).href;
    const hashes = new Map<string, Uint8Array>();
    for (const { url } of await cache.keys()) {
      const answer = await cache.match(url);
      const path = url.slice(home.length);
      if (answer && !path.startsWith('.well-known/'))
        hashes.set(`/${path || 'index.html'}`, await hashOf(answer));
    }
    const script = await asked('sw.js');
    if (script) hashes.set('/sw.js', await hashOf(script));
    return { hashes, complete: true };
  },
});

const proofsOf = (version: string): Omit<VersionSource, 'files'> => ({
  stored: () => (version === '' ? Promise.resolve(undefined) : proofs((path) => storedFile(version, path))),
  served: () => proofs(asked),
  keep: async ({ bundle, history }) => {
    if (version === '') return;
    const cache = await caches.open(cacheOf(version));
    await cache.put(BUNDLE, new Response(bundle));
    await cache.put(HISTORY, new Response(history));
  },
});
const proofs = async (read: (path: string) => Promise<Response | undefined>): Promise<Proofs | undefined> => {
  const [bundle, history] = await Promise.all([BUNDLE, HISTORY].map(read));
  return bundle && history ? { bundle: await bundle.text(), history: await history.text() } : undefined;
};
const storedFile = (version: string, path: string) => caches.match(path, { cacheName: cacheOf(version) });
/** Undefined without a network, or if the server has no such file. */
const asked = async (path: string): Promise<Response | undefined> => {
  const answer = await fetch(`./${path}`, { cache: 'no-store', credentials: 'omit' }).catch(() => undefined);
  return answer?.ok === true ? answer : undefined;
};
const hashOf = async (answer: Response): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()));
