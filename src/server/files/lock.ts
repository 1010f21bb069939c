/**
 * A lock as a file beside a wallet. A program takes it by linking its own file, which identifies it (owner.ts), to
 * that path. It replaces the lock of an ended program by renaming over it, so that there is no moment without a lock;
 * for that it needs a second lock, so that two programs never replace the same one.
 *
 * On one Linux machine this is exact. Machines and containers that share the folder cannot see each other's processes:
 * there an owner counts as ended when it has not renewed its file for a minute. An owner that only slept notices
 * before its next write (`isOurs`).
 */
import { dirname, join } from 'node:path';
import { codeOf } from '../errors.mjs';
import { isEnded, readOwner, SILENT_MS, type ProgramIdentity } from './owner.ts';

type Fs = typeof import('node:fs/promises');

interface Claimer {
  readonly fs: Fs;
  readonly me: ProgramIdentity;
}
interface Keeping extends Claimer {
  /** Called when another program has the lock. */
  readonly onLost: () => void;
  readonly beatMs: number;
}
export interface Lock {
  readonly isOurs: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

/** The caller does not hold it. Undefined: another program has it. Rejects when the disk refuses. */
export async function claimLock(
  path: string,
  { fs, me, onLost, beatMs }: Keeping,
): Promise<Lock | undefined> {
  const content = JSON.stringify(me);
  const mine = `${path}.${me.id}.new`;
  try {
    await fs.writeFile(mine, content, { mode: 0o600 });
    if (!(await claimFile(path, mine, { fs, me }))) return undefined;
    await sweep(path, mine, fs).catch(() => {});
  } finally {
    await fs.rm(mine, { force: true }).catch(() => {});
  }
  const isOurs = async () => readOwner(await textOf(fs, path)).id === me.id;
  // This handle writes to our own file only, whatever file is at `path` by then.
  const file = await fs.open(path, 'r+');
  const renew = async (): Promise<void> => {
    await file.write(content, 0);
    if (!(await isOurs())) onLost();
  };
  const beat = setInterval(() => void renew().catch(() => {}), beatMs);
  beat.unref();
  return {
    isOurs,
    release: async () => {
      clearInterval(beat);
      await file.close();
      if (await isOurs()) await fs.rm(path, { force: true });
    },
  };
}

/** How a program's own file is called, after the path of the lock; twice `.new` while it replaces a lock. */
const LEFT = /^(\.([0-9a-f]{32}|pid-\d+|unreadable))+(\.new)+$/;

/** Removes files of programs that were killed while they claimed this lock. */
const sweep = async (path: string, mine: string, fs: Fs) => {
  const present = new Set(await fs.readdir(dirname(path)));
  for (const name of present) {
    const left = join(dirname(path), name);
    // A file with `.keys` beside it is a wallet.
    if (!left.startsWith(`${path}.`) || !LEFT.test(left.slice(path.length)) || present.has(`${name}.keys`))
      continue;
    if (left === mine) continue;
    if (((await silence(fs, left, mine)) ?? 0) > SILENT_MS) await fs.rm(left, { force: true });
  }
};

/** Puts the file `mine` at `path`, unless a running program has the lock. */
const claimFile = async (path: string, mine: string, { fs, me }: Claimer): Promise<boolean> => {
  for (let attempt = 0; attempt < 10; attempt++) {
    if (await linked(fs, mine, path)) return true;
    const text = await textOf(fs, path);
    if (text === undefined) continue;
    const owner = readOwner(text);
    const silent = await silence(fs, path, mine);
    if (silent === undefined) continue;
    // Our own lock, which we do not hold: the disk failed when we released it.
    if (owner.id !== me.id && !isEnded(owner, me, silent)) return false;
    if (await replace(path, owner, mine, { fs, me })) return true;
  }
  return false;
};

/** False: another program was faster. */
const replace = async (path: string, owner: ProgramIdentity, mine: string, { fs, me }: Claimer) => {
  const right = `${path}.${owner.id}`;
  if (!(await claimFile(right, mine, { fs, me }))) return false;
  try {
    if (readOwner(await textOf(fs, path)).id !== owner.id) return false;
    // Not `mine` itself: rename does nothing when both names are links to one file.
    await fs.writeFile(`${right}.new`, JSON.stringify(me), { mode: 0o600 });
    await fs.rename(`${right}.new`, path);
    return true;
  } finally {
    await fs.rm(right, { force: true }).catch(() => {});
  }
};

const linked = async (fs: Fs, from: string, to: string) => {
  try {
    await fs.link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // The disk has no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error) ?? '')) throw error;
  }
  try {
    await fs.writeFile(to, await fs.readFile(from), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
};

/** Milliseconds since the file was written, by the clock of its disk: ours is written now. Undefined: it is gone. */
const silence = async (fs: Fs, path: string, mine: string) => {
  await fs.writeFile(mine, await fs.readFile(mine));
  const now = await fs.stat(mine);
  try {
    return now.mtimeMs - (await fs.stat(path)).mtimeMs;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
};

const textOf = async (fs: Fs, path: string) => {
  try {
    return await fs.readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};
