/**
 * Programs in `scripts/` are checked by the compiler, those in JavaScript too: each belongs to its project and gets the
 * linter's rules that need types, none has a declaration file that says something else, and its head or a README says what it does. Each flaw
 * is planted in a copy and must be seen.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

/** Without one of these the compiler overlooks what has no type. */
const OPTIONS = ['checkJs', 'strict', 'noImplicitAny'] as const;

/** Declarations are no programs. */
const PROGRAM = /(?<!\.d)\.(?:[cm]?js|[cm]?ts)$/;

/** A file of `scripts/` below the root, what is written there, and the flaw that it must be. */
const planted = [
  ['scripts/tools/setup/process.d.mts', 'export const x: 1;', 'declares process.mjs'],
  ['scripts/tools/setup/lock.d.ts', 'export const x: 1;', 'declares lock.mjs'],
  ['scripts/tools/setup/forgotten.mjs', 'export const x = 1;', 'has no head, and is in no README'],
  ['scripts/wallet-rpc.mjs', '// @ts-nocheck\n', 'silences the compiler'],
] as const;
const silencers = [
  '// @ts-nocheck',
  '// @ts-ignore\nexport const x = 1;',
  '/** @type {any} */\nexport let x;',
];

describe('the programs', () => {
  it('are all checked by the compiler, without declarations beside them, and say what they do', () => {
    expect(flawsOf(project)).toEqual([]);
  });

  it('do not hide a declaration, a missing head, or code that the compiler does not check', () => {
    const copy = copyOf();
    for (const [path, text] of planted) writeFileSync(join(copy, path), text);
    // The compiler takes a declaration instead of the program beside it: that is a flaw as well.
    expect(flawsOf(copy)).toEqual(expect.arrayContaining(planted.map(([path, , flaw]) => `${path} ${flaw}`)));
  });

  it.each(silencers)('do not silence the compiler with %s', (text) => {
    expect(silences(text)).toBe(true);
  });

  it('cannot be taken out of the check', () => {
    const copy = copyOf();
    change(
      join(copy, 'tsconfig/scripts.json'),
      '"include": ["../scripts",',
      '"include": ["../scripts/tools",',
    );
    const flaws = flawsOf(copy);
    expect(flaws).toContain('scripts/wallet-rpc.mjs is in no project of the compiler');
    expect(flaws).not.toContain('scripts/tools/setup/setup.mjs is in no project of the compiler');
  });

  it.each(OPTIONS)('cannot be checked without %s', (option) => {
    const copy = copyOf();
    change(join(copy, 'tsconfig/scripts.json'), '"allowJs": true,', `"allowJs": true,\n"${option}": false,`);
    change(
      join(copy, 'tsconfig/scripts.json'),
      '"checkJs": true,',
      option === 'checkJs' ? '' : '"checkJs": true,',
    );
    expect(flawsOf(copy)).toEqual([`tsconfig/scripts.json has no ${option}`]);
  });

  it('are all read by the linter', () => {
    const read = lint(project, ['--debug=files', 'scripts']).trim().split('\n');
    expect(read.filter((path) => PROGRAM.test(path)).sort()).toEqual(programsOf(project));
  });

  it('and all other code get the rules of the linter that need types', () => {
    const paths = ['scripts/tools/planted.mjs', 'src/base/planted.ts', 'tests/unit/planted.ts'];
    const copy = copyOf();
    for (const name of [
      'node_modules',
      '.oxlintrc.json',
      ...['core', 'worker', 'page', 'server', 'library', 'tests'].map((part) => `tsconfig/${part}.json`),
      'tsconfig.json',
    ])
      symlinkSync(join(project, name), join(copy, name));
    for (const path of paths) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(
        join(copy, path),
        'const later = () => Promise.resolve(1);\nlater();\nexport const one = () => 1;\n',
      );
    }
    const found = lint(copy, ['--format=unix', ...paths]).split('\n');
    for (const path of paths)
      for (const rule of ['typescript(no-floating-promises)', 'ostro(exported-function-declarations)'])
        expect(found.filter((line) => line.startsWith(`${path}:`) && line.includes(rule))).toHaveLength(1);
  });
});

