/**
 * Reads an answer of /getblocks.bin in one pass, without copying and without an object per transaction: notes the
 * offset of each block, transaction and list of output indices. A thousand blocks need only a few typed arrays.
 * Upstream: COMMAND_RPC_GET_BLOCKS_FAST, src/rpc/core_rpc_server_commands_defs.h; block_complete_entry,
 * src/cryptonote_protocol/cryptonote_protocol_defs.h. Vectors: answers of a real monerod.
 *
 *   blocks           list of { block, txs: list of bytes, or of { blob } when pruned }
 *   output_indices   list of { indices: list of { indices: list of u64 } }, the coinbase's first
 */
import type { BlockLayout } from '../../kernel/interface.ts';
import { fault } from '../faults.ts';
import { EpeeBudget, openEpee, readName, readSize, readValue } from './epee.ts';
import { EPEE_ARRAY_FLAG, EPEE_ARRAY_TYPE, EPEE_TYPES, EpeeSection, type EpeeValue } from './epee-section.ts';
import { Reader } from './reader.ts';

/** By type byte: i64 i32 i16 i8 u64 u32 u16 u8 double; bool is 11. */
const WIDTHS: readonly (number | undefined)[] = [undefined, 8, 4, 2, 1, 8, 4, 2, 1, 8, undefined, 1];

/**
 * Offsets of blocks, transactions and lists of global output indices in an answer. `outputCounts` and `indexAt` have
 * an entry for each transaction, coinbases included, so those of block b begin at firstTxBlob[b] + b. Both are empty
 * when the node sent no indices.
 */
export interface BlockOffsets extends BlockLayout {
  /** Offset of a transaction's list of global output indices, which has one u64 for each output. */
  readonly indexAt: Uint32Array;
}

export interface SkimmedAnswer {
  readonly offsets: BlockOffsets;
  /** All other fields of the answer. */
  readonly rest: EpeeSection;
}

export interface SkimLimits {
  readonly blocks: number;
  readonly txs: number;
}
/** Ten times what a node sends at once. */
const DEFAULT_LIMITS: SkimLimits = { blocks: 10_000, txs: 200_000 };
const MAX_DEPTH = 100;

/**
 * Faults `truncated`, `trailing_bytes`, `list_too_long`, `bad_format`, also when the numbers of blocks, transactions
 * and index lists disagree.
 */
export function skimBlocks(bytes: Uint8Array, limits: SkimLimits = DEFAULT_LIMITS): SkimmedAnswer {
  const reader = openEpee(bytes);
  const budget = new EpeeBudget();
  const rest = new Map<string, EpeeValue>();
  const seen = new Set<string>();
  let blocks = emptyBlocks();
  let indices: IndexLists | undefined;
  const fields = readSize(reader);
  budget.spend('fields', fields);
  for (let i = 0; i < fields; i++) {
    const name = readName(reader);
    if (seen.has(name)) throw bad(`${name} twice`);
    seen.add(name);
    if (name === 'blocks') blocks = skimBlockList(reader, limits);
    else if (name === 'output_indices') indices = skimIndexLists(reader, limits);
    else rest.set(name, readValue(reader, budget, 0));
  }
  reader.end();
  const firstTxBlob = blocks.firstTxBlob.done();
  const found = indices ? checkedLists(indices, firstTxBlob) : { at: new U32List(), count: new U32List() };
  const offsets = {
    blockAt: blocks.at.done(),
    blockLength: blocks.length.done(),
    firstTxBlob,
    txAt: blocks.txAt.done(),
    txLength: blocks.txLength.done(),
    outputCounts: found.count.done(),
    indexAt: found.at.done(),
  };
  return { offsets, rest: new EpeeSection(rest) };
}

/** The `count` output indices of the list at `at`. Fault `bad_format` above 2^53 - 1. */
export function readIndices(bytes: Uint8Array, at: number, count: number): number[] {
  const reader = new Reader(bytes, at);
  const out: number[] = [];
  for (let i = 0; i < count; i++) {
    const low = reader.u32();
    const high = reader.u32();
    if (high >= 1 << 21) throw bad('output index');
    out.push(high * 2 ** 32 + low);
  }
  return out;
}

