/** A copy of the project in an empty temporary folder: what Git tracks or would track. node_modules is linked. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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
