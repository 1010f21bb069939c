#!/usr/bin/env node
/**
 * `npm run sbom -- OUT.json`: writes the software bill of materials of the app, the extension and the npm package (CycloneDX), as npm
 * makes it from package-lock.json: each package of others with version, licence and hash. The same lock file always gives
 * the same bytes.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { messageOf } from '../../../src/server/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly unknown[];
}
interface Bill {
  readonly metadata: { readonly timestamp?: string; readonly tools?: unknown };
  readonly components: readonly Component[];
  readonly serialNumber?: string;
}

const { out } = readFlags(
  'Usage: npm run sbom -- OUT.json',
  { options: {}, allowPositionals: true },
  ({ positionals: [out, ...more] }) => {
    if (out === undefined || more.length > 0) throw new Error('Name the file to write.');
    return { out };
  },
);

const makeBill = async () => {
  const kind = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const { code, output } = await run('npm', ['sbom', ...kind, '--omit', 'dev', '--package-lock-only'], {
    cwd: projectRoot,
    quiet: true,
  });
  if (code !== 0) throw new Error(`npm sbom failed:\n${output.trim()}`);
  const { serialNumber: _, metadata, ...bill } = JSON.parse(output.slice(output.indexOf('{'))) as Bill;
  // The time, the number of this run and the version of npm are no property of the sources.
  const { timestamp: _time, tools: _tools, ...about } = metadata;
  const bare = bill.components.filter(({ licenses, hashes }) => !licenses?.length || !hashes?.length);
  if (bare.length > 0)
    throw new Error(`No licence or hash is known of ${bare.map(({ name }) => name).join(', ')}.`);
  return { ...bill, metadata: about };
};

try {
  const bill = await makeBill();
  const text = `${JSON.stringify(bill, undefined, 1)}\n`;
  writeFileSync(out, text);
  const hash = createHash('sha256').update(text).digest('hex');
  console.log(`${out}: ${String(bill.components.length)} packages of others, sha256 ${hash}`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
