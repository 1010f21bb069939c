/**
 * The scan's pass over blocks and pruned transactions: notes where keys, view tags and key images lie and hashes what
 * names a block, so that no script runs for each of them. It takes only what is well-formed and usual; whatever else it
 * answers with false, and the readers of `src/protocol` say what it is. They are also what it is held equal to
 * (tests/property/wallet/scan-blocks.test.ts).
 * Upstream: `transaction_prefix`, `block` (src/cryptonote_basic/cryptonote_basic.h), `parse_tx_extra`,
 * `calculate_block_hash` (cryptonote_format_utils.cpp). All of it is public data.
 */
import { COINBASE, INPUT, NO_CONTEXT } from './carrot';
import * as hash from './keccak';

const MAX_TX_SIZE: u32 = 1_000_000;
const MAX_BLOCK_SIZE: u32 = 4 << 20;
const MAX_RING_MEMBERS: u32 = 31_250;
const MAX_TXS: u32 = 0x1000_0000;
const MAX_SAFE: u64 = (1 << 53) - 1;
/** The id of this block on mainnet follows from no rule: callers who know it compute it. */
const ODD_HEIGHT: u64 = 202_612;

const GEN: u32 = 0xff;
const KEY: u32 = 2;
const TAGGED_KEY: u32 = 3;
const RCT_SIMPLE: u32 = 2;
const RCT_SHORT_AMOUNTS: u32 = 4;
const RCT_LAST: u32 = 6;
/** From this version of blocks on: outputs of Carrot, RingCT type 7, and in each block the tree of outputs. */
const CARROT_VERSION: u32 = 17;
const CARROT_KEY: u32 = 0;
/** View tag and encrypted anchor. */
const CARROT_REST: u32 = 19;
const RCT_FCMP: u32 = 7;

// ---- a cursor; what it cannot read makes `fine` false, and then it stands still or at its end ----

let at: usize = 0;
let end: usize = 0;
let fine: bool = true;

function left(): u32 {
  return <u32>(end - at);
}
function byte(): u32 {
  if (at < end) return load<u8>(at++);
  fine = false;
  return 0;
}
function skip(n: u64): void {
  if (n > end - at) fine = false;
  else at += <usize>n;
}
/** Canonical, at most 64 bits. */
function varint(): u64 {
  let value: u64 = 0;
  for (let shift: u64 = 0; shift < 64; shift += 7) {
    const next = byte();
    if (!fine || (shift === 63 && next > 1)) break;
    value |= (<u64>(next & 127)) << shift;
    if (next >= 128) continue;
    if (next === 0 && shift > 0) break;
    return value;
  }
  fine = false;
  return 0;
}
function bounded(max: u64): u64 {
  const n = varint();
  if (n <= max) return n;
  fine = false;
  return 0;
}
function count(max: u32): u32 {
  return <u32>bounded(max);
}
/** A count of items that take `size` bytes at least. */
function list(max: u32, size: u64): u32 {
  const n = count(max);
  if (n * size <= left()) return n;
  fine = false;
  return 0;
}

// ---- where things are noted: positions count from `origin`, in u32 ----

let origin: usize = 0;
let pointAt: usize = 0;
let points: u32 = 0;
let imageAt: usize = 0;
let imageOf: usize = 0;
let images: u32 = 0;
/** Positions of the ephemeral keys of Carrot. */
let exchangeAt: usize = 0;
let exchanges: u32 = 0;
/** The input context that binds the Carrot outputs of each transaction: see carrot.ts. */
let contextOf: usize = 0;
/** Room for points, for images, and for ephemeral keys. */
let workspace: u32 = 0;
let full: bool = false;
/** Position and view tag of each output, the tag -1 without one, and -2 for an output of Carrot. */
let outputAt: usize = 0;
let outputs: u32 = 0;
/** The transaction that is read. */
let txIndex: u32 = 0;

function notePoint(place: usize): void {
  full = full || points === workspace;
  if (!full) store<u32>(pointAt + (points++ << 2), <u32>(place - origin));
}

function noteExchanges(place: usize, n: u32): void {
  full = full || n > workspace - exchanges;
  for (let i: u32 = 0; i < n && !full; i++)
    store<u32>(exchangeAt + (exchanges++ << 2), <u32>(place - origin) + (i << 5));
}

// ---- one transaction ----

/** `later`: the block may contain the forms of Carrot. `mining`: the transaction is the block's coinbase. */
let later: bool = false;
let mining: bool = false;
let version: u32 = 0;
let inputs: u32 = 0;
let generated: u32 = 0;
let height: u64 = 0;
let paid: u64 = 0;
let mains: u32 = 0;

