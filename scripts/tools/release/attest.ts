#!/usr/bin/env node
/**
 * `npm run attest -- [--key FILE] OUT.json`: builds the app, the SDK, the offline edition, the extension and the npm package
 * from these sources in an empty folder, and writes the hash of every file; with a key of SSH also the signature
 * OUT.json.sig. Source maps are left out: they name packages by their path on this computer.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../app/app.ts';
import { copyTree } from '../checks/tree-copy.mjs';
import { messageOf } from '../../../src/server/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { signAttestation, writeAttestation, type Attestation } from './attestation.ts';

const usage = 'Usage: npm run attest -- [--key FILE] OUT.json';
const { out, key } = readFlags(
  usage,
  { options: { key: { type: 'string' } }, allowPositionals: true },
  ({ values, positionals: [out, ...more] }) => {
    if (out === undefined || more.length > 0) throw new Error('Name the file to write.');
    return { out, key: values.key };
  },
);

const PARTS = ['sdk', 'offline', 'extension', 'package'] as const;

const hashesOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile() && !item.name.endsWith('.map'))
      .map((item) => join(item.parentPath, item.name))
      .map((path) => [
        path.slice(folder.length + 1),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  );

const buildPart = async (root: string, part: (typeof PARTS)[number]) => {
  const program = join(root, `scripts/tools/build/${part}.ts`);
  const { code, output } = await run(process.execPath, [join(root, 'scripts/run.mjs'), program], {
    cwd: root,
    quiet: true,
  });
  if (code !== 0) throw new Error(`The build of ${part} failed:\n${output.trim()}`);
  return hashesOf(join(root, `dist-${part}`));
};

const attestation = async (): Promise<Attestation> => {
  const root = copyTree(projectRoot);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  await buildApp(root);
  const parts: Record<string, Readonly<Record<string, string>>> = { app: hashesOf(join(root, 'dist')) };
  for (const part of PARTS) parts[part] = await buildPart(root, part);
  return { version, parts };
};

try {
  const made = await attestation();
  if (key === undefined) writeFileSync(out, writeAttestation(made));
  else await signAttestation(out, made, key);
  const files = Object.values(made.parts).reduce((sum, each) => sum + Object.keys(each).length, 0);
  console.log(
    `${String(files)} files of version ${made.version}${key === undefined ? '' : ', signed'}: ${out}`,
  );
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
