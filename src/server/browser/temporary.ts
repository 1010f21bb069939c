/**
 * The server's folder for its browser's profile and its copy of the app. No wallet is ever in it: those are in the wallet
 * folder or, without a name, in memory. So what a server left that was killed may go when the next one starts. Folders of
 * older versions (ostro-wallet-rpc-*) stay: those kept wallets in the profile, and the last changes may be only there.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isEnded, readOwner, SILENT_MS, thisProgram, type ProgramIdentity } from '../files/owner.ts';

const PREFIX = 'ostro-wallet-server-';
const OWNER = 'owner';

/** A new folder of this program, after those of programs that ended were removed. */
export function makeTemporary({ parent = tmpdir(), me = thisProgram() } = {}) {
  sweep(parent, me);
  const dir = mkdtempSync(join(parent, PREFIX));
  writeFileSync(join(dir, OWNER), JSON.stringify(me));
  return dir;
}

export function removeTemporary(dir: string) {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

const sweep = (parent: string, me: ProgramIdentity) => {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(PREFIX)))
    try {
      const dir = join(parent, name);
      if (isLeft(dir, me)) removeTemporary(dir);
    } catch {
      // The folder is another user's, or was removed meanwhile.
    }
};

const isLeft = (dir: string, me: ProgramIdentity) => {
  const owner = readOwner(ownerOf(dir));
  const age = Date.now() - statSync(dir).mtimeMs;
  // A server that is not one of this machine's writes no sign of life here: after a day it counts as ended.
  return isEnded(
    owner,
    me,
    owner.boot === me.boot && owner.namespace === me.namespace ? age : age - DAY_MS + SILENT_MS,
  );
};
const DAY_MS = 86_400_000;

const ownerOf = (dir: string) => {
  try {
    return readFileSync(join(dir, OWNER), 'utf8');
  } catch {
    return undefined;
  }
};
