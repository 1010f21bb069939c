/** Files that a browser saves in a folder. Not every driver reports them. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until.ts';

/** Endings of files that are still being written. */
const UNFINISHED = /\.(?:wkdownload|part)$/;

/** The path of the file that is saved while `work` runs. */
export async function savedIn(folder: string, work: () => Promise<void>): Promise<string> {
  const before = new Set(readdirSync(folder));
  await work();
  let path = '';
  await until(() => {
    const added = readdirSync(folder).filter((name) => !before.has(name));
    path = join(folder, added[0] ?? '');
    return added.length === 1 && !UNFINISHED.test(path) && statSync(path).size > 0;
  });
  return path;
}
