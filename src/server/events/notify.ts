/**
 * --tx-notify: starts a program for each transaction that pays the wallet, when it is seen first and when it is in a block.
 * No shell reads the command. Upstream: src/common/notify.cpp.
 */
import { spawn as spawnProcess, type ChildProcess } from 'node:child_process';
import { messageOf } from '../errors.mjs';

/** Programs that run at once. Anybody who pays small amounts to the wallet starts one each. */
const AT_ONCE = 8;
const TXID = /^[0-9a-f]{64}$/;

export type Spawn = (
  file: string,
  args: readonly string[],
  options: { stdio: 'ignore'; shell: false },
) => Pick<ChildProcess, 'once'>;

/**
 * Answers {notify(txids)}: starts the command once for each id, with the id for every `%s`, in order and a few at once.
 * `failed` gets a sentence when a program does not start.
 */
export function createNotifier(
  [file, ...args]: readonly [file: string, ...args: string[]],
  { failed, spawn = spawnProcess }: { readonly failed: (why: string) => void; readonly spawn?: Spawn },
) {
  const waiting: string[] = [];
  let running = 0;
  const next = () => {
    while (running < AT_ONCE) {
      const txid = waiting.shift();
      if (txid === undefined) return;
      running += 1;
      start(txid);
    }
  };
  const start = (txid: string) => {
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      running -= 1;
      next();
    };
    const fail = (error: unknown) => {
      failed(`--tx-notify: ${file} did not start for ${txid}: ${messageOf(error)}`);
      end();
    };
    try {
      const words = args.map((word) => word.replaceAll('%s', txid));
      spawn(file, words, { stdio: 'ignore', shell: false }).once('error', fail).once('exit', end);
    } catch (error) {
      fail(error);
    }
  };
  return {
    notify: (txids: readonly string[]) => {
      for (const txid of txids) if (TXID.test(txid)) waiting.push(txid);
      next();
    },
  };
}
