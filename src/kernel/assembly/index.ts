/**
 * The functions that the loader calls. All arguments are addresses of bytes in linear memory unless they are counts; lists are
 * 32-byte items. Nothing here keeps state between calls but the tables that `init` fills.
 */
import * as cn from './cn';
import {
  addCached,
  decode,
  decodeEach,
  double,
  doubleEach,
  encode,
  encodeWith,
  initGroup,
  isNeutral,
  subCached,
  toCached,
} from './group';
import { moveLane } from './field';
import * as hash from './keccak';
import { invertMany } from './inverse';
import { initMap, mapToPoint as map } from './map';
import * as sums from './multiexp';
import * as order from './order';
import { L_BYTES } from './gen/constants.gen';
import { AT_ONCE, FE, GE, LANES } from './lanes';
import { initWide, sumOfScheduled, writeWideBlocks } from './wide';
import { makeSchedule, mulSchedule, SCHEDULE } from './schedule';
import {
  BASE_TABLE,
  commit,
  fillPointTable,
  initBase,
  initNeutral,
  mulBase,
  mulSecret,
  mulTable,
  POINT_TABLE,
} from './secret';
import { initX25519, MOST as X25519_MOST, mulPoints, wipeX25519 } from './x25519';

/** Bytes from `workspace` that `init` needs once and the batches need at every call. */
const CHUNK: usize = 128;
export function scratchSize(): usize {
  return 256 * (GE + FE);
}

const ORDER_SCHEDULE: usize = memory.data(SCHEDULE);

export function init(workspace: usize): void {
  initGroup();
  initNeutral();
  initBase(workspace);
  initMap();
  initWide();
  initX25519();
  makeSchedule(ORDER_SCHEDULE, L_BYTES);
}

/** Where free memory begins. */
export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

const P: usize = memory.data(GE, 16);
const Q: usize = memory.data(GE, 16);
const C: usize = memory.data(GE, 16);
const ALL_LANES: i32 = (1 << LANES) - 1;

/** Address of the second lane's item: the last one again when a block is not full. */
function other(list: usize, i: usize, n: usize): usize {
  return list + (min(i + 1, n - 1) << 5);
}

// ---- scalars ----

export function scalarReduce(out: usize, x64: usize): void {
  order.reduce(out, x64);
}
export function scalarIsReduced(a: usize): bool {
  return order.isReduced(a);
}
export function scalarAdd(out: usize, a: usize, b: usize): void {
  order.addmod(out, a, b);
}
export function scalarSub(out: usize, a: usize, b: usize): void {
  order.submod(out, a, b);
}
export function scalarMul(out: usize, a: usize, b: usize): void {
  order.mulmod(out, a, b);
}
export function scalarMulAdd(out: usize, a: usize, b: usize, c: usize): void {
  order.muladd(out, a, b, c);
}
export function scalarInvert(out: usize, a: usize): void {
  order.invmod(out, a);
}

// ---- points ----

export function isOnCurve(point: usize): bool {
  return decode(P, point, point) === ALL_LANES;
}

export function isInPrimeSubgroup(point: usize): bool {
  if (!isOnCurve(point)) return false;
  mulSchedule(P, 1, ORDER_SCHEDULE);
  return isNeutral(P, 0);
}

/** One byte per point: 1 if it decodes and l·P is neutral. A lane that does not decode holds the neutral element. */
export function primeSubgroupBatch(out: usize, points: usize, n: usize): void {
  for (let i: usize = 0; i < n; i += LANES) {
    const fine = decode(P, points + (i << 5), other(points, i, n));
    mulSchedule(P, 1, ORDER_SCHEDULE);
    store<u8>(out + i, <u8>(fine & 1 & (<i32>isNeutral(P, 0))));
    if (LANES === 2 && i + 1 < n) store<u8>(out + i, <u8>((fine >> 1) & 1 & (<i32>isNeutral(P, 1))), 1);
  }
}

/** out = a ± b; false if either does not decode. */
export function pointSum(out: usize, a: usize, b: usize, minus: bool): bool {
  if (LANES === 2) {
    if (decode(P, a, b) !== ALL_LANES) return false;
    for (let i: usize = 0; i < GE; i += FE) {
      moveLane(Q + i, 0, P + i, 1);
      moveLane(Q + i, 1, P + i, 1);
    }
  } else if ((decode(P, a, a) & decode(Q, b, b)) !== ALL_LANES) return false;
  toCached(C, Q);
  if (minus) subCached(P, P, C, false);
  else addCached(P, P, C, false);
  encode(out, P);
  return true;
}

