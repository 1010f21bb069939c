/** The readable twin of wasm/tower.ts, also for browsers in which that module does not run. */
import { bytesToBigint } from '../../base/bytes.ts';
import { writeWideTower, type Tower, type WideTowerPoint } from '../tower.ts';
import type { TowerCurve, TowerPoint } from './tower-cycle.ts';
import { towerHashGrow } from './tower-hash.ts';
import { toWeierstrass } from './wei25519.ts';

export const refTower: Tower = {
  addChildren: (curve, existing, offset, scalars) =>
    writeWideTower(towerHashGrow(curve, readWide(curve, existing), offset, 0n, scalars)),
  toWeierstrass: (wide) =>
    Array.from({ length: wide.length / 64 }, (_, i) =>
      toWeierstrass(narrow(wide.subarray(64 * i, 64 * i + 64))),
    ),
};

const readWide = (curve: TowerCurve, wide: WideTowerPoint): TowerPoint => {
  const [x, y] = [bytesToBigint(wide.subarray(0, 32)), bytesToBigint(wide.subarray(32))];
  return x === 0n && y === 0n ? curve.ZERO : curve.fromAffine({ x, y });
};

/** A point of Ed25519 in 32 bytes, from both coordinates. */
const narrow = (wide: Uint8Array): Uint8Array => {
  const bytes = wide.slice(32);
  bytes[31]! |= (wide[0]! & 1) << 7;
  return bytes;
};
