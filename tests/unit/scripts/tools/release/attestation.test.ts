/** Attestations of builders, signed with keys of SSH. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  compareAttestations,
  readAttestations,
  signAttestation,
} from '../../../../../scripts/tools/release/attestation.ts';

const build = {
  version: '0.2.0',
  parts: { app: { 'index.html': 'aa', 'sw.js': 'bb' }, extension: { 'manifest.json': 'cc' } },
};

describe('attestations of two builders', () => {
  let folder: string;
  const path = (name: string) => join(folder, name);
  const key = (name: string) => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', path(name)]);
    return `${name} ${readFileSync(path(`${name}.pub`), 'utf8')}`;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ostro-builders-'));
    writeFileSync(path('signers'), key('ada') + key('bob'));
    key('eve');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const read = () => readAttestations(folder, path('signers'));

  test('agree when all files are the same', async () => {
    for (const name of ['ada', 'bob']) await signAttestation(path(`${name}.json`), build, path(name));
    const found = await read();
    expect(found.map(({ builder }) => builder).sort()).toEqual(['ada', 'bob']);
    expect(compareAttestations(found)).toEqual([]);
  });

  test('name the file and the builder that differ', async () => {
    const other = {
      ...build,
      parts: { ...build.parts, app: { 'index.html': 'aa', 'sw.js': 'b0', 'new.js': 'dd' } },
    };
    await signAttestation(path('ada.json'), build, path('ada'));
    await signAttestation(path('bob.json'), other, path('bob'));
    expect(compareAttestations(await read())).toEqual([
      { path: 'app/sw.js', why: 'ada: bb; bob: b0' },
      { path: 'app/new.js', why: 'bob: dd; ada: no such file' },
    ]);
  });

  // threat: swapped-app
  test.each<[string, () => Promise<void>]>([
    ['of a stranger', () => signAttestation(path('eve.json'), build, path('eve'))],
    [
      'that was changed',
      async () => {
        await signAttestation(path('ada.json'), build, path('ada'));
        writeFileSync(path('ada.json'), readFileSync(path('ada.json'), 'utf8').replace('aa', 'ab'));
      },
    ],
    [
      'without a signature',
      async () => {
        await signAttestation(path('ada.json'), build, path('ada'));
        rmSync(path('ada.json.sig'));
      },
    ],
    [
      'of one builder twice, with different files',
      async () => {
        await signAttestation(path('ada.json'), build, path('ada'));
        await signAttestation(path('again.json'), { ...build, version: '0.3.0' }, path('ada'));
      },
    ],
  ])('are refused with one %s', async (_, make) => {
    await make();
    await expect(read()).rejects.toThrow();
  });
});