/** Up to and with tx_extra. `made` outputs, or it is not fine. */
function readPrefix(made: u32): void {
  version = count(2);
  if (version === 0) fine = false;
  varint();
  inputs = list(MAX_TX_SIZE, 2);
  generated = 0;
  let firstImage: usize = 0;
  let members = MAX_RING_MEMBERS - 1;
  for (let i: u32 = 0; i < inputs && fine; i++) {
    const tag = byte();
    if (tag === GEN) {
      generated++;
      height = bounded(MAX_SAFE);
      continue;
    }
    if (tag !== KEY) fine = false;
    varint();
    const ring = list(members, 1);
    members -= ring;
    for (let j: u32 = 0; j < ring && fine; j++) varint();
    if (i === 0) firstImage = at - origin;
    full = full || images === workspace;
    if (!full) {
      store<u32>(imageAt + (images << 2), <u32>(at - origin));
      store<u32>(imageOf + (images++ << 2), txIndex);
    }
    skip(32);
  }
  if (list(MAX_TX_SIZE, 34) !== made) fine = false;
  paid = 0;
  let carrots: u32 = 0;
  for (let i: u32 = 0; i < made && fine; i++) {
    const amount = varint();
    paid += amount;
    if (paid < amount) fine = false;
    const tag = byte();
    const carrot = tag === CARROT_KEY && later;
    if (tag !== KEY && tag !== TAGGED_KEY && !carrot) fine = false;
    const place = outputAt + (outputs++ << 3);
    store<u32>(place, <u32>(at - origin));
    skip(carrot ? 32 + CARROT_REST : 32);
    store<i32>(place, carrot ? -2 : tag === TAGGED_KEY ? <i32>byte() : -1, 4);
    if (carrot) carrots++;
  }
  const extra = count(MAX_TX_SIZE);
  const from = at;
  skip(extra);
  mains = 0;
  store<u64>(contextOf + (txIndex << 3), NO_CONTEXT);
  if (!fine) return;
  if (carrots === 0) readExtra(from, 0, false);
  // A transaction with outputs of both kinds pays nobody.
  else if (carrots === made && (mining || firstImage > 0)) {
    readExtra(from, made, true);
    store<u32>(contextOf + (txIndex << 3), mining ? COINBASE : INPUT);
    store<u32>(contextOf + (txIndex << 3), mining ? <u32>height : <u32>firstImage, 4);
  }
}

/**
 * Public keys of tag 01, then those of the first field of tag 04. Reading ends at the first bad field. Of a transaction
 * with `made` outputs of Carrot it notes the ephemeral keys instead: the first key of tag 01, else those of tag 04.
 */
function readExtra(from: usize, made: u32, carrot: bool): void {
  const after = at;
  const last = end;
  const before = points;
  mains = 0;
  let more: u32 = 0;
  let moreAt: usize = 0;
  end = at;
  at = from;
  while (fine && at < end) {
    const tag = byte();
    if (tag === 1) {
      const place = at;
      skip(32);
      if (!fine) break;
      notePoint(place);
      mains++;
    } else if (tag === 2) skip(count(255));
    else if (tag === 3) {
      const inner = count(left());
      const stop = at + inner;
      if (!fine || stop > end) break;
      const outer = end;
      end = stop;
      varint();
      skip(32);
      if (at !== stop) fine = false;
      end = outer;
    } else if (tag === 4) {
      const n = count(left());
      const place = at;
      skip((<u64>n) << 5);
      if (!fine) break;
      if (moreAt === 0) {
        moreAt = place;
        more = n;
      }
    } else if (tag === 0xde) skip(count(left()));
    // Padding goes to the end; the length of anything else is not known.
    else break;
  }
  if (carrot) {
    if (mains > 0) {
      moreAt = origin + load<u32>(pointAt + (before << 2));
      more = 1;
    }
    points = before;
    mains = 0;
    // A coinbase has a key for each output.
    if (mining ? more === made : more <= made) noteExchanges(moreAt, more);
  } else if (mains > 0) for (let i: u32 = 0; i < more; i++) notePoint(moreAt + (i << 5));
  fine = true;
  at = after;
  end = last;
}

function skipRctBase(made: u32): void {
  const type = byte();
  if (type > (later ? RCT_FCMP : RCT_LAST)) fine = false;
  if (type === 0) return;
  varint();
  if (type === RCT_SIMPLE) skip((<u64>inputs) << 5);
  skip((type >= RCT_SHORT_AMOUNTS ? 8 : 64) * <u64>made);
  skip((<u64>made) << 5);
}

function enter(bytes: usize, size: usize, from: u32, length: u32, most: u32): void {
  fine = length <= most && <usize>from + length <= size;
  at = bytes + from;
  end = at + length;
}

// ---- the pass ----

/**
 * The row of the transaction that begins here: first point, points that are keys of tag 01 (known later), first output,
 * first ephemeral key.
 */
