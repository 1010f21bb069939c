/** The committed binaries are those of hashes.json, which names their source; tests/long/unit/kernel/builds.test.ts builds them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/kernel/interface.ts';
import { answersDigest, knowsAnswers } from '../../../src/kernel/wasm/known-answers.ts';
import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';
import { loadKernel, type Build } from '../../../src/kernel/wasm/load.ts';
import { sourceHash } from '../../../scripts/tools/build/build-wasm.ts';
import { BUILDS, readBuild } from '../../property/kernel/builds.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const hashes = JSON.parse(readFileSync(resolve(ROOT, 'src/kernel/wasm/hashes.json'), 'utf8')) as Record<
  Build | 'tower' | 'source',
  string
>;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the committed binaries', () => {
  it('were built from the committed source (npm run build:wasm)', () => {
    expect(hashes.source).toBe(sourceHash());
  });
  it.each(['fma', 'simd', 'scalar'] as const)('%s.wasm is the built file, under 60 KB', async (build) => {
    const committed = await readBuild(build);
    expect(sha256(committed)).toBe(hashes[build]);
    expect(committed.length).toBeLessThan(60 * 1024);
  });
});

it('tower.wasm is the built file, under 10 KB', () => {
  const committed = readFileSync(resolve(ROOT, 'src/kernel/wasm/tower.wasm'));
  expect(sha256(committed)).toBe(hashes.tower);
  expect(committed.length).toBeLessThan(10 * 1024);
});

describe('the self-check', () => {
  it('expects the results of ref', () => {
    expect(knowsAnswers(refKernel)).toBe(true);
  });
  it('refuses a kernel with one wrong bit', () => {
    const wrong: Kernel = {
      ...refKernel,
      deriveBatch: (secret, points) => {
        const out = refKernel.deriveBatch(secret, points);
        out[100]! ^= 1;
        return out;
      },
    };
    expect(answersDigest(wrong)).not.toBe(answersDigest(refKernel));
    expect(knowsAnswers(wrong)).toBe(false);
  });
});

describe('the loader', () => {
  it('takes the fastest build that runs here', async () => {
    expect((await loadKernel(readBuild)).name).toBe(BUILDS[0]);
  });
  it('skips a build that is missing or does not compile, down to ref', async () => {
    const second = await loadKernel((build) =>
      build === BUILDS[0] ? Promise.reject(new Error('offline')) : readBuild(build),
    );
    expect(second.name).toBe(BUILDS[1]);
    expect((await loadKernel(() => Promise.resolve(new Uint8Array(8)))).name).toBe('ref');
  });
  it('accepts a module that was compiled elsewhere', async () => {
    const kernel = await loadKernel(async (build) => WebAssembly.compile(await readBuild(build)));
    expect(kernel.name).toBe(BUILDS[0]);
  });
});
