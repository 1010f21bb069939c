/** The inputs that are kept for each reader: lines of base64 in corpora/READER.txt. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kept } from './worker.ts';

const fileOf = (reader: string): string => join(import.meta.dirname, 'corpora', `${reader}.txt`);
/** Bytes of base64 per reader, so that all of them stay below 200 kB. */
const MOST = 7000;

export function corpusOf(reader: string): readonly Uint8Array[] {
  if (!existsSync(fileOf(reader))) return [];
  const lines = readFileSync(fileOf(reader), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => new Uint8Array(Buffer.from(line, 'base64')));
}

/** Keeps the smallest inputs that reach all places, as far as there is room. */
export function keepCorpus(reader: string, corpus: readonly Kept[]): void {
  const reached = new Set<number>();
  const lines: string[] = [];
  let size = 0;
  for (const { input, places } of [...corpus].sort((a, b) => a.input.length - b.input.length)) {
    const line = Buffer.from(input).toString('base64');
    if (places.every((place) => reached.has(place)) || size + line.length + 1 > MOST) continue;
    for (const place of places) reached.add(place);
    lines.push(line);
    size += line.length + 1;
  }
  writeFileSync(fileOf(reader), `${lines.join('\n')}\n`);
}
