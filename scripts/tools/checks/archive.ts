/**
 * The files in a zip file, in a tar.gz file as `npm pack` makes it, or in a folder. Only what these forms need; every length is
 * checked. Sources: PKWARE's APPNOTE.TXT 4.3.7, 4.3.12 and 4.3.16; POSIX.1-2001, ustar.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/** By path, with slashes. */
export type ArchiveFiles = ReadonlyMap<string, Buffer>;

/** Much more than a package of the project has, in bytes: unpacked, and of one file. */
const MAX_BYTES = 256 << 20;

const broken = (what: string) => new Error(`This is no such package: ${what}`);

export function filesInFolder(folder: string): ArchiveFiles {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => join(item.parentPath, item.name))
      .map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path)]),
  );
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;

export function filesInZip(zip: Buffer): ArchiveFiles {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  let total = 0;
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_LENGTH > zip.length || zip.readUInt32LE(at) !== ENTRY) throw broken('its list is cut off');
    const [method, stored, size] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
    ];
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const path = zip.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + name);
    total += size;
    if (total > MAX_BYTES) throw broken('it is too large');
    if (files.has(path)) throw broken(`it has ${path} twice`);
    if (!path.endsWith('/'))
      files.set(path, contentAt(zip, zip.readUInt32LE(at + 42), { method, stored, size }));
    at += ENTRY_LENGTH + name + extra + comment;
  }
  return files;
}

/** A comment may follow, so it is searched from the end. */
const endOf = (zip: Buffer): number => {
  for (let at = zip.length - END_LENGTH; at >= Math.max(0, zip.length - END_LENGTH - 0xffff); at--)
    if (zip.readUInt32LE(at) === END) return at;
  throw broken('it is no zip file');
};

const contentAt = (
  zip: Buffer,
  at: number,
  { method, stored, size }: { readonly method: number; readonly stored: number; readonly size: number },
): Buffer => {
  if (at + LOCAL_LENGTH > zip.length || zip.readUInt32LE(at) !== LOCAL)
    throw broken('a file is not where it should be');
  const begin = at + LOCAL_LENGTH + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  if (begin + stored > zip.length) throw broken('a file is cut off');
  const bytes = zip.subarray(begin, begin + stored);
  const content =
    method === 0 ? bytes : method === 8 ? inflateRawSync(bytes, { maxOutputLength: size || 1 }) : undefined;
  if (content?.length !== size) throw broken('a file has another length than the list says');
  return content;
};

const BLOCK = 512;

/** Without the first folder of each path, which npm calls `package`. */
export function filesInTarball(bytes: Buffer): ArchiveFiles {
  const tar = gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  const files = new Map<string, Buffer>();
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const [name, prefix] = [textAt(tar, at, 100), textAt(tar, at + 345, 155)];
    const size = Number.parseInt(textAt(tar, at + 124, 12).trim(), 8);
    const type = String.fromCharCode(tar[at + 156]!);
    if (!(size >= 0) || at + BLOCK + size > tar.length) throw broken('a file is cut off');
    const path = (prefix === '' ? name : `${prefix}/${name}`).replace(/^[^/]*\//, '');
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (type === '5') continue;
    // npm packs no links, and one would lead elsewhere when it is unpacked.
    if (type !== '0' && type !== '\0') throw broken(`${path} is no file`);
    if (files.has(path)) throw broken(`it has ${path} twice`);
    files.set(path, content);
  }
  if (files.size === 0) throw broken('it is empty');
  return files;
}

const textAt = (tar: Buffer, at: number, length: number): string =>
  tar.toString('utf8', at, at + length).replace(/\0[^]*$/, '');
