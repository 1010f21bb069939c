/** Compares a package, of the browser extension or for npm, with one that was built from these sources: file by file. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isCrx, readCrx } from '../release/crx.ts';
import { filesInFolder, filesInTarball, filesInZip, type ArchiveFiles } from './archive.ts';

export interface CheckedPackage {
  readonly kind: 'package' | 'extension';
  /** Of an extension. */
  readonly browser: 'chromium' | 'firefox' | undefined;
  readonly files: ArchiveFiles;
}
interface PackageComparison {
  /** Number of files that were compared. */
  readonly compared: number;
  /** What a store added, which the browser reads and the wallet does not. */
  readonly added: readonly string[];
  readonly differences: readonly { readonly path: string; readonly why: string }[];
}

/** Reads a folder, a zip, xpi or crx file, or a file of `npm pack`. Throws if it is something else. */
export function readPackage(path: string): CheckedPackage {
  const files = statSync(path).isDirectory()
    ? filesInFolder(path)
    : /\.(?:tgz|tar\.gz)$/.test(path)
      ? filesInTarball(readFileSync(path))
      : filesInZip(zipIn(readFileSync(path)));
  const manifest = files.get('manifest.json');
  if (manifest)
    return {
      kind: 'extension',
      browser: manifest.includes('browser_specific_settings') ? 'firefox' : 'chromium',
      files,
    };
  if (files.has('package.json')) return { kind: 'package', browser: undefined, files };
  throw new Error(`${path} is neither a package of the extension nor one for npm`);
}

/** A package for Chromium has a header with its signature before the zip file. */
const zipIn = (bytes: Buffer): Buffer => (isCrx(bytes) ? readCrx(bytes).zip : bytes);

/** The same of a build: `dist-extension` or `dist-package`. */
export function builtFiles(
  folder: string,
  { kind, browser }: Pick<CheckedPackage, 'kind' | 'browser'>,
): ArchiveFiles {
  return filesInFolder(join(folder, kind === 'package' ? 'package' : browser!));
}

/** Mozilla's signature of a package, and Chrome's list of hashes. */
const ADDED = /^(?:META-INF|_metadata)\//;

export function comparePackages(ours: ArchiveFiles, theirs: ArchiveFiles): PackageComparison {
  const paths = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
  const added = paths.filter((path) => ADDED.test(path) && !ours.has(path));
  const differences = paths
    .filter((path) => !added.includes(path))
    .flatMap((path) => {
      const [our, their] = [ours.get(path), theirs.get(path)];
      if (!our) return [{ path, why: 'only the package has it' }];
      if (!their) return [{ path, why: 'the package lacks it' }];
      return our.equals(their)
        ? []
        : [{ path, why: `the package has ${hash(their)}, this build ${hash(our)}` }];
    });
  return { compared: paths.length - added.length, added, differences };
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
