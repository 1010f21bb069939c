#!/usr/bin/env node
/** The command `ostro` of the package, whose built page lies beside its programs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseJson } from '../json.mjs';
import { runCommand } from '../command/command.ts';

const folder = join(import.meta.dirname, '..');
const { version } = parseJson(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  readonly version: string;
};

runCommand({
  root: join(folder, 'page'),
  version,
  kernel: pathToFileURL(`${join(folder, 'kernel')}/`).href,
});
