/** A copy of the project in an empty temporary folder: what Git tracks or would track. node_modules is linked. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * One place of a file that is changed; the file has `find` exactly once.
 * @typedef {object} Edit
 * @property {string} file
 * @property {string} find
 * @property {string} replace
 */

const listFiles = (/** @type {string} */ root) => {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return new Set(listed.split('\0').filter((path) => path !== '' && path !== 'node_modules'));
  } catch {
    throw new Error(
      `${root} is not a Git clone: its files cannot be distinguished from files that lie beside them.`,
    );
  }
};

/**
 * Copies `root`; the copy is removed when the process exits. Returns the copy's path.
 * @param {string} root
 */
export function copyTree(root) {
  // The copy is in a folder of its own, so that there are no files beside it.
  const outer = mkdtempSync(join(tmpdir(), 'ostro-copy-'));
  process.on('exit', () => rmSync(outer, { recursive: true, force: true }));
  const copy = join(outer, 'ostro');
  mkdirSync(copy);
  for (const path of listFiles(root)) {
    if (!existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    copyFileSync(join(root, path), join(copy, path));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/**
 * Applies edits below `root`. Returns a function that puts the files back as they were.
 * @param {string} root
 * @param {readonly Edit[]} edits
 * @returns {() => void}
 */
export function applyEdits(root, edits) {
  /** @type {Map<string, string>} */
  const before = new Map();
  const restore = () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
  for (const { file, find, replace } of edits) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    const count = text.split(find).length - 1;
    if (count !== 1) {
      restore();
      throw new Error(`"${find}" stands ${count} times in ${file} instead of once`);
    }
    if (!before.has(path)) before.set(path, text);
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
  }
  return restore;
}
