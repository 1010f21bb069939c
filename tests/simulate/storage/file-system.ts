/**
 * A simulated folder behind the part of node:fs/promises that the wallet server uses. A crash of the machine loses what
 * POSIX does not promise to keep: bytes without fsync of their file (inode.ts), and names that were made, replaced or
 * removed since the last fsync of the folder, of which any may be on the disk without the others.
 */
import { basename } from 'node:path';
import type { Dice } from '../dice.ts';
import type { Process } from '../process.ts';
import type { Scheduler } from '../scheduler.ts';
import { failure, later, statsOf, type Calls } from './file-calls.ts';
import { createHandle } from './file-handle.ts';
import { createInode, type Inode } from './inode.ts';
import { noTrouble, type Trouble } from './trouble.ts';

type NodeFs = typeof import('node:fs/promises');

export interface FileSystem {
  readonly trouble: Trouble;
  /** The calls of a process. None of them is answered after its end. */
  for(process: Process): NodeFs;
  /** All that was not durable is lost, or kept by chance. */
  fail(): void;
  readonly files: ReadonlyMap<string, Inode>;
  /** Replaces a file by other bytes, durably: an older program wrote them. */
  put(name: string, bytes: Uint8Array): void;
  /** Somebody removes a file. */
  remove(name: string): void;
}
/** A name that was set, or removed (undefined), and is not durable. */
type NameChange = readonly (readonly [name: string, inode: Inode | undefined])[];

/** Files and names of a folder, without delays. */
interface Folder {
  readonly names: Map<string, Inode>;
  /** One step of the folder: all of it is on the disk after a crash, or nothing. */
  rename(change: NameChange): void;
  create(name: string): Inode;
  sync(): void;
  readonly now: bigint;
}

export function createFileSystem(scheduler: Scheduler): FileSystem {
  const { dice } = scheduler;
  const trouble = noTrouble();
  const folder = createFolder(scheduler);
  return {
    trouble,
    files: folder.names,
    for: (process) => callsOf({ scheduler, dice, trouble, folder, process }),
    fail: () => folder.fail(dice),
    put: (name, bytes) => {
      const inode = folder.create(name);
      inode.write(0, bytes, folder.now);
      inode.sync();
      folder.sync();
    },
    remove: (name) => {
      folder.rename([[name, undefined]]);
      folder.sync();
    },
  };
}

const createFolder = (scheduler: Scheduler): Folder & { readonly fail: (dice: Dice) => void } => {
  const names = new Map<string, Inode>();
  let durable = new Map<string, Inode>();
  let changes: NameChange[] = [];
  let inodes = 0n;
  const set = (map: Map<string, Inode>, change: NameChange): void => {
    for (const [name, inode] of change)
      if (inode) map.set(name, inode);
      else map.delete(name);
  };
  const folder = {
    names,
    get now() {
      return BigInt(Math.round(scheduler.now * 1000)) * 1000n;
    },
    rename: (change: NameChange) => {
      set(names, change);
      changes.push(change);
      for (const [, inode] of change) inode?.touch(folder.now);
    },
    create: (name: string) => {
      const inode = createInode(++inodes, folder.now);
      folder.rename([[name, inode]]);
      return inode;
    },
    sync: () => {
      durable = new Map(names);
      changes = [];
    },
    fail: (dice: Dice) => {
      for (const change of changes) if (dice.chance(0.5)) set(durable, change);
      names.clear();
      for (const [name, inode] of durable) names.set(name, inode);
      for (const inode of new Set(names.values())) inode.fail(dice);
      changes = [];
    },
  };
  return folder;
};

const found = ({ names }: Folder, path: string, what: string): Inode => {
  const inode = names.get(basename(path));
  if (!inode) throw failure('ENOENT', `${what} ${path}`);
  return inode;
};

const callsOf = (calls: Calls & { readonly folder: Folder }): NodeFs => {
  const { folder } = calls;
  const { names } = folder;
  const write = (path: string, data: Uint8Array | string, { flag = 'w' } = {}): void => {
    const name = basename(path);
    if (flag === 'wx' && names.has(name)) throw failure('EEXIST', path);
    const inode = names.get(name) ?? folder.create(name);
    inode.truncate(0, folder.now);
    inode.write(0, Buffer.from(data), folder.now);
  };
  const fs = {
    readFile: (path: string, encoding?: string) =>
      later(calls, 'fs read', () => {
        const bytes = Buffer.from(found(folder, path, 'open').bytes);
        return encoding === undefined ? bytes : bytes.toString();
      }),
    writeFile: (path: string, data: Uint8Array | string, options?: { flag?: string }) =>
      later(calls, 'fs write', () => write(path, data, options), true),
    stat: (path: string) => {
      lookedAt();
      return later(calls, 'fs stat', () => statsOf(found(folder, path, 'stat')));
    },
    rename: (from: string, to: string) =>
      later(calls, 'fs rename', () => {
        const inode = found(folder, from, 'rename');
        folder.rename([
          [basename(from), undefined],
          [basename(to), inode],
        ]);
      }),
    link: (from: string, to: string) =>
      later(calls, 'fs link', () => {
        if (names.has(basename(to))) throw failure('EEXIST', `link ${to}`);
        folder.rename([[basename(to), found(folder, from, 'link')]]);
      }),
    rm: (path: string, { force = false } = {}) =>
      later(calls, 'fs rm', () => {
        if (!force) found(folder, path, 'rm');
        if (names.has(basename(path))) folder.rename([[basename(path), undefined]]);
      }),
    readdir: () => later(calls, 'fs list', () => [...names.keys()]),
    open: (path: string, flags: string) =>
      later(calls, 'fs open', () => {
        if (path === '/') return createHandle(calls, undefined);
        if (flags !== 'w') return createHandle(calls, found(folder, path, 'open'));
        const inode = names.get(basename(path)) ?? folder.create(basename(path));
        inode.truncate(0, folder.now);
        return createHandle(calls, inode);
      }),
  };
  return fs as unknown as NodeFs;
};

/** Set by the platform: what intervals would have done before somebody looks at a file. */
let lookedAt: () => void = () => undefined;
export function onLook(listener: () => void): void {
  lookedAt = listener;
}
