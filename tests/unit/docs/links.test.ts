/** Everything that documents refer to exists: relative links with their headings, npm scripts, and paths in code. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const FOLDERS = ['.changes', 'docs', 'scripts', 'src', 'tests', 'workers'];

const documents = [
  ...readdirSync(root),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ),
]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path: join(root, path), text: readFileSync(join(root, path), 'utf8') }));

/** What is wrong in all documents, each with the document's name. */
const flaws = (find: (text: string, path: string) => readonly string[]): readonly string[] =>
  documents.flatMap(({ path, text }) => find(text, path).map((flaw) => `${relative(root, path)}: ${flaw}`));

const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');
/** The text without code, in which brackets have another meaning. */
const prose = (text: string): string => withoutBlocks(text).replace(/`[^`\n]*`/g, '');
const captures = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match.slice(1).join(''));

/** As GitHub names headings: lower case, spaces to dashes, other punctuation gone. */
const anchorsOf = (path: string): string[] =>
  captures(withoutBlocks(readFileSync(path, 'utf8')), /^#+\s+(.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );

const leadsSomewhere = (link: string, document: string): boolean => {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return true;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : resolve(dirname(document), decodeURI(path));
  if (!existsSync(target)) return false;
  return anchor === undefined || (statSync(target).isFile() && anchorsOf(target).includes(anchor));
};

it('every relative link of a document has a target', () => {
  expect(
    flaws((text, path) =>
      captures(prose(text), /\[[^\]]*\]\(([^)\s]+)\)/g).filter((link) => !leadsSomewhere(link, path)),
    ),
  ).toEqual([]);
});

it('every npm command that a document names is a script of the project', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  expect(
    flaws((text) =>
      captures(text, /\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g).filter(
        (name) => !Object.hasOwn(scripts, name),
      ),
    ),
  ).toEqual([]);
});

it('every path of the project that a document names exists', () => {
  // Monero, too, has folders tests/ and src/: ours have these names.
  const ours =
    /`((?:workers|scripts|docs|public|src\/(?:base|kernel|protocol|ports|daemon|store|wallet|rpc|transport|client|ui)|tests\/(?:unit|vectors|property|rpc|contract|modules|parity|browser|e2e|support))\/[\w./@-]*\w)\/?`/g;
  expect(flaws((text) => captures(text, ours).filter((path) => !existsSync(join(root, path))))).toEqual([]);
});
