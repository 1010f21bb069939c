/** The suite `load`: what a first visit downloads, and how long until the person can do something. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * The weight of `files`, as a host that compresses would send them.
 * @param {readonly string[]} files
 */
export function weigh(files) {
  const all = files.map((file) => readFileSync(file));
  const sum = (/** @type {readonly number[]} */ lengths) =>
    lengths.reduce((total, length) => total + length, 0);
  return {
    bytes_raw: sum(all.map((bytes) => bytes.length)),
    bytes_gzip: sum(all.map((bytes) => gzipSync(bytes, { level: 9 }).length)),
  };
}

/**
 * All files below `folder`.
 * @param {string} folder
 */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile());
}