/** out = 2^doublings · s · point. */
export function mul(out: usize, s: usize, point: usize, doublings: i32): bool {
  if (!isOnCurve(point)) return false;
  mulSecret(P, P, s, s);
  for (let i = 0; i < doublings; i++) double(P, P, false);
  encode(out, P);
  return true;
}

export function multiexpScratchSize(n: usize): usize {
  return sums.multiexpScratchSize(n);
}
export function multiexp(out: usize, scalars: usize, points: usize, n: usize, workspace: usize): bool {
  if (!sums.multiexp(P, scalars, points, n, workspace, false)) return false;
  encode(out, P);
  return true;
}

/** Computes `multiexp` on wide points. */
export function multiexpWide(out: usize, scalars: usize, points: usize, n: usize, workspace: usize): bool {
  if (!sums.multiexp(P, scalars, points, n, workspace, true)) return false;
  encode(out, P);
  return true;
}

export function mapToPoint(out: usize, bytes: usize, doublings: i32): void {
  map(P, bytes, bytes);
  for (let i = 0; i < doublings; i++) double(P, P, false);
  encode(out, P);
}

// ---- batches, CHUNK items at a time in `workspace` ----

/** Compresses the blocks at `workspace` that hold n items. */
function encodeBlocks(out: usize, workspace: usize, n: usize): void {
  const blocks = (n + LANES - 1) / LANES;
  const inverses = workspace + blocks * GE;
  invertMany(inverses, workspace + 2 * FE, GE, blocks);
  for (let b: usize = 0; b < blocks; b++) {
    const i = b * LANES;
    encodeWith(workspace + b * GE, inverses + b * FE, out + (i << 5), i + 1 < n ? out + ((i + 1) << 5) : 0);
  }
}

const KEY_SCHEDULE: usize = memory.data(SCHEDULE);

/** out_i = 8·secret·P_i; the neutral element for a point that does not decode (decode leaves it, and it stays). */
export function deriveBatch(out: usize, secret: usize, points: usize, n: usize, workspace: usize): void {
  makeSchedule(KEY_SCHEDULE, secret);
  for (let from: usize = 0; from < n; from += CHUNK) {
    const size = min(CHUNK, n - from);
    const list = points + (from << 5);
    const last = list + ((size - 1) << 5);
    for (let i: usize = 0; i < size; i += AT_ONCE * LANES) {
      const p = workspace + (i / LANES) * GE;
      const n = min(AT_ONCE, (size - i + LANES - 1) / LANES);
      decodeEach(p, list + (i << 5), last, n);
      mulSchedule(p, n, KEY_SCHEDULE);
      for (let j = 0; j < 3; j++) doubleEach(p, n, false);
    }
    encodeBlocks(out + (from << 5), workspace, size);
  }
  memory.fill(KEY_SCHEDULE, 0, SCHEDULE);
}

/** out_i = secret·u_i on Curve25519; zeros for the point at infinity. */
export function mulX25519Batch(out: usize, secret: usize, us: usize, n: usize, workspace: usize): void {
  makeSchedule(KEY_SCHEDULE, secret);
  for (let from: usize = 0; from < n; from += X25519_MOST)
    mulPoints(
      out + (from << 5),
      secret,
      KEY_SCHEDULE,
      us + (from << 5),
      min(X25519_MOST, n - from),
      workspace,
    );
  memory.fill(KEY_SCHEDULE, 0, SCHEDULE);
  wipeX25519();
}

/** out_i = s_i·base, or s_i·G if base is 0, plus `point` if it is not 0; false if one of both does not decode. */
export function mulBaseBatch(
  out: usize,
  base: usize,
  point: usize,
  scalars: usize,
  n: usize,
  workspace: usize,
): bool {
  let table = BASE_TABLE;
  if (base !== 0) {
    if (!isOnCurve(base)) return false;
    fillPointTable(base, workspace);
    table = POINT_TABLE;
  }
  if (point !== 0) {
    if (!isOnCurve(point)) return false;
    toCached(C, P);
  }
  for (let from: usize = 0; from < n; from += CHUNK) {
    const size = min(CHUNK, n - from);
    const list = scalars + (from << 5);
    for (let i: usize = 0; i < size; i += LANES) {
      const p = workspace + (i / LANES) * GE;
      mulTable(p, table, list + (i << 5), other(list, i, size));
      if (point !== 0) addCached(p, p, C, false);
    }
    encodeBlocks(out + (from << 5), workspace, size);
  }
  return true;
}

