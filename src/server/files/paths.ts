/**
 * The paths of wallets in a folder, and of the files beside them. Names of wallets and of these files share one folder: an
 * older version let a wallet be called `bank.new` or `bank.lock`, and no file of `bank` may take the place of such a wallet.
 */
import { join } from 'node:path';
import { codeOf } from '../errors.mjs';

type Fs = Pick<typeof import('node:fs/promises'), 'stat' | 'readdir'>;

export type Paths = ReturnType<typeof createPaths>;

export function createPaths(fs: Fs, dir: string) {
  /** How names are written in the folder, where that is not NFC: a tool of another system copied the files. */
  const spellings = new Map<string, string>();
  const at = (name: string, suffix: '' | '.keys' | '.keys.keys' = '') =>
    join(dir, `${spellings.get(name) ?? checkedName(name)}${suffix}`);
  const exists = (path: string) =>
    fs.stat(path).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
        return false;
      },
    );
  return {
    /** NAME and NAME.keys. */
    at,
    /** Another file of this wallet. */
    beside: async (name: string, suffix: '.new' | '.keys.new' | '.lock' | '.stamp' | '.damaged') => {
      let path = `${at(name)}${suffix}`;
      while (await exists(`${path}.keys`)) path += '.new';
      return path;
    },
    /** Finds how the name is written in the folder. */
    find: async (name: string) => {
      if ((await exists(at(name))) || (await exists(at(name, '.keys')))) return;
      const wanted = [name, `${name}.keys`];
      const found = (await fs.readdir(dir)).find((file) => wanted.includes(file.normalize('NFC')));
      if (found === undefined) return;
      const isKeys = found.normalize('NFC') === wanted[1];
      spellings.set(name, isKeys ? found.slice(0, -'.keys'.length) : found);
    },
    /** True if NAME.keys is not of this wallet, but all of the wallet `NAME.keys`. */
    isOfAnother: async (name: string) => (await exists(at(name, '.keys.keys'))) && !(await exists(at(name))),
    /** The names of the wallets, in NFC. */
    list: async () => {
      const files = await fs.readdir(dir);
      const present = new Set(files);
      return files
        .filter((file) => file.endsWith('.keys'))
        .map((file) => file.slice(0, -'.keys'.length))
        .filter((name) => present.has(name) || !present.has(`${name}.keys.keys`))
        .map((name) => name.normalize('NFC'));
    },
  };
}

/** The page checks names too, but this check keeps every path inside the folder. */
const checkedName = (name: string) => {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
    throw new Error('Invalid filename');
  return name;
};
