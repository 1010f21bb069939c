/**
 * Names of exported types and constants: each stands for one thing, so that a record is declared once, a limit has one value, and a
 * name can be searched for. A second declaration of a type needs an entry below, with its reason.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const project = join(import.meta.dirname, '../..');
const PUBLISHED = 'the published types of the SDK import nothing, and sites use their names';
/** At most five. */
const ALLOWED: Readonly<Record<string, string>> = {
  Invoice: PUBLISHED,
  Network: PUBLISHED,
  Params: PUBLISHED,
  Result: PUBLISHED,
};

const EXPORTED =
  /^[ \t]*export (?:declare )?(?:abstract )?(?:const enum|interface|type|class|enum) ([A-Z]\w*)/gm;
/** Constants are in capitals. */
const CONSTANT = /^export (?:declare )?const ([A-Z][A-Z0-9_]*)\b/gm;
/** Sources of the kernel's builds: each build is a program of its own. */
const BUILDS = 'src/kernel/assembly/';
type Files = readonly (readonly [path: string, text: string])[];

/** Names that more than one of the files exports, sorted, each with its files. */
const declaredTwice = (
  files: Files,
  exported = EXPORTED,
): readonly (readonly [name: string, paths: readonly string[]])[] => {
  const found = new Map<string, Set<string>>();
  for (const [path, text] of files)
    for (const [, name] of text.matchAll(exported))
      found.set(name!, (found.get(name!) ?? new Set()).add(path));
  return [...found]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => [name, [...paths].sort()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
};

const filesOf = (folder: string): Files =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.(ts|svelte)$/.test(path) && !path.includes('.gen.'))
    .map((path) => [`${folder}/${path}`, readFileSync(join(project, folder, path), 'utf8')]);

describe('names of exported constants', () => {
  it('are declared in one file of src and workers', () => {
    const files = [...filesOf('src'), ...filesOf('workers')].filter(([path]) => !path.startsWith(BUILDS));
    expect(declaredTwice(files, CONSTANT)).toEqual([]);
  });
  it('are found twice when two files export them, whatever their values are', () => {
    const files: Files = [
      ['a.ts', 'export const MOST = 16;\nexport const LEAST: number = 1;\nconst OTHER = 1;'],
      ['b.ts', 'export const MOST = 16;\nconst LEAST = 2;\nexport const mostOf = 1;'],
    ];
    expect(declaredTwice(files, CONSTANT)).toEqual([['MOST', ['a.ts', 'b.ts']]]);
  });
});

describe('names of exported types', () => {
  it('are declared in one file of src and workers, but for the allowed ones', () => {
    const twice = declaredTwice([...filesOf('src'), ...filesOf('workers')]);
    const unknown = twice.filter(([name]) => ALLOWED[name] === undefined);
    expect(unknown).toEqual([]);
    expect(twice.map(([name]) => name)).toEqual(Object.keys(ALLOWED));
    expect(twice.length).toBeLessThanOrEqual(5);
  });

  it('are found twice in whatever way two files declare them, and once in one file', () => {
    const files: Files = [
      ['a.ts', 'export interface One {}\nexport type Two = 1;\nexport class Three {}\nexport type One = 1;'],
      ['b.ts', 'export abstract class Two {}\ninterface Three {}\nexport type { One } from "./a.ts";'],
      ['C.svelte', '<script>\n  export interface Four {}\n  export type Two = 2;\n</script>'],
    ];
    expect(declaredTwice(files)).toEqual([['Two', ['C.svelte', 'a.ts', 'b.ts']]]);
  });
});
