/**
 * The module checks must fail where they should. Each folder of `planted/` except `clean` is one violation, copied over
 * the clean miniature tree; the programs of `check:modules` and `check:types` must report it and nothing else, and must
 * report nothing on the clean tree. The rules and compiler settings are copies of the project's own.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const planted = join(import.meta.dirname, 'planted');
const trees: string[] = [];
afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
});

/** Planted violation → the rules that must report it. */
const violationsOf: Readonly<Record<string, readonly string[]>> = {
  'import-hidden-in-svelte': ['ui-code'],
  'folder-cycle': ['no-folder-cycles'],
  'file-cycle': ['no-cycles'],
  'value-where-types-may-pass': ['client-code'],
  'port-with-code': ['ports-are-types'],
  'type-from-beside': ['store-types'],
  // Every module imports base, so an import of base makes a cycle too.
  'value-from-above': ['base-code', 'no-folder-cycles'],
  'package-outside-its-module': ['idb-lives-in-store'],
  'wallet-folder-below-wallet': ['wallet-folders'],
  'wallet-fault-above-folders': ['wallet-lowest-files'],
  'page-with-server': ['page-has-no-server', 'ui-code'],
  'server-with-rpc-code': ['server-code'],
  'server-with-scripts': ['product-without-scripts'],
  'wallet-above-session': ['wallet-highest-folders'],
  'widget-with-wallet': ['widgets-know-no-wallet'],
  'feature-in-feature': ['features-stand-apart'],
  'import-of-an-entry': ['entries-are-roots', 'ui-code'],
  'rpc-beside-the-wallet': ['rpc-uses-the-wallet-only-through-its-interface'],
};

describe('the module rules', () => {
  const names = Object.keys(violationsOf);
  let broken: readonly (readonly string[])[];
  beforeAll(async () => {
    broken = await brokenRules([buildTree(), ...names.map((name) => buildTree(name))]);
  });

  it('report nothing on a clean tree', () => {
    expect(broken[0]).toEqual([]);
  });

  it.each(Object.entries(violationsOf))('report %s, and nothing else', (name, rules) => {
    expect(broken[1 + names.indexOf(name)]).toEqual(rules);
  });
});

describe('the compiler', () => {
  it('does not know page, network, storage and Node names in the core, and accepts its other code', async () => {
    const forbidden = ['document', 'fetch', 'indexedDB', 'localStorage', 'process', 'window'];
    expect(await unknownNames(buildTree('platform-in-core'))).toEqual(forbidden);
  });
});

/** The clean tree with one violation, in a temporary folder with the project's own settings. */
const buildTree = (offence?: string): string => {
  const tree = mkdtempSync(join(tmpdir(), 'ostro-modules-'));
  trees.push(tree);
  for (const layer of ['clean', ...(offence === undefined ? [] : [offence])]) {
    cpSync(join(planted, layer), tree, { recursive: true });
  }
  for (const name of [
    '.dependency-cruiser.mjs',
    'tsconfig.json',
    'tsconfig/base.json',
    'tsconfig/core.json',
  ]) {
    cpSync(join(project, name), join(tree, name));
  }
  cpSync(join(project, 'src/base/universal.d.ts'), join(tree, 'src/base/universal.d.ts'));
  writeFileSync(join(tree, 'package.json'), '{ "type": "module", "dependencies": { "idb": "*" } }');
  // An empty package of that name: the rules check its path, and a link would lead out of the tree.
  mkdirSync(join(tree, 'node_modules/idb'), { recursive: true });
  writeFileSync(
    join(tree, 'node_modules/idb/package.json'),
    '{ "name": "idb", "type": "module", "main": "index.js" }',
  );
  writeFileSync(join(tree, 'node_modules/idb/index.js'), 'export const open = 1;');
  return tree;
};

/** The names of the rules that dependency-cruiser finds broken in each tree. */
const brokenRules = async (folders: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const output = await runNode([join(import.meta.dirname, 'cruise.mjs'), ...folders], project);
  const results = JSON.parse(output) as Record<string, { cruised: number; rules: readonly string[] }>;
  return folders.map((folder) => {
    const { cruised, rules } = results[folder]!;
    expect(cruised).toBeGreaterThan(10);
    return rules;
  });
};

/** The names that the compiler reports as unknown in the core, sorted; any other error fails the test. */
const unknownNames = async (tree: string): Promise<readonly string[]> => {
  const compiler = join(project, 'node_modules/typescript-native/bin/tsc');
  const output = await runNode([compiler, '-p', 'tsconfig/core.json', '--noEmit'], tree);
  const errors = output.split('\n').filter((line) => line.includes('error TS'));
  return errors.map((line) => /Cannot find name '(\w+)'/.exec(line)?.[1] ?? line).sort();
};

/** What a program prints; a program that fails prints less than its reader needs. */
const runNode = (args: readonly string[], cwd: string): Promise<string> =>
  new Promise((done) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 << 20 }, (_error, stdout) => {
      done(stdout);
    });
  });
