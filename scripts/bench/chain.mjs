/**
 * The chain to measure on: a prepared one (`chain.json` and `regtest-chain.tar.xz` in the folder named by OSTRO_BENCH,
 * or in `bench` of a folder `shared` beside the project), else a smaller one made here and kept.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { startMonerod } from '../tools/app/monero.mjs';
import { run } from '../tools/setup/process.mjs';
import { projectRoot, SetupError } from '../tools/setup/setup.mjs';
import { madeChain } from './made-chain.mjs';
import { parseJson } from '../tools/setup/json.mjs';

/** @typedef {(line: string) => void} Say Prints one line of progress. */
/** @typedef {Readonly<Record<'U' | 'A' | 'S', string>>} OfWallets */
/**
 * chain.json.
 * @typedef {object} Facts
 * @property {number} blocks
 * @property {OfWallets} seeds
 * @property {OfWallets} addresses
 * @property {Readonly<Record<string, import('./findings.mjs').Expected>>} expected What each wallet has to find.
 * @property {number} [sweep_inputs] Outputs in account 3 of wallet S; 75 if absent.
 */
/** @typedef {Awaited<ReturnType<typeof startChain>>} Chain */

const folderOf = () => {
  const given = process.env.OSTRO_BENCH;
  const folder = resolve(given || join(projectRoot, '..', 'shared', 'bench'));
  if (existsSync(join(folder, 'chain.json')) && existsSync(join(folder, 'regtest-chain.tar.xz')))
    return folder;
  if (given) throw new SetupError(`OSTRO_BENCH (${given}) holds no chain.json and regtest-chain.tar.xz.`);
  return undefined;
};

/**
 * Unpacks the chain into a folder of this run, because a daemon writes into its chain.
 * @param {string} folder
 * @param {string} dir
 */
const preparedChain = async (folder, dir) => {
  const archive = join(folder, 'regtest-chain.tar.xz');
  const { code, output } = await run('tar', ['-xJf', archive, '-C', dir], { quiet: true });
  if (code !== 0) throw new SetupError(`The chain could not be unpacked (tar and xz are needed):\n${output}`);
  return /** @type {Facts} */ (parseJson(readFileSync(join(folder, 'chain.json'), 'utf8')));
};

/**
 * Starts a daemon on the chain.
 * @param {{ readonly bin: string, readonly say: Say }} options
 */
export async function startChain({ bin, say }) {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-chain-'));
  const clean = () => rmSync(dir, { recursive: true, force: true });
  process.once('exit', clean);
  const folder = folderOf();
  /** @type {Facts} */
  let facts;
  if (folder === undefined) {
    const made = await madeChain({ bin, say });
    facts = made.facts;
    cpSync(made.dataDir, dir, { recursive: true });
  } else facts = await preparedChain(folder, dir);
  const name = `${folder === undefined ? 'made here' : basename(folder)}, ${facts.blocks} blocks`;
  const daemon = await startMonerod({ bin, dataDir: dir });
  say(`Chain: ${name}`);
  return {
    name,
    facts,
    url: daemon.url,
    stop: async () => {
      await daemon.child.stop();
      clean();
    },
  };
}
