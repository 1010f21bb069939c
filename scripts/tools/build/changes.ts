/**
 * Vite plugin: `changes.json`, what changed for the person who uses the wallet, one text for each change: the fragments of
 * `.changes`, then the points of CHANGELOG.md. The service worker stores it with the version; the texts that the version
 * in use does not have are shown before the person agrees to a new one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export function changesFile(): Plugin {
  let root = '';
  return {
    name: 'ostro-changes',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    generateBundle() {
      const source = `${JSON.stringify(readChanges(root), undefined, 1)}\n`;
      this.emitFile({ type: 'asset', fileName: 'changes.json', source });
    },
  };
}

/** The texts, newest release first, without Markdown. */
export function readChanges(root: string): readonly string[] {
  const folder = join(root, '.changes');
  const fragments = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.md') && name !== 'README.md')
        .sort()
        .map((name) => readFileSync(join(folder, name), 'utf8'))
    : [];
  const log = join(root, 'CHANGELOG.md');
  const points = existsSync(log) ? pointsOf(readFileSync(log, 'utf8')) : [];
  return [...fragments, ...points].map(plain).filter((text) => text !== '');
}

/** The points of the lists of a Markdown text; a point may have several lines. */
const pointsOf = (markdown: string) =>
  markdown
    .split(/\n(?=- )|\n\n/)
    .filter((part) => part.startsWith('- '))
    .map((part) => part.slice(2));

const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