/** The files below `scripts/` with one of these endings, as paths from the root. */
const filesOf = (root: string, ending: RegExp): readonly string[] =>
  readdirSync(join(root, 'scripts'), { recursive: true, encoding: 'utf8' })
    .map((path) => `scripts/${path.replaceAll('\\', '/')}`)
    .filter((path) => ending.test(path))
    .sort();
const programsOf = (root: string): readonly string[] => filesOf(root, PROGRAM);

/** What is wrong with the programs below `root`, a sentence each. */
const flawsOf = (root: string): readonly string[] => {
  const programs = programsOf(root);
  const { options, fileNames } = projectOf(root);
  const checked = new Set(fileNames.map((path) => relative(root, path).replaceAll('\\', '/')));
  const declared = (path: string): string => path.replace(/\.d\.([cm]?)ts$/, '');
  return [
    ...OPTIONS.filter((option) => !isOn(options, option)).map(
      (option) => `tsconfig/scripts.json has no ${option}`,
    ),
    ...programs
      .filter((path) => !checked.has(path))
      .map((path) => `${path} is in no project of the compiler`),
    ...filesOf(root, /\.d\.[cm]?ts$/).flatMap((path) =>
      programs
        .filter((program) => program.replace(/\.[cm]?js$/, '') === declared(path))
        .map((program) => `${path} declares ${basename(program)}`),
    ),
    ...programs
      .filter((path) => silences(readFileSync(join(root, path), 'utf8')))
      .map((path) => `${path} silences the compiler`),
    ...programs
      .filter((path) => !hasHead(root, path) && !isNamed(root, path))
      .map((path) => `${path} has no head, and is in no README`),
  ];
};

/** `strict` turns `noImplicitAny` on, unless that is off by itself. */
const isOn = (options: ts.CompilerOptions, option: (typeof OPTIONS)[number]): boolean =>
  options[option] ?? option === 'noImplicitAny';

const projectOf = (root: string): ts.ParsedCommandLine => {
  const file = join(root, 'tsconfig/scripts.json');
  const read = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { config: object };
  return ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(file), undefined, file);
};

/** Only comments count; a string may contain anything. */
const silences = (text: string): boolean =>
  /@ts-(nocheck|ignore|expect-error)|\{[^{}\n]*\bany\b[^{}\n]*\}/.test(commentsOf(text));

const commentsOf = (text: string): string => {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
  const comments = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan())
    if (kind === ts.SyntaxKind.MultiLineCommentTrivia || kind === ts.SyntaxKind.SingleLineCommentTrivia)
      comments.push(scanner.getTokenText());
  return comments.join('\n');
};

/** The file begins with a comment, behind the line that names its interpreter. */
const hasHead = (root: string, path: string): boolean =>
  /^(?:#!.*\n)?\/\*\*/.test(readFileSync(join(root, path), 'utf8'));

/** True if the README of its folder, or of a folder above, has the file's name or that of its own folder. */
const isNamed = (root: string, path: string): boolean => {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const readme = join(root, folder, 'README.md');
    if (!ts.sys.fileExists(readme)) continue;
    const text = readFileSync(readme, 'utf8');
    const below = relative(folder, dirname(path)).replaceAll('\\', '/');
    return text.includes(basename(path)) || (below.includes('/') && text.includes(`\`${below}/\``));
  }
  return false;
};

/** What the linter prints in a folder; it exits with 1 when it finds something. */
const lint = (cwd: string, args: readonly string[]): string =>
  spawnSync(process.execPath, [join(project, 'node_modules/oxlint/bin/oxlint'), ...args], {
    cwd,
    encoding: 'utf8',
  }).stdout;

/** The programs and the compiler's settings in a folder of their own. */
const copyOf = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'ostro-scripts-'));
  copies.push(copy);
  for (const name of ['scripts', 'tsconfig/base.json', 'tsconfig/scripts.json'])
    cpSync(join(project, name), join(copy, name), { recursive: true });
  return copy;
};

const change = (path: string, find: string, replacement: string): void => {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(find);
  writeFileSync(path, text.replace(find, replacement));
};
