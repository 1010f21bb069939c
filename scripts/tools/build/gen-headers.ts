/**
 * Writes docs/headers: the headers of all pages for hosts. With --check: fails when the files are not up to date. With
 * --out FOLDER: writes them there, for a build with OSTRO_FRAME_ANCESTORS (frame-ancestors.ts).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFrameAncestors } from './frame-ancestors.ts';
import { keep } from './generated.ts';
import { headerTexts } from './header-texts.ts';
import { readFlags } from '../setup/flags.mjs';

const { check, out } = readFlags(
  'gen-headers.ts [--check] [--out FOLDER]',
  { options: { check: { type: 'boolean', default: false }, out: { type: 'string' } } },
  ({ values }) => values,
);
if (out === undefined)
  for (const [name, text] of Object.entries(headerTexts())) keep(`docs/headers/${name}`, text, check);
else {
  mkdirSync(out, { recursive: true });
  for (const [name, text] of Object.entries(headerTexts(ownFrameAncestors())))
    writeFileSync(join(out, name), text);
}