/** out_i = point i, wide; false if one does not decode. */
export function widen(out: usize, points: usize, n: usize, workspace: usize): bool {
  for (let from: usize = 0; from < n; from += CHUNK) {
    const size = min(CHUNK, n - from);
    const list = points + (from << 5);
    for (let i: usize = 0; i < size; i += LANES)
      if (decode(workspace + (i / LANES) * GE, list + (i << 5), other(list, i, size)) !== ALL_LANES)
        return false;
    writeWideBlocks(out + (from << 6), workspace, size);
  }
  return true;
}

/** Scratch bytes for a sum over k scalars. */
export function foldScratchSize(k: usize): usize {
  return k * (SCHEDULE + 8 * GE) + 64;
}

/** out_j = the sum over b < k of scalar b times point b·m + j, for j < m; all points wide. */
export function foldWide(
  out: usize,
  scalars: usize,
  k: usize,
  points: usize,
  m: usize,
  workspace: usize,
  scratch: usize,
): bool {
  const digits = scratch + k * 8 * GE;
  for (let b: usize = 0; b < k; b++) makeSchedule(digits + b * SCHEDULE, scalars + (b << 5));
  for (let from: usize = 0; from < m; from += CHUNK) {
    const size = min(CHUNK, m - from);
    for (let i: usize = 0; i < size; i += LANES) {
      const first = points + ((from + i) << 6);
      const second = points + ((from + min(i + 1, size - 1)) << 6);
      const p = workspace + (i / LANES) * GE;
      if (!sumOfScheduled(p, digits, k, first, second, m << 6, scratch)) return false;
    }
    writeWideBlocks(out + (from << 6), workspace, size);
  }
  return true;
}

/** "view_tag", eight bytes, little-endian. */
const VIEW_TAG: u64 = 0x6761745f77656976;
const POINT_HASHES: usize = memory.data(64, 16);

/** out_i = s_i·8·map(keccak(key_i)): key images. */
export function keyImageBatch(out: usize, scalars: usize, keys: usize, n: usize, workspace: usize): void {
  for (let from: usize = 0; from < n; from += CHUNK) {
    const size = min(CHUNK, n - from);
    const list = keys + (from << 5);
    const secrets = scalars + (from << 5);
    for (let i: usize = 0; i < size; i += LANES) {
      hash.keccak256(POINT_HASHES, list + (i << 5), 32);
      if (LANES === 2) hash.keccak256(POINT_HASHES + 32, other(list, i, size), 32);
      map(Q, POINT_HASHES, POINT_HASHES + 32);
      double(Q, Q, false);
      double(Q, Q, false);
      double(Q, Q, true);
      mulSecret(workspace + (i / LANES) * GE, Q, secrets + (i << 5), other(secrets, i, size));
    }
    encodeBlocks(out + (from << 5), workspace, size);
  }
}

const HASHES: usize = memory.data(128, 16);

/** One byte per item: the view tag of derivation which[i] at index indices[i]; both lists are u32. */
export function viewTagBatch(out: usize, derivations: usize, which: usize, indices: usize, n: usize): void {
  for (let i: usize = 0; i < n; i += LANES) {
    hashBlock(VIEW_TAG, derivations, which, indices, i, n);
    store<u8>(out + i, load<u8>(HASHES));
    if (LANES === 2 && i + 1 < n) store<u8>(out + i, load<u8>(HASHES, 64), 1);
  }
}

/** HASHES and HASHES + 64 = the hashes of items i and i + 1 (i again at the end of the list). */
function hashBlock(salt: u64, derivations: usize, which: usize, indices: usize, i: usize, n: usize): void {
  const j = min(i + 1, n - 1);
  hash.hashDerivations(
    salt,
    derivations + ((<usize>load<u32>(which + (i << 2))) << 5),
    load<u32>(indices + (i << 2)),
    HASHES,
    derivations + ((<usize>load<u32>(which + (j << 2))) << 5),
    load<u32>(indices + (j << 2)),
    HASHES + 64,
  );
}

const UNDECODED: usize = memory.data(CHUNK);

