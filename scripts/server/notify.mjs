/**
 * --tx-notify: starts a program for each transaction that pays the wallet, when it is seen first and when it is in a block.
 * No shell reads the command. Upstream: src/common/notify.cpp.
 */
import { spawn as spawnProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { messageOf } from '../tools/setup/errors.mjs';
import { FlagError } from './flag-error.mjs';

/** Programs that run at once. Anybody who pays small amounts to the wallet starts one each. */
const AT_ONCE = 8;
const TXID = /^[0-9a-f]{64}$/;

/** @typedef {(file: string, args: readonly string[], options: { stdio: 'ignore', shell: false }) => Pick<import('node:child_process').ChildProcess, 'once'>} Spawn */

/**
 * The words of a command, as the reference splits them: at spaces and tabs, with quotes and backslashes as they stand.
 * Throws FlagError when the first is no file.
 * @param {string} command
 * @returns {readonly [file: string, ...args: string[]]}
 */
export function readCommand(command, exists = existsSync) {
  const [file = '', ...args] = command.split(/[ \t]+/);
  if (!exists(file)) throw new FlagError(`File not found: ${file}`);
  return [file, ...args];
}

/**
 * Answers {notify(txids)}: starts the command once for each id, with the id for every `%s`, in order and a few at once.
 * `failed` gets a sentence when a program does not start.
 * @param {readonly [file: string, ...args: string[]]} command
 * @param {{ readonly failed: (why: string) => void, readonly spawn?: Spawn }} world
 */
export function createNotifier([file, ...args], { failed, spawn = spawnProcess }) {
  /** @type {string[]} */
  const waiting = [];
  let running = 0;
  const next = () => {
    while (running < AT_ONCE) {
      const txid = waiting.shift();
      if (txid === undefined) return;
      running += 1;
      start(txid);
    }
  };
  const start = (/** @type {string} */ txid) => {
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      running -= 1;
      next();
    };
    const fail = (/** @type {unknown} */ error) => {
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
    notify: (/** @type {readonly string[]} */ txids) => {
      waiting.push(...txids.filter((txid) => TXID.test(txid)));
      next();
    },
  };
}