function beginRow(row: usize): void {
  store<u32>(row, points);
  store<u32>(row, outputs, 8);
  store<u32>(row, exchanges, 12);
}

/**
 * `offsets`: u32 lists, one behind the other: blockAt and blockLength (n each), firstTxBlob (n + 1), txAt and txLength
 * (m each), outputs of each transaction, a block's own one first (n + m).
 * Written: `facts`, lists of n: ids, ids of the previous blocks (32 bytes each), f64 times, u32 versions;
 * `ids` of all n + m transactions; `rows` (n + m + 1 of four u32, see beginRow); `outs` (u32 position and i32 view
 * tag of each output); u32 positions of points and key images and the transactions of the latter, then positions of
 * ephemeral keys, space for `most` in each; `contexts` of all transactions (carrot.ts). `scratch`: 32·(m + 7) bytes, in
 * the first eight afterwards what the last block's coinbase pays. Answers how many key images there are, or -1.
 */
export function skimBlocks(
  bytes: usize,
  size: usize,
  offsets: usize,
  n: u32,
  m: u32,
  startHeight: u32,
  facts: usize,
  ids: usize,
  rows: usize,
  outs: usize,
  pointOffsets: usize,
  imageOffsets: usize,
  imageTxs: usize,
  exchangeOffsets: usize,
  contexts: usize,
  most: u32,
  scratch: usize,
): i32 {
  const blockAt = offsets,
    blockLength = blockAt + (n << 2),
    firstTxBlob = blockLength + (n << 2),
    txAt = firstTxBlob + ((n + 1) << 2),
    txLength = txAt + (m << 2),
    made = txLength + (m << 2);
  origin = bytes;
  pointAt = pointOffsets;
  imageAt = imageOffsets;
  imageOf = imageTxs;
  exchangeAt = exchangeOffsets;
  contextOf = contexts;
  outputAt = outs;
  points = images = exchanges = outputs = txIndex = 0;
  workspace = most;
  full = false;
  let reward: u64 = 0;
  for (let b: u32 = 0; b < n; b++) {
    let tx = load<u32>(firstTxBlob + (b << 2));
    const last = load<u32>(firstTxBlob + (b << 2), 4);
    beginRow(rows + (txIndex << 4));
    enter(bytes, size, load<u32>(blockAt + (b << 2)), load<u32>(blockLength + (b << 2)), MAX_BLOCK_SIZE);
    const outputsMade = load<u32>(made + (txIndex << 2));
    if (!readBlock(b, n, last - tx, outputsMade, startHeight + b, facts, ids + (txIndex << 5), scratch))
      return -1;
    store<u32>(rows + (txIndex++ << 4), mains, 4);
    reward = paid;
    for (; tx < last; tx++, txIndex++) {
      const row = rows + (txIndex << 4);
      const mine = load<u32>(made + (txIndex << 2));
      beginRow(row);
      enter(bytes, size, load<u32>(txAt + (tx << 2)), load<u32>(txLength + (tx << 2)), MAX_TX_SIZE);
      readPrefix(mine);
      store<u32>(row, mains, 4);
      if (version !== 1 && inputs > 0) skipRctBase(mine);
      if (!fine || full || at !== end) return -1;
    }
  }
  beginRow(rows + (txIndex << 4));
  store<u64>(scratch, reward);
  return images;
}

/** The block at the cursor, which lists `txs` transactions; their ids and its miner's go to `ids`. */
function readBlock(
  b: u32,
  n: u32,
  txs: u32,
  made: u32,
  expected: u64,
  facts: usize,
  ids: usize,
  scratch: usize,
): bool {
  const header = at;
  const major = count(255);
  later = major >= CARROT_VERSION;
  count(255);
  const time = bounded(MAX_SAFE);
  const previous = at;
  skip(36); // the id of the block before, and the nonce
  const miner = at;
  mining = true;
  readPrefix(made);
  mining = false;
  if (!fine || full || inputs !== 1 || generated !== 1 || height !== expected || height === ODD_HEIGHT)
    return false;
  if (version === 1) hash.keccak256(ids, miner, at - miner);
  else {
    // H(H(prefix) | H(no signatures) | 0)
    hash.keccak256(scratch, miner, at - miner);
    hash.keccak256(scratch + 32, at, 1);
    memory.fill(scratch + 64, 0, 32);
    if (byte() !== 0) return false;
    hash.keccak256(ids, scratch, 96);
  }
  if (list(MAX_TXS, 32) !== txs) return false;
  memory.copy(ids + 32, at, (<usize>txs) << 5);
  skip((<u64>txs) << 5);
  const tree = at;
  if (later) skip(33);
  if (!fine || at !== end) return false;

  // H(length | header | root of all ids | how many); the ids begin with the miner's, the layers of the tree, its root
  const root = scratch + 96;
  const behind = root + (later ? 96 : 32);
  memory.copy(root, ids, 32);
  if (later) {
    memory.fill(root + 32, 0, 32);
    memory.copy(root + 32, tree, 1);
    memory.copy(root + 64, tree + 1, 32);
  }
  memory.copy(behind, ids + 32, (<usize>txs) << 5);
  hash.treeHash(root, root, (behind - root) / 32 + txs);
  const blob = scratch + 1;
  memory.copy(blob, header, miner - header);
  memory.copy(blob + (miner - header), root, 32);
  const length = putVarint(blob + (miner - header) + 32, txs + 1) - blob;
  store<u8>(scratch, <u8>length);
  hash.keccak256(facts + (b << 5), scratch, 1 + length);
  memory.copy(facts + ((<usize>n) << 5) + (b << 5), previous, 32);
  const columns = facts + ((<usize>n) << 6);
  store<f64>(columns + (b << 3), <f64>time);
  store<u32>(columns + (n << 3) + (b << 2), major);
  return true;
}