/** out_i = keys_i - Hs(derivation || index)·G; 0xff bytes where the key does not decode. */
export function spendKeyBatch(
  out: usize,
  derivations: usize,
  which: usize,
  indices: usize,
  keys: usize,
  n: usize,
  workspace: usize,
): void {
  for (let from: usize = 0; from < n; from += CHUNK) {
    const size = min(CHUNK, n - from);
    const list = keys + (from << 5);
    for (let i: usize = 0; i < size; i += LANES) {
      hashBlock(0, derivations, which + (from << 2), indices + (from << 2), i, size);
      memory.fill(HASHES + 32, 0, 32);
      order.reduce(HASHES, HASHES);
      if (LANES === 2) {
        memory.fill(HASHES + 96, 0, 32);
        order.reduce(HASHES + 64, HASHES + 64);
      }
      mulBase(Q, HASHES, HASHES + 64);
      toCached(C, Q);
      const p = workspace + (i / LANES) * GE;
      const fine = decode(p, list + (i << 5), other(list, i, size));
      store<u8>(UNDECODED + i, <u8>(~fine & 1));
      if (LANES === 2 && i + 1 < size) store<u8>(UNDECODED + i, <u8>((~fine >> 1) & 1), 1);
      subCached(p, p, C, false);
    }
    encodeBlocks(out + (from << 5), workspace, size);
    for (let i: usize = 0; i < size; i++)
      if (load<u8>(UNDECODED + i)) memory.fill(out + ((from + i) << 5), 0xff, 32);
  }
}

/** "commitment_mask" and "amount", with the shared scalar behind them. */
const MASK_SALT: usize = memory.data<u64>([0x656d74696d6d6f63, 0x006b73616d5f746e, 0, 0, 0, 0]);
const MASK_SALT_SIZE: usize = 15;
const AMOUNT_SALT: usize = memory.data<u64>([0x0000746e756f6d61, 0, 0, 0, 0]);
const AMOUNT_SALT_SIZE: usize = 6;
/** 32 bytes per lane. */
const OPENED: usize = memory.data(64, 16);

/**
 * Outputs whose masks are derived: scalars_i = Hs(derivation || index), masks_i = Hs("commitment_mask" || scalar),
 * amounts_i = sealed_i ^ H("amount" || scalar) in 8 bytes, commitments_i = mask·G + amount·H.
 */
export function openBatch(
  scalars: usize,
  masks: usize,
  amounts: usize,
  commitments: usize,
  derivations: usize,
  which: usize,
  indices: usize,
  sealed: usize,
  n: usize,
  workspace: usize,
): void {
  memory.fill(OPENED, 0, 64);
  for (let from: usize = 0; from < n; from += CHUNK) {
    const size = min(CHUNK, n - from);
    for (let i: usize = 0; i < size; i += LANES) {
      hashBlock(0, derivations, which + (from << 2), indices + (from << 2), i, size);
      const a = from + i,
        b = from + min(i + 1, size - 1);
      openOne(HASHES, scalars, masks, amounts, sealed, a, OPENED);
      if (LANES === 2) openOne(HASHES + 64, scalars, masks, amounts, sealed, b, OPENED + 32);
      commit(workspace + (i / LANES) * GE, masks + (a << 5), masks + (b << 5), OPENED, OPENED + 32);
    }
    encodeBlocks(commitments + (from << 5), workspace, size);
  }
  memory.fill(OPENED, 0, 64);
  memory.fill(HASHES, 0, 128);
  memory.fill(MASK_SALT + MASK_SALT_SIZE, 0, 32);
  memory.fill(AMOUNT_SALT + AMOUNT_SALT_SIZE, 0, 32);
}

function openOne(
  hashed: usize,
  scalars: usize,
  masks: usize,
  amounts: usize,
  sealed: usize,
  i: usize,
  opened: usize,
): void {
  const scalar = scalars + (i << 5);
  memory.fill(hashed + 32, 0, 32);
  order.reduce(scalar, hashed);
  memory.copy(AMOUNT_SALT + AMOUNT_SALT_SIZE, scalar, 32);
  hash.keccak256(hashed, AMOUNT_SALT, AMOUNT_SALT_SIZE + 32);
  const amount = load<u64>(hashed) ^ load<u64>(sealed + (i << 3));
  store<u64>(amounts + (i << 3), amount);
  store<u64>(opened, amount);
  memory.copy(MASK_SALT + MASK_SALT_SIZE, scalar, 32);
  hash.keccak256(hashed, MASK_SALT, MASK_SALT_SIZE + 32);
  order.reduce(masks + (i << 5), hashed);
}

// ---- hashes ----

/** Merkle root of n ids at `list`, which is overwritten. */
export function treeHash(out: usize, list: usize, n: usize): void {
  hash.treeHash(out, list, n);
}
export function keccak256(out: usize, data: usize, length: usize): void {
  hash.keccak256(out, data, length);
}
export function absorb(state: usize, data: usize, length: usize): void {
  hash.absorb(state, data, length);
}
/** The 200-byte state from which the final hash is taken. */
export function cnCore(state: usize, pad: usize): void {
  cn.cnCore(state, pad);
}

// ---- the scan's way through blocks ----

export { keepTagged } from './carrot';
export { skimBlocks, countCandidates, listCandidates, keepLikely, gatherDerivations, gather } from './skim';
