/**
 * Compressed copies of served files. A file is compressed when a browser first requests it, and the copy stays in memory
 * while the file does not change.
 */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** @typedef {'br' | 'gzip'} Encoding */
/** @typedef {{ readonly name: string, readonly size: number, readonly mtimeMs: number }} File */

/** Types that compression makes smaller; fonts and PNG are compressed already. */
const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:json|manifest\+json|wasm))/;
/** Bytes. Below, a header costs more than is gained. */
const SMALLEST = 1000;
/** Bytes. The best quality makes a file some 8 % smaller than quality 9, but takes ten times as long: seconds for larger files. */
const LARGE = 300_000;

/** @type {Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>>} */
const COMPRESS = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
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

/**
 * Returns a function that gives a file's compressed bytes.
 * @returns {(file: File, encoding: Encoding) => Promise<Buffer>}
 */
export function createCompressor() {
  /** @type {Map<string, { readonly version: string, readonly bytes: Promise<Buffer> }>} */
  const kept = new Map();
  return ({ name, size, mtimeMs }, encoding) => {
    const key = `${encoding} ${name}`;
    const version = `${size} ${mtimeMs}`;
    const known = kept.get(key);
    if (known?.version === version) return known.bytes;
    const bytes = readFile(name).then(COMPRESS[encoding]);
    kept.set(key, { version, bytes });
    bytes.catch(() => kept.delete(key));
    return bytes;
  };
}
