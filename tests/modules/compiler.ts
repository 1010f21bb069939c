/** The compiler over the project's own files, some of them changed in memory. Unchanged files are parsed once. */
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect } from 'vitest';

const project = resolve(import.meta.dirname, '../..');

/** Path → text, instead of the file on the disk. */
export type Texts = Readonly<Record<string, string>>;

/** The files with these changes; several may be of one file. */
export function changesOf(
  changes: readonly (readonly [path: string, entry: RegExp, replacement: (line: string) => string])[],
): Texts {
  const texts: Record<string, string> = {};
  for (const [path, entry, replacement] of changes) {
    const text = texts[path] ?? ts.sys.readFile(resolve(project, path))!;
    // If the entry were no longer in the file, the case would test nothing.
    expect(text).toMatch(entry);
    texts[path] = text.replace(entry, replacement);
  }
  return texts;
}

const { compilerOptions } = ts.readConfigFile(resolve(project, 'tsconfig/base.json'), (path) =>
  ts.sys.readFile(path),
).config as { compilerOptions: object };
const { options } = ts.convertCompilerOptionsFromJson(
  {
    ...compilerOptions,
    composite: false,
    lib: ['ES2023', 'ESNext.Disposable', 'DOM'],
    types: [],
  },
  project,
);
const disk = ts.createCompilerHost(options);
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * A function that gives the compiler's errors in one of `files` or `texts`. The program has these texts instead of those
 * on the disk.
 */
export function errorsWith(files: readonly string[], texts: Texts): (file: string) => readonly string[] {
  const given = new Map(Object.entries(texts).map(([path, text]) => [resolve(project, path), text]));
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => given.has(path) || disk.fileExists(path),
    getSourceFile: (path, language) => {
      const text = given.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, language);
      if (!parsed.has(path)) parsed.set(path, disk.getSourceFile(path, language));
      return parsed.get(path);
    },
  };
  const roots = [...Object.keys(texts), ...files].map((file) => resolve(project, file));
  const program = ts.createProgram(roots, options, host);
  return (file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(resolve(project, file)))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
