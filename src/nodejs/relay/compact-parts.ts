/** The compact blocks of a relay, file by file. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { equalBytes } from '../../base/bytes.ts';
import { decodeBlocks } from '../../daemon/bin/get-blocks.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import { noBlocks } from '../../protocol/compact/compact-blocks.ts';
import { reduceBlocks, type ReducedBlocks } from '../../protocol/compact/reduce-blocks.ts';
import { joinCompact } from '../../protocol/compact/slice.ts';
import { readCompactFile, writeCompactFile } from './compact-file.ts';

/** Blocks of a file: from a multiple of it on. */
export const FILE_BLOCKS = 200;
/** The newest blocks are not served: they are often replaced. */
export const NEWEST = 10;
/** A file is written when so many blocks are above it. */
const SETTLED = 100;
/** Files in memory; one of mainnet's takes less than a megabyte. */
const MOST_IN_MEMORY = 64;

export interface CompactPartsDeps {
  readonly node: Pick<BlockSource, 'blocksFrom' | 'headers'>;
  /** Undefined: nothing is kept on disk. */
  readonly folder: string | undefined;
}

export interface CompactParts {
  /** The blocks of the file that begins at `start`, as far as they are served. `height`: blocks of the chain. */
  readonly part: (start: number, height: number) => Promise<ReducedBlocks>;
  readonly forget: (start: number) => void;
}

/** The blocks of single files: from memory, from the disk, or made from the node's. */
export function createCompactParts({ node, folder }: CompactPartsDeps): CompactParts {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  /** By first height; the last used come last. */
  const memory = new Map<number, ReducedBlocks>();
  /** The height of the chain when a file in memory was compared with it. */
  const compared = new Map<number, number>();
  const making = new Map<number, Promise<ReducedBlocks>>();
  const keep = (start: number, made: ReducedBlocks): void => {
    memory.delete(start);
    memory.set(start, made);
    const [oldest] = memory.keys();
    if (memory.size > MOST_IN_MEMORY && oldest !== undefined) memory.delete(oldest);
  };
  const pathOf = (start: number): string => join(folder!, `${String(start).padStart(8, '0')}.compact`);
  const forget = (start: number): void => {
    memory.delete(start);
    compared.delete(start);
    if (folder !== undefined) rmSync(pathOf(start), { force: true });
  };
  /** From the file; undefined without one, and when it is damaged or of another chain. */
  const load = async (start: number): Promise<ReducedBlocks | undefined> => {
    if (folder === undefined) return undefined;
    const made = readCompactFile(pathOf(start));
    if (!made) return undefined;
    const last = start + FILE_BLOCKS - 1;
    const [header] = await node.headers(last, last);
    return header && equalBytes(header.hash, made.blocks.ids.subarray(-32)) ? made : undefined;
  };
  const make = async (start: number, end: number, height: number): Promise<ReducedBlocks> => {
    const known = memory.get(start) ?? (await load(start));
    const made =
      known && known.blocks.count >= end - start ? known : await fromNode(node, start, end, height);
    keep(start, made);
    compared.set(start, height);
    if (
      folder !== undefined &&
      made !== known &&
      start + FILE_BLOCKS + SETTLED <= height &&
      end === start + FILE_BLOCKS
    )
      writeCompactFile(pathOf(start), made);
    return made;
  };
  // Callers of one moment share the work.
  const part = async (start: number, height: number): Promise<ReducedBlocks> => {
    const end = Math.min(start + FILE_BLOCKS, height - NEWEST);
    const known = memory.get(start);
    if (known && known.blocks.count >= end - start && (await isCurrent(start, known, height))) {
      keep(start, known);
      return known;
    }
    const running = making.get(start);
    if (running) return running;
    const made = make(start, end, height).finally(() => making.delete(start));
    making.set(start, made);
    return made;
  };
  /** False, and forgotten, if a reorganisation replaced blocks of a file that is not settled. */
  const isCurrent = async (start: number, { blocks }: ReducedBlocks, height: number): Promise<boolean> => {
    if (start + FILE_BLOCKS + SETTLED <= height || compared.get(start) === height) return true;
    const last = start + blocks.count - 1;
    const [header] = await node.headers(last, last);
    const same = header !== undefined && equalBytes(header.hash, blocks.ids.subarray(-32));
    if (same) compared.set(start, height);
    else forget(start);
    return same;
  };
  return { part, forget };
}

const fromNode = async (
  node: Pick<BlockSource, 'blocksFrom'>,
  start: number,
  end: number,
  chainHeight: number,
): Promise<ReducedBlocks> => {
  const parts: ReducedBlocks[] = [];
  for (let height = start; height < end;) {
    const raw = await node.blocksFrom(height, { maxBlocks: end - height });
    if (raw.count === 0) break;
    const decoded = decodeBlocks(new Uint8Array(raw.bytes, 0, raw.size), raw.offsets).slice(0, end - height);
    parts.push(reduceBlocks(decoded, height, chainHeight));
    height += decoded.length;
  }
  const blocks = joinCompact(parts.map((each) => each.blocks));
  if (!blocks) return { blocks: noBlocks(start, chainHeight), outputKeys: [] };
  return { blocks, outputKeys: parts.flatMap(({ outputKeys }) => outputKeys) };
};
