/**
 * A guard must be seen to bark. Each folder of `planted/` but `clean` is one offence laid over the clean miniature
 * house; the very commands of `check:rooms` and `check:types` must name it, and nothing else, and must be silent on the
 * clean house. The rules and compiler settings are the project's own, copied beside.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const planted = join(import.meta.dirname, 'planted');
const houses: string[] = [];
afterAll(() => {
  for (const house of houses) rmSync(house, { recursive: true, force: true });
});

/** Offence -> the rules that must bark. */
const offences: Readonly<Record<string, readonly string[]>> = {
  'import-hidden-in-svelte': ['ui-code'],
  'folder-cycle': ['no-folder-cycles'],
  'file-cycle': ['no-cycles'],
  'value-where-types-may-pass': ['client-code'],
  'port-with-code': ['ports-are-types'],
  'type-from-beside': ['store-types'],
  // Whatever base imports rests on base: it is a circle as well.
  'value-from-above': ['base-code', 'no-folder-cycles'],
  'package-outside-its-room': ['idb-lives-in-store'],
};

describe('the room rules', () => {
  it('are silent on a clean house', { timeout: 120_000 }, async () => {
    expect(await barks(buildHouse())).toEqual([]);
  });

  it.each(Object.entries(offences))(
    'bark at %s, and at nothing else',
    { timeout: 120_000 },
    async (name, rules) => {
      expect(await barks(buildHouse(name))).toEqual(rules);
    },
  );
});

describe('the compiler', () => {
  it('accepts the core of a clean house', { timeout: 120_000 }, async () => {
    expect(await unknownNames(buildHouse())).toEqual([]);
  });

  it('knows no page, no network, no storage and no Node in the core', { timeout: 120_000 }, async () => {
    const forbidden = ['document', 'fetch', 'indexedDB', 'localStorage', 'process', 'window'];
    expect(await unknownNames(buildHouse('platform-in-core'))).toEqual(forbidden);
  });
});

/** The clean house with one offence, in a folder of its own with the project's own settings. */
const buildHouse = (offence?: string): string => {
  const house = mkdtempSync(join(tmpdir(), 'ostro-rooms-'));
  houses.push(house);
  for (const layer of ['clean', ...(offence === undefined ? [] : [offence])]) {
    cpSync(join(planted, layer), house, { recursive: true });
  }
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.base.json', 'tsconfig.core.json']) {
    cpSync(join(project, name), join(house, name));
  }
  cpSync(join(project, 'src/base/universal.d.ts'), join(house, 'src/base/universal.d.ts'));
  writeFileSync(join(house, 'package.json'), '{ "type": "module", "dependencies": { "idb": "*" } }');
  // A stand-in of the package: the rules look at where it lies, and a link would lead out of the house.
  mkdirSync(join(house, 'node_modules/idb'), { recursive: true });
  writeFileSync(
    join(house, 'node_modules/idb/package.json'),
    '{ "name": "idb", "type": "module", "main": "index.js" }',
  );
  writeFileSync(join(house, 'node_modules/idb/index.js'), 'export const open = 1;');
  return house;
};

/** The names of the rules that dependency-cruiser finds broken, each once. */
const barks = async (house: string): Promise<readonly string[]> => {
  const args = ['src', 'workers', '--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  const { output, code } = await runTool('dependency-cruiser/bin/dependency-cruise.mjs', args, house);
  const { summary } = JSON.parse(output) as {
    summary: { totalCruised: number; violations: readonly { rule: { name: string } }[] };
  };
  expect(summary.totalCruised).toBeGreaterThan(10);
  const names = [...new Set(summary.violations.map(({ rule }) => rule.name))].sort();
  if (names.length === 0) expect(code).toBe(0);
  return names;
};

/** The names that the compiler does not know in the core, sorted; any other error fails the test. */
const unknownNames = async (house: string): Promise<readonly string[]> => {
  const { output } = await runTool('typescript/bin/tsc', ['-p', 'tsconfig.core.json', '--noEmit'], house);
  const errors = output.split('\n').filter((line) => line.includes('error TS'));
  return errors.map((line) => /Cannot find name '(\w+)'/.exec(line)?.[1] ?? line).sort();
};

const runTool = (
  tool: string,
  args: readonly string[],
  cwd: string,
): Promise<{ output: string; code: number }> =>
  new Promise((done) => {
    const command = [join(project, 'node_modules', tool), ...args];
    execFile(process.execPath, command, { cwd, maxBuffer: 64 << 20 }, (error, stdout) => {
      done({ output: stdout, code: error === null ? 0 : Number(error.code) });
    });
  });
