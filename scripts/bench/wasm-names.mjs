/** Names of the functions of a kernel build, which the shipped binary leaves out: compiled again with them, and compared. */
import asc from 'assemblyscript/asc';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectRoot } from '../tools/setup/setup.mjs';

/** Index -> name of the `fma` build that lies in `root`; empty when its source says something else by now. */
export async function kernelNames(root) {
  const assets = join(root, 'assets');
  const file = readdirSync(assets).find((name) => /^fma-[\w-]+\.wasm$/.test(name));
  const named = await compile();
  if (file === undefined || named === undefined) return new Map();
  const code = (bytes) =>
    Buffer.concat(
      sectionsOf(bytes)
        .filter(({ id }) => id === 10)
        .map(({ body }) => body),
    );
  return code(readFileSync(join(assets, file))).equals(code(named)) ? namesOf(named) : new Map();
}

/** As scripts/tools/build/build-wasm.mjs does, and with names. */
const compile = async () => {
  let bytes;
  const { error } = await asc.main(
    [
      ...['src/kernel/assembly/index.ts', '--outFile=kernel.wasm', '--runtime=stub', '--optimizeLevel=2'],
      ...['--shrinkLevel=0', '--converge', '--use=abort=', '--noAssert', '--debug'],
      ...['--enable', 'simd', '--enable', 'relaxed-simd'],
    ],
    {
      readFile: (name, base) => {
        try {
          return readFileSync(resolve(projectRoot, base, name), 'utf8');
        } catch {
          return null;
        }
      },
      writeFile: (name, contents) => {
        if (name.endsWith('.wasm')) bytes = Buffer.from(contents);
      },
      listFiles: () => [],
    },
  );
  return error ? undefined : bytes;
};

const readerOf = (bytes, at = 0) => {
  const leb = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length) => bytes.subarray(at, (at += length));
  return { leb, take, text: () => take(leb()).toString('utf8'), more: () => at < bytes.length };
};

const sectionsOf = (bytes) => {
  const reader = readerOf(bytes, 8);
  const sections = [];
  while (reader.more()) {
    const id = reader.leb();
    sections.push({ id, body: reader.take(reader.leb()) });
  }
  return sections;
};

/** Of the custom section `name`, the part with function names. */
const namesOf = (bytes) => {
  const names = new Map();
  for (const { id, body } of sectionsOf(bytes)) {
    const reader = readerOf(body);
    if (id !== 0 || reader.text() !== 'name') continue;
    while (reader.more()) {
      const kind = reader.leb();
      const part = readerOf(reader.take(reader.leb()));
      if (kind !== 1) continue;
      for (let count = part.leb(); count > 0; count--)
        names.set(part.leb(), part.text().replace('src/kernel/assembly/', ''));
    }
  }
  return names;
};
