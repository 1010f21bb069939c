/**
 * Wallets as files of a folder (src/ports/wallet-folder.ts): a whole file is written under another name and renamed,
 * the journal at the end of NAME is appended to, and each call is answered only when the data is on the disk.
 * NAME.stamp distinguishes a closed NAME from a copy: a tool that copies or restores a file does not give it the
 * change time and inode number in NAME.stamp.
 */
import { mkdirSync, type BigIntStats as Stats } from 'node:fs';
import nodeFs from 'node:fs/promises';
import { codeOf } from '../errors.mjs';
import { parseJson } from '../json.mjs';
import { claimLock, type Lock } from './lock.ts';
import { createPaths, type Paths } from './paths.ts';
import { BEAT_MS, thisProgram, type ProgramIdentity } from './owner.ts';
import { syncFolder } from './sync-folder.ts';
import type { FileHandle } from 'node:fs/promises';
import type { WalletFolder } from '../../ports/wallet-folder.ts';

type Fs = typeof import('node:fs/promises');

/**
 * A wallet that this program has claimed: its `lock`, the state of NAME after our last write (`seen`), and NAME open
 * for appending (`file`).
 */
interface Claimed {
  lock: Lock;
  seen?: Stats | Promise<Stats | undefined> | undefined;
  file?: FileHandle | undefined;
}

interface FolderOptions {
  /** A file system for tests that fails or stops. */
  readonly fs?: Fs;
  readonly me?: ProgramIdentity;
  /** How often a lock is renewed. */
  readonly beatMs?: number;
  /** NAME.damaged stays when NAME is removed: it may have what NAME lacks. */
  readonly keepsDamaged?: boolean;
}

export function openFolder(
  dir: string,
  { fs = nodeFs, me = thisProgram(), beatMs = BEAT_MS, keepsDamaged = false }: FolderOptions = {},
): WalletFolder {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const paths = createPaths(fs, dir);
  const { at, beside } = paths;
  const claimed = new Map<string, Claimed>();
  /** Wallets that a call claims or releases now: several engines of this program may share the folder. */
  const changing = new Set<string>();
  const ours = async (name: string) => {
    const held = claimed.get(name);
    if (!held || !(await held.lock.isOurs())) throw refusal('ELOCKLOST', `${name} has another owner`);
    return held;
  };

  return {
    list: paths.list,

    read: async (name, known) => {
      await paths.find(name);
      return readWallet({ fs, paths, claimed }, name, known);
    },

    write: async (name, files) => {
      const held = await ours(name);
      await replaceFiles({ fs, dir, paths, stillOurs: () => ours(name) }, held, name, files);
    },

    append: async (name, end, bytes) => {
      const [held, now] = await Promise.all([ours(name), stat(fs, at(name))]);
      // Undefined: the disk did not tell after our last write.
      const seen = (await held.seen) ?? (await held.file?.stat({ bigint: true }));
      if (!now || !isSame(now, seen) || now.size < end)
        throw refusal('ECHANGED', `another program has changed ${name}`);
      held.file ??= await fs.open(at(name), 'r+');
      await writeAtEnd(held, held.file, now.size, end, bytes);
    },

    claim: async (name, onLost = () => undefined) => {
      if (claimed.has(name) || changing.has(name)) return false;
      changing.add(name);
      try {
        const lock = await lockWallet({ fs, me, beatMs, onLost }, paths, name);
        if (lock) claimed.set(name, { lock });
        return lock !== undefined;
      } finally {
        changing.delete(name);
      }
    },

    confirm: async (name) => void (await ours(name)),

    release: async (name) => {
      const held = claimed.get(name);
      if (!held) return;
      claimed.delete(name);
      changing.add(name);
      // Files that remain belong to no program once this one has ended.
      for (const end of [() => shut(held), held.lock.release]) await end().catch(() => {});
      changing.delete(name);
    },

    remember: async (name, copy) => {
      await shut(await ours(name));
      const stamp = await beside(name, '.stamp');
      if (copy === undefined) await removeAll(fs, [stamp]);
      else await writeStamp(fs, at(name), stamp, copy);
    },

    remove: async (name) => {
      await shut(await ours(name));
      await removeFiles(fs, paths, name, keepsDamaged);
      await syncFolder(fs, dir);
    },
  };
}

