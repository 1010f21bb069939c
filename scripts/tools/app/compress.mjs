/**
 * Compressed copies of served files. A file is compressed when a browser first requests it, and the copy stays in memory.
 * All servers of a process share the copies: tests start many servers for the same files.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** @typedef {'br' | 'gzip'} Encoding */

/** Types that compression makes smaller; fonts and PNG are compressed already. */
const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:json|manifest\+json|wasm))/;
/** Bytes. Below, a header costs more than is gained. */
const SMALLEST = 1000;

/**
 * Quick qualities: this server is local. The best quality makes files 8 % smaller and takes thirty times as long.
 * @type {Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>>}
 */
const COMPRESS = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
};

/**
 * The encoding to use for a request; undefined: send the file as it is.
 * @param {string | undefined} accepted `Accept-Encoding` of the request.
 * @param {string} type `Content-Type` of the answer.
 * @param {number} size Bytes of the file.
 * @returns {Encoding | undefined}
 */
export function encodingFor(accepted, type, size) {
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

/** By encoding and hash of the content. @type {Map<string, Promise<Buffer>>} */
const copies = new Map();

/**
 * A file's compressed bytes.
 * @param {string} name Path of the file.
 * @param {Encoding} encoding
 */
export async function compressedCopy(name, encoding) {
  const bytes = await readFile(name);
  const key = `${encoding} ${createHash('sha256').update(bytes).digest('hex')}`;
  const copy = copies.get(key) ?? COMPRESS[encoding](bytes);
  copies.set(key, copy);
  return copy;
}
