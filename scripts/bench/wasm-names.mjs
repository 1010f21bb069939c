/** Names of the functions of a kernel build, which the shipped binary leaves out: compiled again with them, and compared. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildKernel } from '../tools/build/build-wasm.mjs';

const CUSTOM_SECTION = 0;
const CODE_SECTION = 10;
/** In the custom section `name`: the part with the names of functions. */
const FUNCTION_NAMES = 1;

/**
 * Index → function name of the `fma` build in `root`; empty when its source has changed since.
 * @param {string} root
 * @returns {Promise<ReadonlyMap<number, string>>}
 */
export async function kernelNames(root) {
  const assets = join(root, 'assets');
  const file = readdirSync(assets).find((name) => /^fma-[\w-]+\.wasm$/.test(name));
  if (file === undefined) return new Map();
  const named = Buffer.from(await buildKernel('fma', { named: true }));
  const shipped = readFileSync(join(assets, file));
  return codeOf(shipped).equals(codeOf(named)) ? namesOf(named) : new Map();
}

const codeOf = (/** @type {Buffer} */ bytes) =>
  Buffer.concat(
    sectionsOf(bytes)
      .filter(({ id }) => id === CODE_SECTION)
      .map(({ body }) => body),
  );

const readerOf = (/** @type {Buffer} */ bytes, at = 0) => {
  const leb = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(at++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (/** @type {number} */ length) => bytes.subarray(at, (at += length));
  return { leb, take, text: () => take(leb()).toString('utf8'), more: () => at < bytes.length };
};

const sectionsOf = (/** @type {Buffer} */ bytes) => {
  const reader = readerOf(bytes, 8);
  /** @type {{ readonly id: number, readonly body: Buffer }[]} */
  const sections = [];
  while (reader.more()) {
    const id = reader.leb();
    sections.push({ id, body: reader.take(reader.leb()) });
  }
  return sections;
};

const namesOf = (/** @type {Buffer} */ bytes) => {
  /** @type {Map<number, string>} */
  const names = new Map();
  for (const { id, body } of sectionsOf(bytes)) {
    const reader = readerOf(body);
    if (id !== CUSTOM_SECTION || reader.text() !== 'name') continue;
    while (reader.more()) {
      const kind = reader.leb();
      const part = readerOf(reader.take(reader.leb()));
      if (kind !== FUNCTION_NAMES) continue;
      for (let count = part.leb(); count > 0; count--)
        names.set(part.leb(), part.text().replace('src/kernel/assembly/', ''));
    }
  }
  return names;
};
