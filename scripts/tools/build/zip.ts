/**
 * A zip file of stored files: the same bytes for the same files, on every machine. Nothing is compressed, because a
 * compressor's output changes with its version. Source: PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16.
 */
import { crc32 } from 'node:zlib';

export interface ZipFile {
  /** Within the zip file, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Version 2.0 of the format, which every reader knows. */
const VERSION = 20;
/** Bit 11: names are UTF-8. */
const FLAGS = 0x0800;
const STORED = 0;
/** The 1st of January 1980, 0:00: the first time that the format knows. */
const TIME = 0;
const DATE = (1 << 5) | 1;

/** In the order of the paths. Throws for two files of one path, and above the size at which zip files need another form. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const twice = sorted.find(({ path }, i) => path === sorted[i + 1]?.path);
  if (twice) throw new Error(`${twice.path} twice`);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of sorted) {
    const name = Buffer.from(path);
    const facts = factsOf(bytes, name.length);
    const local = Buffer.concat([fields([4, 0x04034b50]), facts, name, bytes]);
    directory.push(
      // After the facts: no comment, first disk, binary, no attributes, and where the file begins.
      fields([4, 0x02014b50], [2, VERSION]),
      facts,
      fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      name,
    );
    parts.push(local);
    offset += local.length;
  }
  if (sorted.length > 0xffff || offset > 0xffff_ffff) throw new Error('Too large for a zip file');
  const list = Buffer.concat(directory);
  const count = sorted.length;
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, list.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...parts, list, end]);
}

/** What stands both before the file and in the directory: how it is stored, its time, checksum and lengths. */
const factsOf = (bytes: Uint8Array, nameLength: number) =>
  fields(
    ...([
      [2, VERSION],
      [2, FLAGS],
      [2, STORED],
      [2, TIME],
      [2, DATE],
    ] as const),
    ...([
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, nameLength],
      [2, 0],
    ] as const),
  );
/** Numbers of so many bytes, the lowest byte first. */
const fields = (...values: readonly (readonly [size: 2 | 4, value: number])[]) => {
  const buffer = Buffer.alloc(values.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of values) at = buffer.writeUIntLE(value, at, size);
  return buffer;
};