/** A growing list of u32 in a typed array. */
class U32List {
  #items = new Uint32Array(256);
  #n = 0;
  get length(): number {
    return this.#n;
  }
  push(value: number): void {
    if (this.#n === this.#items.length) {
      const grown = new Uint32Array(this.#n * 2);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.#n++] = value;
  }
  done(): Uint32Array {
    return this.#items.slice(0, this.#n);
  }
}

const emptyBlocks = () => {
  const firstTxBlob = new U32List();
  firstTxBlob.push(0);
  return {
    at: new U32List(),
    length: new U32List(),
    firstTxBlob,
    txAt: new U32List(),
    txLength: new U32List(),
  };
};
type BlockList = ReturnType<typeof emptyBlocks>;

const skimBlockList = (reader: Reader, limits: SkimLimits): BlockList => {
  const out = emptyBlocks();
  const n = listSize(reader, EPEE_TYPES.section, limits.blocks);
  for (let i = 0; i < n; i++) {
    let hasTxs = false;
    for (let left = sectionSize(reader); left > 0; left--) {
      const name = skipName(reader);
      if (isNamed(reader, name, BLOCK)) {
        if (out.at.length > i) throw bad('block twice');
        expectType(reader, EPEE_TYPES.bytes);
        const length = readSize(reader);
        out.at.push(reader.at);
        out.length.push(length);
        reader.skip(length);
      } else if (isNamed(reader, name, TXS)) {
        if (hasTxs) throw bad('txs twice');
        hasTxs = true;
        skimTxs(reader, out, limits);
      } else skipValue(reader, 0);
    }
    if (out.at.length === i) throw bad('entry without a block');
    out.firstTxBlob.push(out.txAt.length);
  }
  return out;
};

const skimTxs = (reader: Reader, out: BlockList, limits: SkimLimits): void => {
  const type = reader.peek();
  const pruned = type === (EPEE_TYPES.section | EPEE_ARRAY_FLAG);
  const max = limits.txs - out.txAt.length;
  const n = listSize(reader, pruned ? EPEE_TYPES.section : EPEE_TYPES.bytes, max);
  for (let i = 0; i < n; i++) {
    if (!pruned) {
      noteTx(reader, out);
      continue;
    }
    const before = out.txAt.length;
    for (let left = sectionSize(reader); left > 0; left--) {
      if (isNamed(reader, skipName(reader), BLOB)) {
        if (out.txAt.length > before) throw bad('blob twice');
        expectType(reader, EPEE_TYPES.bytes);
        noteTx(reader, out);
      } else skipValue(reader, 0);
    }
    if (out.txAt.length === before) throw bad('transaction without a blob');
  }
};

const noteTx = (reader: Reader, out: BlockList): void => {
  const length = readSize(reader);
  out.txAt.push(reader.at);
  out.txLength.push(length);
  reader.skip(length);
};

interface IndexLists {
  /** For each block the number of index lists before its own. */
  readonly first: U32List;
  readonly at: U32List;
  readonly count: U32List;
}

const skimIndexLists = (reader: Reader, limits: SkimLimits): IndexLists => {
  const out: IndexLists = { first: new U32List(), at: new U32List(), count: new U32List() };
  const maxLists = limits.txs + limits.blocks;
  const n = listSize(reader, EPEE_TYPES.section, limits.blocks);
  for (let i = 0; i < n; i++) {
    out.first.push(out.at.length);
    intoIndices(reader, () => {
      const lists = listSize(reader, EPEE_TYPES.section, maxLists - out.at.length);
      for (let j = 0; j < lists; j++) {
        let at = 0;
        let count = 0;
        intoIndices(reader, () => {
          // An empty list may have any type.
          const type = reader.u8();
          count = readSize(reader);
          if (count > 0 && type !== (EPEE_TYPES.u64 | EPEE_ARRAY_FLAG)) throw bad('output indices');
          at = reader.at;
          reader.skip(count * 8);
        });
        out.at.push(at);
        out.count.push(count);
      }
    });
  }
  out.first.push(out.at.length);
  return out;
};

/** Reads only the field `indices` of a section; the field is missing when the list is empty. */
const intoIndices = (reader: Reader, read: () => void): void => {
  let seen = false;
  for (let left = sectionSize(reader); left > 0; left--) {
    if (isNamed(reader, skipName(reader), INDICES)) {
      if (seen) throw bad('indices twice');
      seen = true;
      read();
    } else skipValue(reader, 0);
  }
};

/** Checks that there is one list for each coinbase and each transaction, in the same order. */
const checkedLists = (lists: IndexLists, firstTxBlob: Uint32Array): IndexLists => {
  const first = lists.first.done();
  if (
    first.length !== firstTxBlob.length ||
    first.some((list, block) => list !== firstTxBlob[block]! + block)
  )
    throw bad('output indices of other blocks');
  return lists;
};

/** Number of items of a list of `type`, whose type byte is not read yet; an empty list may have any type. */
const listSize = (reader: Reader, type: number, max: number): number => {
  const code = reader.u8();
  const n = readSize(reader);
  if (n === 0 && code & EPEE_ARRAY_FLAG) return 0;
  if (code !== (type | EPEE_ARRAY_FLAG)) throw bad(`list of type ${code}`);
  if (n > max) throw fault('list_too_long', { n, max });
  return n;
};

/** A field has at least three bytes: a name of one letter, a type, a value of one byte. */
const sectionSize = (reader: Reader): number => {
  const n = readSize(reader);
  if (n * 3 > reader.left) throw fault('truncated', { at: reader.at, wanted: n * 3 });
  return n;
};

const expectType = (reader: Reader, type: number): void => {
  if (reader.u8() !== type) throw bad(`type instead of ${type}`);
};

/** Skips a name; returns where it begins. It ends at the cursor. */
const skipName = (reader: Reader): number => {
  const length = reader.u8();
  const at = reader.at;
  if (length === 0) throw bad('field without a name');
  reader.skip(length);
  return at;
};

const isNamed = (reader: Reader, at: number, name: readonly number[]): boolean => {
  if (reader.at - at !== name.length) return false;
  for (let i = 0; i < name.length; i++) if (reader.bytes[at + i] !== name[i]) return false;
  return true;
};

const skipValue = (reader: Reader, depth: number): void => {
  let code = reader.u8();
  if (code === EPEE_ARRAY_TYPE) code = reader.u8() | 0;
  const n = code & EPEE_ARRAY_FLAG ? readSize(reader) : 1;
  skipItems(reader, code & ~EPEE_ARRAY_FLAG, n, depth);
};

const skipItems = (reader: Reader, type: number, n: number, depth: number): void => {
  if (n === 0) return;
  const width = WIDTHS[type];
  if (width !== undefined) {
    reader.skip(width * n);
    return;
  }
  if (type !== EPEE_TYPES.bytes && type !== EPEE_TYPES.section) throw bad(`type ${type}`);
  if (depth > MAX_DEPTH) throw bad('depth');
  if (n > reader.left) throw fault('truncated', { at: reader.at, wanted: n });
  for (let i = 0; i < n; i++) {
    if (type === EPEE_TYPES.bytes) reader.skip(readSize(reader));
    else
      for (let left = sectionSize(reader); left > 0; left--) {
        skipName(reader);
        skipValue(reader, depth + 1);
      }
  }
};

const ascii = (text: string): readonly number[] => Array.from(text, (c) => c.charCodeAt(0));
const BLOCK = ascii('block');
const TXS = ascii('txs');
const BLOB = ascii('blob');
const INDICES = ascii('indices');

const bad = (what: string) => fault('bad_format', { what: `blocks answer: ${what}` });
