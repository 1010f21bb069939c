import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { thisProgram } from '../../../src/server/files/owner.ts';
import { makeTemporary, removeTemporary } from '../../../src/server/browser/temporary.ts';

// threat: server-host
it('a server that starts removes the temporary folders of servers that were killed, and no others', () => {
  const parent = mkdtempSync(join(tmpdir(), 'ostro-temporary-'));
  const left = makeTemporary({ parent, me: { ...thisProgram(), start: '1' } });
  writeFileSync(join(left, 'profile'), 'x');
  const other = makeTemporary({ parent });
  expect(existsSync(left)).toBe(false);
  const foreign = { ...thisProgram(), namespace: 'pid:[1]' };
  const [recent, old] = [makeTemporary({ parent, me: foreign }), makeTemporary({ parent, me: foreign })];
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  utimesSync(old, longAgo, longAgo);
  // A folder of an older version, whose profile may contain data that its wallet folder lacks.
  const older = join(parent, 'ostro-wallet-rpc-abcdef');
  mkdirSync(older);
  utimesSync(older, longAgo, longAgo);
  const mine = makeTemporary({ parent });
  expect([left, other, recent, old, older, mine].map((dir) => existsSync(dir))).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
  ]);
  removeTemporary(mine);
  expect(existsSync(mine)).toBe(false);
  rmSync(parent, { recursive: true });
});
