/** Documents point at what exists: every relative link of every Markdown file, its heading included. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const ELSEWHERE = new Set(['node_modules', 'dist', '.git', '.cache', 'coverage']);

const documentsIn = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => !ELSEWHERE.has(name))
    .flatMap((item) => {
      const path = join(dir, item.name);
      if (item.isDirectory()) return documentsIn(path);
      return item.name.endsWith('.md') ? [path] : [];
    });

/** Text without code, where brackets mean something else. */
const prose = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

const linksIn = (text: string): string[] =>
  [...prose(text).matchAll(/\[[^\]]*\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)].map(([, target]) => target!);

/** As GitHub names headings: lower case, spaces to dashes, other punctuation gone. */
const anchorsIn = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+\s+(.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );

/** Undefined when the link holds. */
const flaw = (document: string, link: string): string | undefined => {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : resolve(dirname(document), decodeURI(path));
  if (!existsSync(target)) return `${link} does not exist`;
  if (anchor === undefined) return undefined;
  const known = statSync(target).isFile() ? anchorsIn(readFileSync(target, 'utf8')) : [];
  return known.includes(anchor) ? undefined : `${link} names no heading`;
};

const documents = documentsIn(root);

describe('every relative link', () => {
  it.each(documents.map((path) => [relative(root, path), path] as const))(
    'of %s leads somewhere',
    (_, path) => {
      const flaws = linksIn(readFileSync(path, 'utf8')).flatMap((link) => flaw(path, link) ?? []);
      expect(flaws).toEqual([]);
    },
  );
});

describe('what the documents name in code', () => {
  const scripts = new Set(
    Object.keys(
      (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts,
    ),
  );
  it.each(documents.map((path) => [relative(root, path), path] as const))(
    'as npm commands in %s are scripts of the project',
    (_, path) => {
      const named = [...readFileSync(path, 'utf8').matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
        ([, run, short]) => run ?? short!,
      );
      expect(named.filter((name) => !scripts.has(name))).toEqual([]);
    },
  );
  it.each(documents.map((path) => [relative(root, path), path] as const))(
    'as paths from the root in %s exist',
    (_, path) => {
      const named = [
        ...readFileSync(path, 'utf8').matchAll(
          /`((?:src|tests|workers|scripts|docs|public)\/[\w./@-]*\w)\/?`/g,
        ),
      ].map(([, named]) => named!);
      expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
    },
  );
});