function putVarint(to: usize, value: u32): usize {
  for (; value >= 128; value >>= 7) store<u8>(to++, <u8>(value | 128));
  store<u8>(to, <u8>value);
  return to + 1;
}

// ---- outputs and the shared secrets that may open them ----

/** How many there are of both, for `txCount` rows; at most 2^31. */
export function countCandidates(rows: usize, txCount: u32): u32 {
  let sum: u64 = 0;
  for (let row = rows; row < rows + (txCount << 4); row += 16) {
    const first: u64 = load<u32>(row, 4);
    const keys: u64 = load<u32>(row, 24) - load<u32>(row, 8);
    const more = load<u32>(row, 16) - load<u32>(row) - first;
    if (first > 0) sum += keys * first + min(keys, more);
  }
  return <u32>min(sum, 1 << 31);
}

/** Lists them in chain order, then key order, then output order: transaction, output, key of tag 01, derivation. */
export function listCandidates(
  rows: usize,
  txCount: u32,
  txIndex: usize,
  output: usize,
  pk: usize,
  which: usize,
): void {
  let i: usize = 0;
  for (let s: u32 = 0; s < txCount; s++) {
    const row = rows + (s << 4);
    const first = load<u32>(row);
    const mine = load<u32>(row, 4);
    const all = load<u32>(row, 16) - first;
    const keys = load<u32>(row, 24) - load<u32>(row, 8);
    for (let p: u32 = 0; p < mine; p++)
      for (let o: u32 = 0; o < keys; o++) {
        const secrets: u32 = p === 0 && mine + o < all ? 2 : 1;
        for (let k: u32 = 0; k < secrets; k++, i += 4) {
          store<u32>(txIndex + i, s);
          store<u32>(output + i, o);
          store<u32>(pk + i, p);
          store<u32>(which + i, first + (k === 0 ? p : mine + o));
        }
      }
  }
}

/** Keeps of n candidates those whose output has no view tag or the one of `tags`, in place. Answers how many. */
export function keepLikely(
  rows: usize,
  outs: usize,
  n: u32,
  tags: usize,
  txIndex: usize,
  output: usize,
  pk: usize,
  which: usize,
  offsets: usize,
): u32 {
  let kept: usize = 0;
  for (let i: usize = 0; i < n; i++) {
    const from = i << 2;
    const s = load<u32>(txIndex + from);
    const o = load<u32>(output + from);
    const out = outs + ((load<u32>(rows + (s << 4), 8) + o) << 3);
    const tag = load<i32>(out, 4);
    if (tag >= 0 && tag !== <i32>load<u8>(tags + i)) continue;
    const to = kept++ << 2;
    store<u32>(txIndex + to, s);
    store<u32>(output + to, o);
    store<u32>(pk + to, load<u32>(pk + from));
    store<u32>(which + to, load<u32>(which + from));
    store<u32>(offsets + to, load<u32>(out));
  }
  return <u32>kept;
}

/** Gathers the derivations of n candidates that fit, then those with their keys of tag 01. */
export function gatherDerivations(
  to: usize,
  derivations: usize,
  rows: usize,
  n: u32,
  txIndex: usize,
  pk: usize,
  which: usize,
): void {
  for (let i: usize = 0; i < n; i++) {
    const from = i << 2;
    const main = load<u32>(rows + (load<u32>(txIndex + from) << 4)) + load<u32>(pk + from);
    memory.copy(to + (i << 5), derivations + (load<u32>(which + from) << 5), 32);
    memory.copy(to + ((i + n) << 5), derivations + (main << 5), 32);
  }
}

/** n keys of 32 bytes from their offsets in `bytes`. */
export function gather(to: usize, bytes: usize, offsets: usize, n: u32): void {
  for (let i: usize = 0; i < n; i++) memory.copy(to + (i << 5), bytes + load<u32>(offsets + (i << 2)), 32);
}
