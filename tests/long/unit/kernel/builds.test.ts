/** Builds the WebAssembly kernel: the committed binaries are builds of the source, and the checked builds assert every bound. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { concat } from '../../../../src/base/bytes.ts';
import type { Kernel } from '../../../../src/kernel/interface.ts';
import { knowsAnswers } from '../../../../src/kernel/wasm/known-answers.ts';
import { Helios, Selene } from '../../../../src/kernel/ref/tower-cycle.ts';
import { towerHashGrow } from '../../../../src/kernel/ref/tower-hash.ts';
import { refTowerSums } from '../../../../src/kernel/ref/ref-tower-sums.ts';
import { refKernel } from '../../../../src/kernel/ref/ref-kernel.ts';
import { toWeierstrass } from '../../../../src/kernel/ref/wei25519.ts';
import { writeWideTower } from '../../../../src/kernel/tower.ts';
import { startBuild } from '../../../../src/kernel/wasm/load.ts';
import { startTowerSums } from '../../../../src/kernel/wasm/tower-sums.ts';
import { startTower } from '../../../../src/kernel/wasm/tower.ts';
import { buildKernel } from '../../../../scripts/tools/build/build-wasm.ts';
import { BUILDS, readBuild } from '../../../property/kernel/builds.ts';
import { EDGE_SCALARS, EXTREME, TORSION, UNDECODABLE } from '../../../property/kernel/inputs.ts';

it.each(['fma', 'simd', 'scalar'] as const)('%s.wasm is a build of the source', async (build) => {
  expect(await buildKernel(build)).toEqual(await readBuild(build));
});

it('tower.wasm is a build of the source', async () => {
  const file = new URL('../../../../src/kernel/wasm/tower.wasm', import.meta.url);
  expect(await buildKernel('tower')).toEqual(new Uint8Array(await readFile(file)));
});

it('the checked tower module keeps the bounds of its limbs, also with extreme scalars and points', async () => {
  const tower = await startTower(await buildKernel('tower', { checked: true }));
  for (const curve of [Helios, Selene]) {
    const order = curve.Fn.ORDER;
    const scalars = [0n, 1n, 127n, 128n, order - 1n, order - 128n, (1n << 254n) - 1n, order >> 1n];
    const many = Array.from({ length: 18 }, (_, i) => scalars[i % scalars.length]!);
    for (let start = curve.BASE, i = 0; i < 10; i++, start = start.double())
      expect(tower.addChildren(curve, writeWideTower(start), 0, many)).toEqual(
        writeWideTower(towerHashGrow(curve, start, 0, 0n, many)),
      );
  }
  const points = [...EXTREME, ...TORSION.slice(2)].filter((bytes) => refKernel.isOnCurve(bytes));
  expect(tower.toWeierstrass(refKernel.widen(concat(...points)))).toEqual(points.map(toWeierstrass));
});

it('the checked tower module keeps the bounds of its limbs in sums of secret multiples', async () => {
  const sums = await startTowerSums(await buildKernel('tower', { checked: true }));
  for (const curve of [Helios, Selene]) {
    const order = curve.Fn.ORDER;
    const edges = [0n, 1n, 7n, 8n, 9n, 0x88n, order - 1n, order - 8n, (1n << 254n) - 1n, order >> 1n];
    for (const scalars of [{ left: edges }, { right: edges }, { value: order - 1n, mask: 8n }])
      expect(sums(curve, { ...scalars, secret: true }).equals(refTowerSums(curve, scalars))).toBe(true);
  }
});

describe.each(BUILDS)('the checked %s build', (build) => {
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await startBuild(build, await buildKernel(build, { checked: true }));
  });
  it('accesses no element out of bounds, also with extreme points and scalars', () => {
    const points = concat(...TORSION, ...UNDECODABLE, ...EXTREME);
    for (const s of EDGE_SCALARS) kernel.deriveBatch(asSecretKey(s), points);
    const small = Array.from({ length: 40 }, (_, i) => Uint8Array.of(i, ...new Uint8Array(31)));
    for (const s of EDGE_SCALARS) kernel.mulX25519Batch(asSecretKey(s), concat(points, ...small));
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
