/** The tables of flags beside the help of monero-wallet-rpc: the server knows every flag, and whether it takes a value. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FOLLOWED, OURS, REFUSED } from '../../src/server/flags/flag-table.ts';
import { run } from '../../scripts/tools/setup/process.mjs';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';

/** Lines such as `  --daemon-port arg (=0)      Use daemon instance at port …`. */
const flagsOf = (help: string): Map<string, boolean> =>
  new Map(
    [...help.matchAll(/^ {2}--([a-z0-9-]+)( arg)?/gm)].map(([, name = '', value]) => [
      name,
      value !== undefined,
    ]),
  );

describe('the flags of the wallet server', () => {
  let theirs: Map<string, boolean>;
  beforeAll(async () => {
    const program = join(await ensureMonero(), 'monero-wallet-rpc');
    theirs = flagsOf((await run(program, ['--help'], { quiet: true })).output);
    expect(theirs.size).toBeGreaterThan(60);
  });
  // threat: server-host
  it('are those of the reference, each followed or refused, with a value where the reference has one', () => {
    const refused = Object.entries(REFUSED).map(([name, [takesValue]]) => [name, takesValue] as const);
    const ours = new Map([...Object.entries(FOLLOWED), ...refused]);
    const sorted = (flags: Map<string, boolean>): unknown => [...flags].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(ours)).toEqual(sorted(theirs));
    expect(ours.size).toBe(Object.keys(FOLLOWED).length + refused.length);
  });
  it('of our own have names that the reference does not use', () => {
    for (const name of Object.keys(OURS)) expect(theirs.has(name)).toBe(false);
  });
});
