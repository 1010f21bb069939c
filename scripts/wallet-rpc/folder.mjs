/** Wallets as files of a folder, NAME and NAME.keys: each is written beside and then put in place, so that a crash leaves the old or the new. */
import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Answers the page's `Host.folder` (src/transport/host.ts), bytes as base64: what crosses to the page is JSON. */
export const openFolder = (dir) => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const at = (name, suffix) => {
    // The page checks names too; a folder must not be left all the same.
    if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
      throw new Error('Invalid filename');
    return join(dir, `${name}${suffix}`);
  };
  const read = async (path) => {
    try {
      return (await readFile(path)).toString('base64');
    } catch (error) {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }
  };
  return {
    list: async () =>
      (await readdir(dir)).filter((file) => file.endsWith('.keys')).map((file) => file.slice(0, -5)),
    read: async (name) => ({ cache: await read(at(name, '')), keys: await read(at(name, '.keys')) }),
    write: async (name, { cache, keys }) => {
      await replace(at(name, '.keys'), Buffer.from(keys, 'base64'));
      await replace(at(name, ''), Buffer.from(cache, 'base64'));
    },
    claim: (name) => claim(at(name, '.lock')),
    release: (name) => rm(at(name, '.lock'), { force: true }),
    remove: async (name) => {
      for (const suffix of ['', '.keys']) await rm(at(name, suffix), { force: true });
    },
  };
};

const replace = async (path, bytes) => {
  const beside = `${path}.new`;
  const file = await open(beside, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
};

/** A file with our process id in it; one of a process that is no more counts for nothing. */
const claim = async (path) => {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = Number(await readFile(path, 'utf8').catch(() => ''));
    if (owner === process.pid) return true;
    if (owner > 0 && isAlive(owner)) return false;
    await rm(path, { force: true });
  }
  return false;
};

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};
