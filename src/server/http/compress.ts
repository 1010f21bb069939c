/**
 * Compressed copies of served files. A file is compressed when a browser first requests it, and the copy stays in memory.
 * All servers of a process share the copies: tests start many servers for the same files.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip';

/** Types that compression makes smaller; fonts and PNG are compressed already. */
const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:json|manifest\+json|wasm))/;
/** Bytes. Below, a header costs more than is gained. */
const SMALLEST = 1000;

/**
 * Quick qualities: this server is local. The best quality makes files 8 % smaller and takes thirty times as long.
 */
const COMPRESS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
};

/**
 * The encoding to use for a request; undefined: send the file as it is.
 * `accepted`: `Accept-Encoding` of the request.
 * `type`: `Content-Type` of the answer.
 * `size`: Bytes of the file.
 */
export function encodingFor(accepted: string | undefined, type: string, size: number): Encoding | undefined {
  if (size < SMALLEST || !COMPRESSIBLE.test(type)) return undefined;
  const wanted = new Set(
    (accepted ?? '')
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter((each) => !/;\s*q=0(?:\.0*)?$/.test(each))
      .map((each) => each.split(';')[0]),
  );
  return wanted.has('br') ? 'br' : wanted.has('gzip') ? 'gzip' : undefined;
}

/** By encoding and hash of the content. */
const copies = new Map<string, Promise<Buffer>>();

/**
 * A file's compressed bytes.
 * `name`: Path of the file.
 */
export async function compressedCopy(name: string, encoding: Encoding) {
  const bytes = await readFile(name);
  const key = `${encoding} ${createHash('sha256').update(bytes).digest('hex')}`;
  const copy = copies.get(key) ?? COMPRESS[encoding](bytes);
  copies.set(key, copy);
  return copy;
}
