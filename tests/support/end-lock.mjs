/** The lock file of a wallet in a folder becomes that of a program that has ended. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** @param {string} path */
export function endLock(path) {
  const owner = /** @type {object} */ (JSON.parse(readFileSync(path, 'utf8')));
  const other = `${path}.ended`;
  // A process that began with the machine has another start.
  writeFileSync(other, JSON.stringify({ ...owner, id: '0'.repeat(32), start: '0' }));
  renameSync(other, path);
}
