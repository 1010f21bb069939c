/**
 * `npm run fuzz -- [READER …] [--minutes M] [--seed N] [--keep]`: inputs of each reader (readers.ts), changed at random; those that
 * reach more of its code are changed further. A fault is an error that is not the reader's own, a call of more than a
 * second of processor time, or one of more than 256 MB. `--keep` stores the smallest inputs that reach everything.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { readFlags } from '../../scripts/tools/setup/flags.mjs';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { corpusOf, keepCorpus } from './corpora.ts';
import { COUNTERS, instrument } from './instrument.ts';
import { READERS } from './readers.ts';
import type { FuzzNews, FuzzStart } from './worker.ts';

const { names, minutes, seed, keep } = readFlags(
  'npm run fuzz -- [READER …] [--minutes M] [--seed N] [--keep]',
  {
    allowPositionals: true,
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, keep: { type: 'boolean' } },
  },
  ({ values, positionals }) => {
    const unknown = positionals.find((name) => !(name in READERS));
    if (unknown !== undefined) throw new Error(`No reader ${unknown}: ${Object.keys(READERS).join(', ')}.`);
    return {
      names: positionals.length > 0 ? positionals : Object.keys(READERS),
      minutes: Number(values.minutes ?? 1),
      seed: Number(values.seed ?? Date.now() % 2 ** 31),
      keep: values.keep === true,
    };
  },
);

const LONGEST = 8192;
/** A call that has gone on for so long is given up. */
const HANG_MS = 20_000;

const { code, places, words } = await instrument(join(import.meta.dirname, 'worker.ts'));
const folder = mkdtempSync(join(projectRoot, 'node_modules/.cache/ostro-fuzz-'));
const file = join(folder, 'worker.mjs');
writeFileSync(file, code);
const START = `globalThis.__hits = new Uint8Array(${COUNTERS}); import(${JSON.stringify(pathToFileURL(file).href)})`;

/** A number as a byte, and in the orders of 2 and 4 bytes. */
const bytesOf = (word: string | number): readonly Uint8Array[] => {
  if (typeof word === 'string') return [new TextEncoder().encode(word)];
  if (!Number.isInteger(word) || word < 0 || word > 0xffff_ffff) return [];
  const wide = new Uint8Array(4);
  new DataView(wide.buffer).setUint32(0, word, true);
  return [wide.slice(0, word < 256 ? 1 : word < 65536 ? 2 : 4), new TextEncoder().encode(String(word))];
};

const fuzz = (reader: string): Promise<number> =>
  new Promise((resolve) => {
    const shared = new SharedArrayBuffer(8 + LONGEST);
    const start: FuzzStart = {
      reader,
      corpus: corpusOf(reader),
      words: words.flatMap(bytesOf),
      seed,
      places,
      milliseconds: minutes * 60_000,
      shared,
    };
    const worker = new Worker(START, {
      eval: true,
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const head = new Uint32Array(shared, 0, 2);
    let faults = 0;
    const report = (input: Uint8Array, why: string) => {
      faults += 1;
      console.log(
        `${reader}: ${why.split('\n').slice(0, 8).join('\n  ')}\n  input: ${Buffer.from(input).toString('base64')}`,
      );
    };
    const current = () => new Uint8Array(shared, 8, head[1]).slice();
    const done = () => {
      clearInterval(watch);
      resolve(faults);
    };
    let last = -1;
    const watch = setInterval(() => {
      if (head[0] !== last || last === 0) last = head[0]!;
      else {
        report(current(), 'a call does not end');
        void worker.terminate().then(done);
      }
    }, HANG_MS);
    worker.on('message', (news: FuzzNews) => {
      if (news.kind === 'fault') report(news.input, news.why);
      else {
        console.log(
          `${reader}: ${news.calls} calls, ${news.reached} places, ${news.corpus.length} inputs, ${faults} faults`,
        );
        if (keep) keepCorpus(reader, news.corpus);
        done();
      }
    });
    worker.on('error', (error) => {
      report(current(), `the process of the reader ended: ${error.stack ?? error.message}`);
      done();
    });
  });

let faults = 0;
console.log(`Seed ${seed}; ${places} places in the sources`);
for (const name of names) faults += await fuzz(name);
rmSync(folder, { recursive: true, force: true });
console.log(`${names.length} readers, ${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
