/** The text of library-api.md (package-docs.ts): each public name of the library with its comment, as its files declare it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../setup/setup.mjs';
import { LIBRARY_PACKAGE } from './package-names.ts';

/** The entries, and the files that declare what they export. */
const ENTRIES: readonly (readonly [entry: string, files: readonly string[]])[] = [
  [LIBRARY_PACKAGE, ['wallets', 'types', 'error']],
  [`${LIBRARY_PACKAGE}/addresses`, ['addresses']],
  [`${LIBRARY_PACKAGE}/mnemonics`, ['mnemonics']],
  [`${LIBRARY_PACKAGE}/uris`, ['uris']],
  [`${LIBRARY_PACKAGE}/daemon`, ['daemon']],
  [`${LIBRARY_PACKAGE}/proofs`, ['proofs']],
  [`${LIBRARY_PACKAGE}/storage-contract`, ['storage-contract', 'storage-trial']],
  [`${LIBRARY_PACKAGE}/monero-ts`, ['monero-ts', 'monero-ts/types']],
];

export function libraryReference(): string {
  return [
    '# The library: reference',
    '',
    'Written from the comments in `src/library`. How to use it: the README of the package. The methods of `call` are those',
    'of [rpc-coverage.md](rpc-coverage.md); `WalletMethods` and `DaemonMethods` have their types.',
    '',
    ...ENTRIES.flatMap(([entry, files]) => [`## ${entry}`, '', ...files.flatMap(sectionsOf)]),
  ].join('\n');
}

const sectionsOf = (name: string): string[] => {
  const path = join(projectRoot, 'src/library', `${name}.ts`);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
  return source.statements.filter(isPublic).flatMap((statement) => {
    const declared = statement.name!.text;
    const code = ts.isFunctionDeclaration(statement) ? headOf(source, statement) : bodyOf(source, statement);
    return [`### ${declared}`, '', commentOf(statement), '', '```ts', code, '```', ''];
  });
};

type Public =
  ts.FunctionDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration;

const isPublic = (statement: ts.Statement): statement is Public =>
  (ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement)) &&
  (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

/** Throws for a public name without a comment. */
const commentOf = (node: Public): string => {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comments.at(-1)?.comment);
  if (text === undefined) throw new Error(`${node.name?.text}: a public name needs a comment`);
  return text.replace(/\s+/g, ' ');
};

/** A function without its body. */
const headOf = (source: ts.SourceFile, node: ts.FunctionDeclaration): string =>
  source.text
    .slice(node.getStart(source), node.body?.pos ?? node.end)
    .replace(/^export /, '')
    .trim();

/** A declaration, of a class only its fields. */
const bodyOf = (source: ts.SourceFile, node: Public): string => {
  const text = source.text.slice(node.getStart(source), node.end).replace(/^export /, '');
  if (!ts.isClassDeclaration(node)) return text;
  const fields = node.members
    .filter(ts.isPropertyDeclaration)
    .map((member) => member.getFullText(source).replace(/^\n+/, ''));
  return `class ${node.name?.text} extends Error {\n${fields.join('\n')}\n}`;
};
