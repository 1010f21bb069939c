#!/usr/bin/env node
/**
 * `npm run check:reproducible -- [--node RELEASE|PROGRAM …]`: builds all parts twice (`npm run attest`), in two folders and with
 * another time zone, language, home, user name and umask, and once more with each other Node.js that is named, such as 22. All must
 * have the same files with the same bytes, so that anybody can compare a release with its source.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareAttestations, type Attestation } from '../release/attestation.ts';
import { messageOf } from '../../../src/server/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { ensureNode } from '../checks/other-node.ts';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';

const { nodes } = readFlags(
  'Usage: npm run check:reproducible -- [--node RELEASE|PROGRAM …]',
  { options: { node: { type: 'string', multiple: true } } },
  ({ values }) => ({ nodes: values.node ?? [] }),
);
const programOf = async (node: string): Promise<string> =>
  /^\d+$/.test(node) ? join(await ensureNode(node), 'node') : node;

const folder = mkdtempSync(join(tmpdir(), 'ostro-builds-'));
const build = async (builder: string, program: string, env: Readonly<Record<string, string>>) => {
  const out = join(folder, `${builder}.json`);
  const args = [
    join(projectRoot, 'scripts/run.mjs'),
    join(projectRoot, 'scripts/tools/release/attest.ts'),
    out,
  ];
  const { code, output } = await run(program, args, { quiet: true, env: { ...process.env, ...env } });
  if (code !== 0) throw new Error(`The build failed (${builder}):\n${output.trim()}`);
  return { ...(JSON.parse(readFileSync(out, 'utf8')) as Attestation), builder };
};

try {
  const builds = [await build('first', process.execPath, { TZ: 'UTC', LANG: 'C' })];
  // Other programs inherit it.
  process.umask(0o077);
  for (const [i, node] of [process.execPath, ...nodes].entries())
    builds.push(
      await build(i === 0 ? 'second' : `node ${String(i)}`, await programOf(node), {
        TZ: 'Pacific/Kiritimati',
        LANG: 'tr_TR.UTF-8',
        LC_ALL: 'tr_TR.UTF-8',
        HOME: join(folder, 'another home'),
        USER: 'somebody',
        LOGNAME: 'somebody',
      }),
    );
  const faults = compareAttestations(builds);
  for (const { path, why } of faults) console.error(`${path}: ${why}`);
  for (const [part, files] of Object.entries(builds[0]!.parts))
    console.log(`${part}: ${String(Object.keys(files).length)} files`);
  console.log(
    faults.length === 0
      ? `The same bytes in all ${String(builds.length)} builds.`
      : `${String(faults.length)} files differ.`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
