/** A lock between processes: a folder that only one can make. A lock whose owner has died is taken over. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../../src/server/errors.mjs';

/**
 * Runs `work` while holding the lock `folder`; `onWait` is called once if another process holds it.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, onWait = () => {}) {
  mkdirSync(dirname(folder), { recursive: true });
  for (let waits = 0; !take(folder); waits++) {
    if (waits === 0) onWait();
    await sleep(300);
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const take = (/** @type {string} */ folder) => {
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'owner'), String(process.pid));
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const owner = ownerOf(folder);
  if (owner === undefined || isAlive(owner)) return false;
  const grave = `${folder}.dead-${process.pid}`;
  try {
    renameSync(folder, grave);
    // Another process may have taken the lock over between our check and our rename: then it is put back.
    if (ownerOf(grave) !== owner) renameSync(grave, folder);
    else rmSync(grave, { recursive: true, force: true });
  } catch {
    // Another process made it first.
  }
  return false;
};

/** The owner's process id; undefined while the lock is too young to say; 0 when it never said. */
const ownerOf = (/** @type {string} */ folder) => {
  try {
    return Number(readFileSync(join(folder, 'owner'), 'utf8'));
  } catch {
    try {
      return Date.now() - statSync(folder).mtimeMs > 10_000 ? 0 : undefined;
    } catch {
      return undefined;
    }
  }
};

const isAlive = (/** @type {number} */ pid) => {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};
