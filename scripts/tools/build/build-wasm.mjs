/**
 * Builds the three kernels from src/kernel/assembly with the pinned AssemblyScript compiler.
 *   node scripts/tools/build/build-wasm.mjs          writes src/kernel/wasm/{fma,simd,scalar}.wasm and hashes.json
 *   node scripts/tools/build/build-wasm.mjs --check  rebuilds and compares with what is committed
 * The output depends on the source and the compiler's version alone.
 */
import asc from 'assemblyscript/asc';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = resolve(ROOT, 'src/kernel/wasm');
const FEATURES = { fma: ['simd', 'relaxed-simd'], simd: ['simd'], scalar: [] };
const LIMIT = 60 * 1024;
const SOURCE = 'src/kernel/assembly';
const OPTIONS = [
  `${SOURCE}/index.ts`,
  '--outFile=kernel.wasm',
  '--runtime=stub',
  '--optimizeLevel=2',
  '--shrinkLevel=0',
  '--converge',
  '--use=abort=',
];

/** Bytes of one build; `checked` keeps the assertions on field bounds in. */
export async function buildKernel(build, { checked = false } = {}) {
  let bytes;
  const { error, stderr } = await asc.main(
    [
      ...OPTIONS,
      ...(checked ? [] : ['--noAssert']),
      ...FEATURES[build].flatMap((feature) => ['--enable', feature]),
    ],
    {
      readFile: (name, base) => {
        try {
          return readFileSync(resolve(ROOT, base, name), 'utf8');
        } catch {
          return null;
        }
      },
      writeFile: (name, contents) => {
        if (name.endsWith('.wasm')) bytes = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`${build}: ${error.message}\n${stderr.toString()}`);
  return bytes;
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 (hex) of all that a build depends on: the source's files, the options, the compiler's version. */
export function sourceHash() {
  const { version } = JSON.parse(
    readFileSync(resolve(ROOT, 'node_modules/assemblyscript/package.json'), 'utf8'),
  );
  const files = readdirSync(resolve(ROOT, SOURCE), { recursive: true, encoding: 'utf8' })
    .map((name) => join(SOURCE, name).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .sort();
  const contents = files.map((path) => [path, readFileSync(resolve(ROOT, path), 'utf8')]);
  return sha256(JSON.stringify([version, OPTIONS, FEATURES, contents]));
}

const main = async (check) => {
  const hashes = { source: sourceHash() };
  for (const build of Object.keys(FEATURES)) {
    const bytes = await buildKernel(build);
    hashes[build] = sha256(bytes);
    console.log(`${build}.wasm ${bytes.length} bytes ${hashes[build]}`);
    if (bytes.length > LIMIT) throw new Error(`${build}.wasm is over ${LIMIT} bytes`);
    const path = resolve(FOLDER, `${build}.wasm`);
    if (!check) writeFileSync(path, bytes);
    else if (sha256(readFileSync(path)) !== hashes[build])
      throw new Error(`${build}.wasm is not what its source builds`);
  }
  const path = resolve(FOLDER, 'hashes.json');
  const text = `${JSON.stringify(hashes, null, 2)}\n`;
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) throw new Error('hashes.json is out of date');
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(process.argv.includes('--check'));
