/** The folder of the wallet server: its files, and which program may write to a wallet there. */
import { spawn } from 'node:child_process';
import nodeFs from 'node:fs/promises';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFolder } from '../../../src/server/files/folder.ts';
import { isEnded, readOwner, SILENT_MS, thisProgram } from '../../../src/server/files/owner.ts';
import { utf8 } from '../../../src/base/bytes.ts';

let dir: string;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'ostro-folder-')), 'wallets');
});
afterEach(() => {
  rmSync(join(dir, '..'), { recursive: true });
});

describe('the wallet folder', () => {
  it('contains NAME and NAME.keys, readable by the owner only, and no other file', async () => {
    const folder = openFolder(dir);
    await folder.claim('a');
    await folder.write('a', { cache: utf8('all'), keys: utf8('keys') });
    await folder.write('a', { cache: utf8('more'), keys: utf8('keys') });
    await folder.append('a', 4, utf8(' and more'));
    expect(await folder.list()).toEqual(['a']);
    const { cache, keys, version } = (await folder.read('a'))!;
    expect([cache, keys].map((bytes) => String(Buffer.from(bytes!)))).toEqual(['more and more', 'keys']);
    expect(await folder.read('a', version)).toBeUndefined();
    expect(await folder.read('b')).toMatchObject({ cache: undefined, keys: undefined });
    expect(statSync(join(dir, 'a')).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    await folder.release('a');
    expect(readdirSync(dir).sort()).toEqual(['a', 'a.keys']);
    await folder.claim('a');
    await folder.remove('a');
    await folder.release('a');
    expect(readdirSync(dir)).toEqual([]);
  });
  it('takes the next commit when the disk could not tell the state of the file after the last one', async () => {
    const fs = {
      ...nodeFs,
      open: async (...given: Parameters<typeof nodeFs.open>) => {
        const file = await nodeFs.open(...given);
        const stat = file.stat.bind(file);
        let asked = 0;
        file.stat = ((options: { bigint: true }) =>
          given[1] === 'r+' && asked++ === 0
            ? Promise.reject(new Error('EIO'))
            : stat(options)) as typeof file.stat;
        return file;
      },
    };
    const folder = openFolder(dir, { fs });
    await folder.claim('a');
    await folder.write('a', { cache: utf8('all'), keys: utf8('keys') });
    await folder.append('a', 3, utf8(' more'));
    await folder.append('a', 8, utf8(' and more'));
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('all more and more');
    writeFileSync(join(dir, 'other'), 'all more and more');
    renameSync(join(dir, 'other'), join(dir, 'a'));
    await expect(folder.append('a', 17, utf8('!'))).rejects.toThrow('ECHANGED');
    await folder.release('a');
  });
  // Seed 600239 of the simulator.
  it('takes the next commit when the disk could not tell the state of the file after it was replaced', async () => {
    let failing = false;
    const fs = {
      ...nodeFs,
      stat: (...given: Parameters<typeof nodeFs.stat>) =>
        failing && given[0] === join(dir, 'a') ? Promise.reject(new Error('EIO')) : nodeFs.stat(...given),
    } as typeof nodeFs;
    const folder = openFolder(dir, { fs });
    await folder.claim('a');
    failing = true;
    await folder.write('a', { cache: utf8('all'), keys: utf8('keys') });
    failing = false;
    await folder.append('a', 3, utf8(' more'));
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('all more');
    await folder.release('a');
  });
  it('writes nothing over the file of a program that took the wallet over while this one stood still', async () => {
    let inBetween = (): void => undefined;
    const fs: typeof nodeFs = {
      ...nodeFs,
      open: (...given: Parameters<typeof nodeFs.open>) => {
        if (String(given[0]).endsWith('.new')) inBetween();
        return nodeFs.open(...given);
      },
    };
    const folder = openFolder(dir, { fs });
    await folder.claim('a');
    await folder.write('a', { cache: utf8('old') });
    inBetween = () => {
      writeFileSync(join(dir, 'a.lock'), JSON.stringify({ ...thisProgram(), id: 'f'.repeat(32) }));
      writeFileSync(join(dir, 'a'), 'of the other one');
    };
    await expect(folder.write('a', { cache: utf8('older') })).rejects.toThrow('ELOCKLOST');
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('of the other one');
    await folder.release('a');
  });
  it('says that bytes may be stored when the disk fails to write and to remove them, and that they are not otherwise', async () => {
    const failing = new Set<string>();
    const fs: typeof nodeFs = {
      ...nodeFs,
      open: async (...given: Parameters<typeof nodeFs.open>) =>
        new Proxy(await nodeFs.open(...given), {
          get: (file, name): unknown => {
            const value: unknown = Reflect.get(file, name, file);
            if (failing.has(String(name))) return () => Promise.reject(new Error(`EIO: ${String(name)}`));
            return typeof value === 'function' ? (value.bind(file) as unknown) : value;
          },
        }),
    };
    const folder = openFolder(dir, { fs });
    await folder.claim('a');
    await folder.write('a', { cache: utf8('all') });
    const text = (): string => readFileSync(join(dir, 'a'), 'utf8');
    const disk = async (...calls: string[]): Promise<unknown> => {
      failing.clear();
      for (const each of calls) failing.add(each);
      return folder.append('a', 3, utf8(' more')).catch((error: unknown) => error);
    };
    expect(await disk('write')).toEqual(new Error('EIO: write'));
    expect(text()).toBe('all');
    // The disk takes nothing back for certain.
    for (const calls of [['datasync'], ['datasync', 'truncate']])
      expect(await disk(...calls)).toMatchObject({ message: 'EUNCERTAIN: EIO: datasync' });
    expect(text()).toBe('all more');
    expect(await disk()).toBe(undefined);
    expect(text()).toBe('all more');
    failing.add('sync');
    await expect(folder.write('a', { cache: utf8('new') })).rejects.toThrow('EIO: sync');
    expect(text()).toBe('all more');
    await folder.release('a');
  });
  it('is the only place for files, whatever a wallet is called', async () => {
    const folder = openFolder(dir);
    for (const name of ['../x', 'a/b', 'a\\b', '..', '.', '', 'a\0b']) {
      await expect(folder.claim(name)).rejects.toThrow('Invalid filename');
      await expect(folder.read(name)).rejects.toThrow('Invalid filename');
    }
  });
});

describe('the lock of a wallet', () => {
  const me = thisProgram();
  const lock = (content: unknown): void =>
    writeFileSync(join(dir, 'a.lock'), typeof content === 'string' ? content : JSON.stringify(content));
  const silent = (ms: number): void => {
    const then = new Date(Date.now() - ms);
    utimesSync(join(dir, 'a.lock'), then, then);
  };
  const claims = async (): Promise<boolean> => {
    const folder = openFolder(dir);
    const got = await folder.claim('a');
    if (got) await folder.release('a');
    return got;
  };
  const other = { ...me, id: 'f'.repeat(32) };
  beforeEach(() => void openFolder(dir));

  it('is held by one program at a time; its own second folder counts as another', async () => {
    const folder = openFolder(dir);
    expect(await folder.claim('a')).toBe(true);
    expect(await folder.claim('a')).toBe(false);
    expect(await claims()).toBe(false);
    await folder.release('a');
    expect(await claims()).toBe(true);
    expect(readdirSync(dir)).toEqual([]);
  });
  it('is held by one of two callers of the same folder, which claim it at once or while the other one releases it', async () => {
    const folder = openFolder(dir);
    expect(await Promise.all([folder.claim('a'), folder.claim('a')])).toEqual([true, false]);
    const [, meanwhile] = await Promise.all([folder.release('a'), folder.claim('a')]);
    expect(meanwhile).toBe(false);
    expect(await folder.claim('a')).toBe(true);
    expect(await claims()).toBe(false);
    await folder.release('a');
    expect(readdirSync(dir)).toEqual([]);
  });
  it('can be taken again by its program after the disk failed at claiming or releasing it', async () => {
    let failing = false;
    const fs = new Proxy(nodeFs, {
      get: (real, name): unknown =>
        failing ? () => Promise.reject(new Error('EIO')) : Reflect.get(real, name),
    });
    const folder = openFolder(dir, { fs });
    expect(await folder.claim('a')).toBe(true);
    failing = true;
    await folder.release('a');
    await expect(folder.claim('a')).rejects.toThrow('EIO');
    failing = false;
    expect(await claims()).toBe(false);
    expect(await folder.claim('a')).toBe(true);
    await folder.release('a');
    const after = openFolder(dir, {
      fs: {
        ...nodeFs,
        stat: (...given: Parameters<typeof nodeFs.stat>) =>
          failing ? Promise.reject(new Error('EIO')) : nodeFs.stat(...given),
        open: (...given: Parameters<typeof nodeFs.open>) => {
          failing = true;
          return nodeFs.open(...given);
        },
      } as typeof nodeFs,
    });
    const first = await after.claim('a').catch(() => false);
    failing = false;
    if (first) await after.release('a');
    expect(await after.claim('a')).toBe(true);
    await after.release('a');
    expect(readdirSync(dir)).toEqual([]);
  });
  it('stays with a running program, however long it writes nothing', async () => {
    lock(other);
    silent(10 * SILENT_MS);
    expect(await claims()).toBe(false);
  });
  // threat: two-owners
  it('is free when its program has ended, although another one has its process id now', async () => {
    lock({ ...other, start: '1' });
    expect(await claims()).toBe(true);
    lock({ ...other, pid: 4_194_303 });
    expect(await claims()).toBe(true);
  });
  it('is free when a program of an older version has ended, although another one has its process id now', async () => {
    lock(String(process.ppid));
    expect(await claims()).toBe(false);
    // Written an hour before the machine started: the process with this id is younger.
    silent(Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000 + 3_600_000);
    expect(await claims()).toBe(true);
    lock('4194300');
    expect(await claims()).toBe(true);
  });
  // threat: two-owners
  it('of another container or machine is free after a minute without a sign of life, not before', async () => {
    const others = [
      { ...other, namespace: 'pid:[1]', start: '1' },
      { ...other, boot: 'another', start: '1' },
      { ...other, host: 'mac', boot: undefined, namespace: undefined, start: undefined },
    ];
    for (const other of others) {
      lock(other);
      expect(await claims()).toBe(false);
      silent(SILENT_MS + 1000);
      expect(await claims()).toBe(true);
    }
  });
  it('is free without a process table when the process has ended or writes nothing', () => {
    const here = { ...me, boot: undefined, namespace: undefined, start: undefined };
    const other = { ...here, id: 'f'.repeat(32) };
    expect(isEnded(other, here, 1000)).toBe(false);
    expect(isEnded(other, here, SILENT_MS + 1)).toBe(true);
    expect(isEnded({ ...other, pid: 4_194_303 }, here, 0)).toBe(true);
    for (const nonsense of ['', '{}', '[]', 'x', '{"id":"../../x","pid":1}'])
      expect(isEnded(readOwner(nonsense), me, 1000)).toBe(false);
  });
  // threat: two-owners
  it('that was taken over keeps its old owner from writing', async () => {
    const folder = openFolder(dir);
    await folder.claim('a');
    await folder.write('a', { cache: utf8('all'), keys: utf8('keys') });
    lock(other);
    await expect(folder.append('a', 3, utf8('late'))).rejects.toThrow('ELOCKLOST');
    await expect(folder.write('a', { cache: utf8('late') })).rejects.toThrow('ELOCKLOST');
    await expect(folder.remove('a')).rejects.toThrow('ELOCKLOST');
    await folder.release('a');
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('all');
    expect(readFileSync(join(dir, 'a.lock'), 'utf8')).toBe(JSON.stringify(other));
  });
  it('is free when programs were killed beside it; their temporary files are removed after a minute', async () => {
    const dead = { ...other, start: '1' };
    lock(dead);
    // One program was killed while it replaced the lock, and one while it claimed it.
    writeFileSync(join(dir, `a.lock.${dead.id}`), JSON.stringify({ ...dead, id: 'e'.repeat(32) }));
    const left = join(dir, `a.lock.${'d'.repeat(32)}.new`);
    writeFileSync(left, '');
    const then = new Date(Date.now() - SILENT_MS - 1000);
    utimesSync(left, then, then);
    expect(await claims()).toBe(true);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('is taken by one of several programs that find the same stale lock at once', async () => {
    const rounds = Array.from({ length: 60 }, (_, round) => `w${round}`);
    // Each program claims the wallets that it reads, and prints which it got. It runs until its input ends: a winner that ended
    // earlier would leave a stale lock again.
    const racer = `
      import { createInterface } from 'node:readline';
      import { importTypeScript } from ${JSON.stringify(new URL('../../../scripts/tools/setup/typescript.mjs', import.meta.url).href)};
      const { openFolder } = await importTypeScript('src/server/files/folder.ts');
      const folder = openFolder(process.argv[1]);
      console.log('ready');
      for await (const name of createInterface({ input: process.stdin })) console.log(await folder.claim(name));
    `;
    for (const name of rounds)
      writeFileSync(join(dir, `${name}.lock`), JSON.stringify({ ...other, pid: 4_194_303 }));
    const programs = Array.from({ length: 3 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', racer, dir], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      return { child, line: async () => String((await lines.next()).value) };
    });
    try {
      for (const { line } of programs) expect(await line()).toBe('ready');
      for (const name of rounds) {
        for (const { child } of programs) child.stdin.write(`${name}\n`);
        const got = await Promise.all(programs.map(({ line }) => line()));
        expect(got.sort()).toEqual(['false', 'false', 'true']);
      }
    } finally {
      for (const { child } of programs) child.kill();
    }
  });
});
