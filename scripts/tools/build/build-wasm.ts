/**
 * Builds the three kernels and the tower module from src/kernel/assembly with the pinned AssemblyScript compiler.
 *   node scripts/run.mjs scripts/tools/build/build-wasm.ts          writes src/kernel/wasm/{fma,simd,scalar,tower}.wasm and hashes.json
 *   node scripts/run.mjs scripts/tools/build/build-wasm.ts --check  rebuilds and compares with what is committed
 * The output depends on the source and the compiler's version alone.
 */
import asc from 'assemblyscript/asc';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFlags } from '../setup/flags.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { parseJson } from '../../../src/server/json.mjs';
import { kernelLoops } from './field/loops.ts';

type WasmFile = 'fma' | 'simd' | 'scalar' | 'tower';

const FOLDER = join(projectRoot, 'src/kernel/wasm');
const FEATURES: Readonly<Record<WasmFile, readonly string[]>> = {
  fma: ['simd', 'relaxed-simd'],
  simd: ['simd'],
  scalar: [],
  tower: [],
};
const BUILDS: readonly WasmFile[] = ['fma', 'simd', 'scalar', 'tower'];
const LIMIT = 60 * 1024;
const SOURCE = 'src/kernel/assembly';
const entryOf = (build: WasmFile) => (build === 'tower' ? `${SOURCE}/tower/index.ts` : `${SOURCE}/index.ts`);
const OPTIONS = [
  '--outFile=kernel.wasm',
  '--runtime=stub',
  '--optimizeLevel=2',
  '--shrinkLevel=0',
  '--converge',
  '--use=abort=',
];

/**
 * Bytes of one build; `checked` keeps the assertions on field bounds in, `named` the names of the functions.
 */
export async function buildKernel(
  build: WasmFile,
  { checked = false, named = false }: { readonly checked?: boolean; readonly named?: boolean } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const loops = kernelLoops(`${SOURCE}/gen`);
  const written: { wasm?: Uint8Array<ArrayBuffer> } = {};
  const { error, stderr } = await asc.main(
    [
      entryOf(build),
      ...OPTIONS,
      ...(checked ? [] : ['--noAssert']),
      ...(named ? ['--debug'] : []),
      ...FEATURES[build].flatMap((feature) => ['--enable', feature]),
    ],
    {
      readFile: (name, base) => {
        try {
          return loops.get(name) ?? readFileSync(resolve(projectRoot, base, name), 'utf8');
        } catch {
          return null;
        }
      },
      writeFile: (name, contents) => {
        if (name.endsWith('.wasm') && typeof contents !== 'string') written.wasm = Uint8Array.from(contents);
      },
      listFiles: () => [],
    },
  );
  if (error || !written.wasm) throw new Error(`${build}: ${error?.message}\n${stderr.toString()}`);
  return written.wasm;
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 (hex) of all that a build depends on: the source's files, the options, the compiler's version. */
export function sourceHash() {
  const manifest = readFileSync(join(projectRoot, 'node_modules/assemblyscript/package.json'), 'utf8');
  const { version } = parseJson(manifest) as { version: string };
  const loops = kernelLoops(`${SOURCE}/gen`);
  const files = readdirSync(join(projectRoot, SOURCE), { recursive: true, encoding: 'utf8' })
    .map((name) => join(SOURCE, name).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'));
  const contents = [...files, ...loops.keys()]
    .sort()
    .map((path) => [path, loops.get(path) ?? readFileSync(join(projectRoot, path), 'utf8')]);
  return sha256(JSON.stringify([version, OPTIONS, FEATURES, contents]));
}

const main = async (check: boolean) => {
  const hashes: Record<string, string> = { source: sourceHash() };
  for (const build of BUILDS) {
    const bytes = await buildKernel(build);
    hashes[build] = sha256(bytes);
    console.log(`${build}.wasm ${bytes.length} bytes ${hashes[build]}`);
    if (bytes.length > LIMIT) throw new Error(`${build}.wasm is over ${LIMIT} bytes`);
    const path = join(FOLDER, `${build}.wasm`);
    if (!check) writeFileSync(path, bytes);
    else if (sha256(readFileSync(path)) !== hashes[build])
      throw new Error(`${build}.wasm is not what its source builds`);
  }
  const path = join(FOLDER, 'hashes.json');
  const text = `${JSON.stringify(hashes, null, 2)}\n`;
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) throw new Error('hashes.json is out of date');
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const check = readFlags(
    'npm run build:wasm -- [--check]',
    { options: { check: { type: 'boolean', default: false } } },
    ({ values }) => values.check,
  );
  await main(check);
}