/** Undefined: another program has it. */
const lockWallet = async (
  options: Required<Omit<FolderOptions, 'keepsDamaged'>> & { readonly onLost: () => void },
  paths: Paths,
  name: string,
): Promise<Lock | undefined> => {
  await paths.find(name);
  if (await paths.isOfAnother(name)) throw refusal('EEXIST', `${name}.keys is another wallet`);
  const lock = await claimLock(await paths.beside(name, '.lock'), options);
  if (lock) await removeUnfinished(options.fs, paths, name).catch(() => {});
  return lock;
};

const shut = async (held: Claimed) => {
  const { file } = held;
  held.file = undefined;
  await file?.close();
};

/** Removes NAME last: as long as it exists, the whole wallet does. */
const removeFiles = async (
  fs: Fs,
  { at, beside }: Paths,
  name: string,
  keepsDamaged: boolean,
): Promise<void> => {
  const damaged = keepsDamaged ? [] : [await beside(name, '.damaged')];
  const own = [await beside(name, '.stamp'), ...damaged, at(name, '.keys'), at(name)];
  for (const path of own) await fs.rm(path, { force: true });
};

/** Removes files of a program that was killed while it wrote. */
const removeUnfinished = async (fs: Fs, { beside }: Paths, name: string) =>
  removeAll(fs, [await beside(name, '.new'), await beside(name, '.keys.new')]);

const removeAll = (fs: Fs, paths: readonly string[]) =>
  Promise.all(paths.map((path) => fs.rm(path, { force: true }).catch(() => {})));

/** Writes NAME.new and NAME.keys.new, then renames them. `aside`: NAME, which cannot be read, becomes NAME.damaged. */
const replaceFiles = async (
  {
    fs,
    dir,
    paths: { at, beside },
    stillOurs,
  }: {
    readonly fs: Fs;
    readonly dir: string;
    readonly paths: Paths;
    readonly stillOurs: () => Promise<unknown>;
  },
  held: Claimed,
  name: string,
  { cache, keys, aside = false }: Parameters<WalletFolder['write']>[1],
) => {
  const [newCache, newKeys] = [await beside(name, '.new'), await beside(name, '.keys.new')];
  const renameKeys = () => fs.rename(newKeys, at(name, '.keys'));
  let written: Stats | undefined;
  try {
    if (keys) await writeNew(fs, newKeys, keys);
    if (cache) written = await writeNew(fs, newCache, cache);
    await shut(held);
    // This program may have stood still while it wrote, so long that another one took the wallet over.
    await stillOurs();
    // Absent: it was renamed last time, and no new NAME followed.
    if (aside) await fs.rename(at(name), await beside(name, '.damaged')).catch(absent);
    await (cache ? fs.rename(newCache, at(name)) : renameKeys());
  } catch (error) {
    // The new owner may be writing files of these names.
    if (codeOf(error) !== 'ELOCKLOST') await removeAll(fs, [newCache, newKeys]);
    throw error;
  }
  // NAME is the new file now. If NAME.keys is still the old one, the next opening writes it.
  if (cache && keys) await renameKeys().catch(() => {});
  await syncFolder(fs, dir).catch((error: unknown) => Promise.reject(uncertain(error)));
  // Renaming a file keeps what `isSame` compares.
  if (cache) held.seen = await stat(fs, at(name)).catch(() => written);
};

