/**
 * The chain to measure on: a prepared one (`chain.json` and `regtest-chain.tar.xz` in the folder named by OSTRO_BENCH,
 * or in `bench` of a folder `shared` beside the project), else a smaller one made here and kept.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startMonerod } from '../lib/monero.mjs';
import { run } from '../lib/process.mjs';
import { projectRoot, SetupError } from '../lib/setup.mjs';

const folderOf = () => {
  const wished = process.env.OSTRO_BENCH;
  const folder = resolve(wished || join(projectRoot, '..', 'shared', 'bench'));
  if (existsSync(join(folder, 'chain.json')) && existsSync(join(folder, 'regtest-chain.tar.xz')))
    return folder;
  if (wished) throw new SetupError(`OSTRO_BENCH (${wished}) holds no chain.json and regtest-chain.tar.xz.`);
  return undefined;
};

/** Starts a daemon on the chain. Answers {name, facts, url, stop()}; `facts` is chain.json. */
export const startChain = async ({ bin, say }) => {
  const folder = folderOf();
  if (folder === undefined) throw new SetupError('no chain');
  const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-chain-'));
  const clean = () => rmSync(dir, { recursive: true, force: true });
  process.once('exit', clean);
  mkdirSync(dir, { recursive: true });
  const { code, output } = await run('tar', ['-xJf', join(folder, 'regtest-chain.tar.xz'), '-C', dir], {
    quiet: true,
  });
  if (code !== 0) throw new SetupError(`The chain could not be unpacked:\n${output}`);
  const daemon = await startMonerod({ bin, dataDir: dir });
  say(`Chain: ${folder}`);
  return {
    facts: JSON.parse(readFileSync(join(folder, 'chain.json'), 'utf8')),
    url: daemon.url,
    pid: daemon.child.pid,
    stop: async () => {
      await daemon.child.stop();
      clean();
    },
  };
};
