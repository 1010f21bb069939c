/**
 * Checks a site against the manifest that it serves, as a browser with WEBCAT does: the release keys signed it, the log
 * contains it, every file is the one that it names, and every page has its policy.
 */
import { createHash } from 'node:crypto';
import { equalBytes } from '../../../src/base/bytes.ts';
import { isFault } from '../../../src/base/fault.ts';
import { readBundle, readHistory } from '../../../src/release/files.ts';
import type { ReleaseKeys } from '../../../src/release/keys.ts';
import { BUNDLE, HISTORY } from '../../../src/release/paths.ts';
import { checkRelease, hashInManifest, type Accepted, type Manifest } from '../../../src/release/release.ts';
import { messageOf } from '../../../src/server/errors.mjs';

export interface ServedFault {
  readonly path: string;
  readonly why: string;
}

/** `site`: an address that ends with a slash. `accepted`: the release before, if one is known. */
export async function checkServedManifest(
  site: string,
  keys: ReleaseKeys,
  accepted?: Accepted,
): Promise<{ readonly compared: number; readonly faults: readonly ServedFault[] }> {
  const get = (path: string) => fetch(new URL(path, site), { redirect: 'error', cache: 'no-store' });
  const textOf = async (path: string) => {
    const answer = await get(path);
    if (!answer.ok) throw new Error(`${path}: the server answers ${String(answer.status)}`);
    return answer.text();
  };
  try {
    const bundle = readBundle(await textOf(BUNDLE));
    checkRelease(keys, bundle, readHistory(await textOf(HISTORY)), accepted);
    const faults: ServedFault[] = [];
    for (const path of ['/', ...Object.keys(bundle.manifest.files)]) {
      const why = await faultOf(bundle.manifest, path, await get(path.slice(1)));
      if (why !== undefined) faults.push({ path, why });
    }
    return { compared: Object.keys(bundle.manifest.files).length, faults };
  } catch (error) {
    const why = isFault(error) ? `${error.code} ${JSON.stringify(error.data)}` : messageOf(error);
    return { compared: 0, faults: [{ path: BUNDLE, why }] };
  }
}

/** Headers with which a server could load other code. */
const FORBIDDEN = ['link', 'refresh'];

const faultOf = async (manifest: Manifest, path: string, answer: Response): Promise<string | undefined> => {
  const name = path.endsWith('/') ? path + manifest.default_index : path;
  if (!answer.ok) return `the server answers ${String(answer.status)}`;
  const forbidden = FORBIDDEN.find((header) => answer.headers.has(header));
  if (forbidden !== undefined) return `it has the header ${forbidden}`;
  const policy = manifest.extra_csp[name] ?? manifest.default_csp;
  if (answer.headers.get('content-security-policy') !== policy) return 'it has another policy';
  const hash = createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest();
  const expected = hashInManifest(manifest, name);
  return expected !== undefined && equalBytes(hash, expected) ? undefined : 'its bytes differ';
};
