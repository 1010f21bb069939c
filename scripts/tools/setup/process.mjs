/**
 * Child processes that end with us, whatever ends us.
 *
 * Each runs in a process group of its own (a Ctrl-C in the terminal reaches only us, so that we stop them in order)
 * behind a two-line shell that ends it when its standard input closes, which also happens when we are killed hard.
 */
import { spawn } from 'node:child_process';

/** @typedef {import('node:child_process').ChildProcess} Process */
/** @typedef {{ readonly env?: NodeJS.ProcessEnv, readonly cwd?: string }} Setting */
/**
 * A program that runs until it is stopped.
 * @typedef {object} Child
 * @property {string} name
 * @property {number | undefined} pid
 * @property {Promise<string>} exited Settles with a sentence when the program has ended; never rejects.
 * @property {(patience?: number) => Promise<void>} stop Ends it and its helpers and waits: politely, hard after `patience` ms.
 * @property {() => boolean} isStopping
 * @property {(lines?: number) => string} tail Its last lines.
 */
/** @typedef {{ readonly code: number, readonly output: string, readonly timedOut: boolean }} Outcome */

const KEEPER = `exec 3<&0
"$@" 3<&- </dev/null & child=$!
{ cat <&3 >/dev/null; kill "$child" 2>/dev/null; } & keeper=$!
wait "$child"; code=$?; kill "$keeper" 2>/dev/null; exit $code`;

/** @type {Set<Process>} */
const alive = new Set();
process.on('exit', () => {
  for (const child of alive) signal(child, 'SIGTERM');
});

/**
 * Starts a program that runs until stopped.
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Setting} [setting]
 * @returns {Child}
 */
export function startChild(name, command, args, { env = process.env, cwd } = {}) {
  const child = spawn('/bin/sh', ['-c', KEEPER, name, command, ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env,
    ...(cwd === undefined ? {} : { cwd }),
  });
  child.stdin.on('error', () => {});
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (/** @type {string} */ text) => (output = (output + text).slice(-8000)));
  }
  alive.add(child);
  let stopping = false;
  /** @type {Promise<string>} */
  const exited = new Promise((resolve) => {
    child.on('error', (error) => resolve(`${name} could not be started: ${error.message}`));
    // "close", not "exit": it waits until the program behind the shell has closed its output.
    child.on('close', (code, sig) => {
      alive.delete(child);
      resolve(`${name} ended (${sig ?? `code ${code}`})`);
    });
  });
  const stop = async (patience = 10_000) => {
    stopping = true;
    signal(child, 'SIGTERM');
    const timer = setTimeout(() => signal(child, 'SIGKILL'), patience);
    await exited;
    clearTimeout(timer);
  };
  return {
    name,
    pid: child.pid,
    exited,
    stop,
    isStopping: () => stopping,
    tail: (lines = 15) => output.trimEnd().split('\n').slice(-lines).join('\n'),
  };
}

/**
 * @param {Process} child
 * @param {NodeJS.Signals} sig
 */
const signal = (child, sig) => {
  if (child.pid === undefined || !alive.has(child)) return;
  try {
    process.kill(-child.pid, sig);
  } catch {
    // It has ended already.
  }
};

/**
 * Runs a program to its end. Output goes to our terminal, or is kept with `quiet`. Never rejects.
 * A `timeout` in ms ends it and everything it started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Setting & { readonly quiet?: boolean, readonly timeout?: number }} [setting]
 * @returns {Promise<Outcome>}
 */
export function run(command, args, { quiet = false, env = process.env, cwd, timeout } = {}) {
  return new Promise((resolve) => {
    let output = '';
    let timedOut = false;
    const child = spawn(command, args, {
      env,
      ...(cwd === undefined ? {} : { cwd }),
      detached: true,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    alive.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream
        ?.setEncoding('utf8')
        .on('data', (/** @type {string} */ text) => (output = (output + text).slice(-1_000_000)));
    }
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            signal(child, 'SIGTERM');
            setTimeout(() => signal(child, 'SIGKILL'), 5000).unref();
          }, timeout);
    const done = (/** @type {number} */ code, text = output) => {
      clearTimeout(timer);
      alive.delete(child);
      resolve({ code, output: text, timedOut });
    };
    child.on('error', (error) => done(127, `${command}: ${error.message}`));
    child.on('close', (code) => done(code ?? 1));
  });
}

/** @type {readonly (readonly [NodeJS.Signals, number])[]} */
const ENDS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
];

/**
 * Runs `end` once on Ctrl-C, SIGTERM or SIGHUP, then leaves with the usual code.
 * @param {(signal: NodeJS.Signals) => unknown} end
 */
export function onEnd(end) {
  let ending = false;
  for (const [sig, code] of ENDS) {
    process.on(sig, () => {
      if (ending) return;
      ending = true;
      void Promise.resolve(end(sig)).finally(() => process.exit(code));
    });
  }
}
