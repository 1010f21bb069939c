/** Fetches one version of the app, file by file, and compares it with the hashes in the service worker. */
import { toHex } from '../../base/hex.ts';

export interface Version {
  readonly version: string;
  /** `path` is relative to the app's folder; `sha256` is hex. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}
/** Message to open pages when a version was refused. */
export interface RefusedVersion {
  readonly type: 'ostro version refused';
  readonly path: string;
}
/** A file's hash differs from the one that the version lists. */
export class WrongFile extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`${path} is not the file that this version lists`);
    this.path = path;
  }
}

type Fetch = (url: string, init: { readonly cache: 'no-cache' | 'reload' }) => Promise<Response>;
type File = Version['files'][number];

/** Files that are fetched at once: more would take connections and the processor from the page that is being opened. */
const AT_ONCE = 4;

/**
 * All files of a version by the path that pages request: `./` for index.html. Throws WrongFile for a file with
 * another SHA-256, an Error when a file cannot be fetched; it asks for no further file then.
 */
export async function fetchVersion(
  fetch: Fetch,
  { files }: Version,
): Promise<readonly (readonly [path: string, response: Response])[]> {
  const waiting = [...files];
  const found: (readonly [path: string, response: Response])[] = [];
  const fetchNext = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
      found.push(await fetchFile(fetch, file));
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  } finally {
    waiting.length = 0;
  }
  return found;
}

const fetchFile = async (fetch: Fetch, file: File) => {
  const url = file.path === 'index.html' ? './' : file.path;
  const right =
    (await fetchRight(() => fetch(url, { cache: 'no-cache' }), file)) ??
    // The browser's HTTP cache may hold a wrong file: fetch it again without the cache.
    (await fetchRight(() => fetch(url, { cache: 'reload' }), file));
  if (!right) throw new WrongFile(file.path);
  return [url, right] as const;
};

const fetchRight = async (
  fetch: () => Promise<Response>,
  { path, sha256 }: File,
): Promise<Response | undefined> => {
  const response = await fetch();
  if (!response.ok) throw new Error(`${path}: status ${String(response.status)}`);
  const bytes = await response.clone().arrayBuffer();
  const hash = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  return hash === sha256 ? response : undefined;
};
