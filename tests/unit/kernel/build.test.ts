/**
 * The committed binaries are builds of the committed source; the checked builds assert every bound. With OSTRO_REBUILD=1
 * (and `npm run build:wasm -- --check`, as before a release) they are rebuilt and compared.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { asSecretKey } from '../../../src/base/brands.ts';
import { concat } from '../../../src/base/bytes.ts';
import type { Kernel } from '../../../src/kernel/interface.ts';
import { answersDigest, knowsAnswers } from '../../../src/kernel/wasm/known-answers.ts';
import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';
import { type Build, loadKernel, startBuild } from '../../../src/kernel/wasm/load.ts';
import { buildKernel, sourceHash } from '../../../scripts/tools/build/build-wasm.mjs';
import { BUILDS, readBuild } from '../../property/kernel/builds.ts';
import { EDGE_SCALARS, EXTREME, TORSION, UNDECODABLE } from '../../property/kernel/inputs.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const hashes = JSON.parse(readFileSync(resolve(ROOT, 'src/kernel/wasm/hashes.json'), 'utf8')) as Record<
  Build | 'source',
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
    if (process.env['OSTRO_REBUILD'] === '1') expect(sha256(await buildKernel(build))).toBe(hashes[build]);
  });
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

describe.each(BUILDS)('the checked %s build', (build) => {
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await startBuild(build, await buildKernel(build, { checked: true }));
  }, 120_000);
  it('accesses no element out of bounds, also with extreme points and scalars', () => {
    const points = concat(...TORSION, ...UNDECODABLE, ...EXTREME);
    for (const s of EDGE_SCALARS) kernel.deriveBatch(asSecretKey(s), points);
    kernel.mulBaseBatch(concat(...EDGE_SCALARS));
    kernel.primeSubgroupBatch(points);
    const which = Uint32Array.from({ length: 131 }, (_, i) => i % EDGE_SCALARS.length);
    kernel.openBatch(concat(...EDGE_SCALARS), which, which, new Uint8Array(8 * 131).fill(0xff));
    const decodable = [...TORSION, ...EXTREME].filter((p) => kernel.isOnCurve(p));
    const many = Array.from({ length: 200 }, (_, i) => i);
    const pick = <T>(list: readonly T[]) => many.map((i) => list[i % list.length]!);
    for (const s of EDGE_SCALARS) for (const p of decodable.slice(0, 12)) kernel.mul(s, p);
    kernel.multiexp(pick(EDGE_SCALARS), pick(decodable));
    kernel.multiexp(pick(EDGE_SCALARS).slice(0, 30), pick(decodable).slice(0, 30));
    const wide = kernel.widen(concat(...pick(decodable)));
    kernel.multiexpWide(concat(...pick(EDGE_SCALARS)), wide);
    kernel.multiexpWide(concat(...pick(EDGE_SCALARS).slice(0, 30)), wide.subarray(0, 30 * 64));
    kernel.foldWide(concat(...EDGE_SCALARS), wide);
    for (const bytes of [...EXTREME, ...UNDECODABLE]) kernel.mapToPoint(bytes);
    expect(knowsAnswers(kernel)).toBe(true);
  });
});
