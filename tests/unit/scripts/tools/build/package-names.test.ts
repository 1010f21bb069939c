/** The names of the npm packages in documents, examples and package.json files are those that are published. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LIBRARY_PACKAGE, SDK_PACKAGE } from '../../../../../scripts/tools/build/package-names.ts';
import { projectRoot } from '../../../../../scripts/tools/setup/setup.mjs';

const textOf = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
interface PackageFile {
  readonly name: string;
  readonly bin: object;
  readonly files: readonly string[];
}
const [root, library, sdk] = ['.', 'src/library/package', 'src/sdk'].map(
  (folder) => JSON.parse(textOf(join(folder, 'package.json'))) as PackageFile,
) as [PackageFile, PackageFile, PackageFile];
/** The first group of every match in these files, each once. */
const namesIn = (pattern: RegExp, ...paths: readonly string[]): readonly string[] => [
  ...new Set(paths.flatMap((path) => [...textOf(path).matchAll(pattern)].map(([, name = '']) => name))),
];

it('the package of the library and the source tree have one name', () => {
  expect(root.name).toBe(LIBRARY_PACKAGE);
  expect(Object.keys(library.bin)).toContain(LIBRARY_PACKAGE);
});
it('documents install and import the library under its name', () => {
  const install = /install (?:-g )?\.\/([\w@/-]+)-VERSION\.tgz/g;
  expect(namesIn(install, 'docs/install.md', 'src/library/package/README.md')).toEqual([LIBRARY_PACKAGE]);
  const imports = /from '([a-z][\w-]*)(?:\/[\w-]+)?';/g;
  const imported = namesIn(imports, 'src/library/package/README.md');
  expect(imported.filter((name) => name !== 'node' && name !== 'monero-ts')).toEqual([LIBRARY_PACKAGE]);
  const commands = namesIn(/npx --no ([\w-]+)/g, 'src/library/package/README.md');
  expect(commands.filter((name) => !Object.hasOwn(library.bin, name))).toEqual([]);
});
it('sites load the SDK as the file that its package exports', () => {
  const files = namesIn(
    /createProvider[^;]* from '(?:\.{1,2}\/)+(?:sdk\/)?([\w-]+)\.js'/g,
    'src/sdk/README.md',
    'examples/tip/tip.js',
  );
  expect(files).toEqual([SDK_PACKAGE]);
  expect(sdk.files).toContain(`${SDK_PACKAGE}.js`);
});
