/** The package `ostro`, built and installed into an empty folder as its users install it, and the examples of its README. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/tools/setup/process.mjs';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { emptyFolder } from '../browser/wallet-server.ts';

export interface InstalledPackage {
  readonly dir: string;
  /** Runs a module in the folder with Node, or with another program; resolves with what it printed. Throws if it failed. */
  readonly runModule: (name: string, code: string, program?: readonly string[]) => Promise<string>;
  readonly remove: () => void;
}

export async function installPackage(): Promise<InstalledPackage> {
  const folder = emptyFolder();
  const packed = join(folder.dir, 'packed');
  const build = [
    join(projectRoot, 'scripts/run.mjs'),
    join(projectRoot, 'scripts/tools/build/package.ts'),
    packed,
  ];
  must(await run(process.execPath, build, { cwd: projectRoot, quiet: true }));
  const [file] = readdirSync(packed).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(folder.dir, 'package.json'), '{"type":"module","private":true}');
  const install = [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    join(packed, file!),
  ];
  must(await run('npm', install, { cwd: folder.dir, quiet: true }));
  return {
    ...folder,
    runModule: async (name, code, program = [process.execPath]) => {
      writeFileSync(join(folder.dir, name), code);
      const [command = '', ...args] = program;
      return must(await run(command, [...args, name], { cwd: folder.dir, quiet: true }));
    },
  };
}

const must = ({ code, output }: { readonly code: number | null; readonly output: string }): string => {
  if (code !== 0) throw new Error(output);
  return output;
};

/** The example of the README under this heading, with `values` in place of its own texts. */
export function exampleOf(heading: string, values: Readonly<Record<string, string>>): string {
  const readme = readFileSync(join(projectRoot, 'src/library/package/README.md'), 'utf8');
  const section = readme.split(/^## /m).find((each) => each.startsWith(`${heading}\n`));
  const [, code] = /^```js\n([\s\S]*?)^```$/m.exec(section ?? '') ?? [];
  if (code === undefined) throw new Error(`the README has no example under ${heading}`);
  return Object.entries(values).reduce((text, [from, to]) => text.replaceAll(from, to), code);
}