/** Reads again when a file changes meanwhile. Undefined if the files are still those of `known`. */
const readWallet = async (
  {
    fs,
    paths: { at, beside },
    claimed,
  }: {
    readonly fs: Fs;
    readonly paths: Paths;
    readonly claimed: ReadonlyMap<string, Claimed>;
  },
  name: string,
  known: string | undefined,
) => {
  for (let tries = 1; ; tries++) {
    const before = await lookAt(fs, at(name), at(name, '.keys'));
    const unchanged = before.version === known;
    const [cache, keys] = unchanged ? [] : [await read(fs, at(name)), await read(fs, at(name, '.keys'))];
    const copy = await copyOf(fs, await beside(name, '.stamp'), before.stat);
    const after = await lookAt(fs, at(name), at(name, '.keys'));
    if (after.version !== before.version && tries < 5) continue;
    const held = claimed.get(name);
    if (held) held.seen ??= before.stat;
    return unchanged ? undefined : { version: before.version, cache, keys, copy };
  }
};

/**
 * Writes after the first `end` bytes, and removes the bytes after them: a piece that was not written in full.
 * `size`: of the file now
 */
const writeAtEnd = async (held: Claimed, file: FileHandle, size: bigint, end: number, bytes: Uint8Array) => {
  try {
    if (size > end) await file.truncate(end);
    for (let done = 0; done < bytes.length;)
      done += (await file.write(bytes, done, bytes.length - done, end + done)).bytesWritten;
    await file.datasync();
    // The next commit waits for it, not the answer to this one.
    held.seen = file.stat({ bigint: true }).catch(() => undefined);
  } catch (error) {
    const undone = await removeFrom(file, end);
    held.seen = await file.stat({ bigint: true }).catch(() => undefined);
    throw undone ? error : uncertain(error);
  }
};

/** False: the disk may still have the bytes after `end`. */
const removeFrom = (file: FileHandle, end: number): Promise<boolean> =>
  file
    .truncate(end)
    .then(() => file.datasync())
    .then(
      () => true,
      () => false,
    );

/** The next program may read what this one could neither write for certain nor take back. */
const uncertain = (error: unknown) =>
  refusal('EUNCERTAIN', error instanceof Error ? error.message : String(error));

const refusal = (code: string, why: string) => Object.assign(new Error(`${code}: ${why}`), { code });

const absent = (error: unknown) => {
  if (codeOf(error) !== 'ENOENT') throw error;
  return undefined;
};
/** Not as a Buffer, whose `slice` does not copy: a small part would keep the whole file in memory. */
const read = async (fs: Fs, path: string) => {
  const bytes = await fs.readFile(path).catch(absent);
  return bytes && new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
};
const stat = (fs: Fs, path: string) => fs.stat(path, { bigint: true }).catch(absent);

const isSame = (a: Stats, b: Stats | undefined) =>
  b !== undefined && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;

const lookAt = async (fs: Fs, ...paths: string[]) => {
  const stats = await Promise.all(paths.map((path) => stat(fs, path)));
  const texts = stats.map((each) => each && [each.dev, each.ino, each.ctimeNs, each.size].join(':'));
  return { stat: stats[0], version: texts.join(' ') };
};

/** The identity stored in NAME.stamp, if the state of NAME still matches it (`now`). */
const copyOf = async (fs: Fs, path: string, now: Stats | undefined): Promise<string | undefined> => {
  const text = now && (await fs.readFile(path, 'utf8').catch(absent));
  if (!text) return undefined;
  try {
    const { copy, file } = parseJson(text) as { copy?: unknown; file: readonly string[] };
    const same = [now.dev, now.ino, now.ctimeNs, now.size].every((each, i) => String(each) === file[i]);
    return same && typeof copy === 'string' ? copy : undefined;
  } catch {
    return undefined;
  }
};

/** Notes in `stampPath` which file NAME is now. */
const writeStamp = async (fs: Fs, path: string, stampPath: string, copy: string) => {
  const { dev, ino, ctimeNs, size } = await fs.stat(path, { bigint: true });
  const file = [dev, ino, ctimeNs, size].map(String);
  await fs.writeFile(stampPath, JSON.stringify({ copy, file }), { mode: 0o600 });
};

/** The state of the file that it wrote. */
const writeNew = async (fs: Fs, path: string, bytes: Uint8Array): Promise<Stats> => {
  const file = await fs.open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
    return await file.stat({ bigint: true });
  } finally {
    await file.close();
  }
};
