/**
 * Child processes that end with us, whatever ends us.
 *
 * Each runs in a process group of its own (a Ctrl-C in the terminal reaches only us, so that we stop them in order)
 * behind a two-line shell that ends it when its standard input closes, which also happens when we are killed hard.
 */
import { spawn } from 'node:child_process';

const KEEPER = `exec 3<&0
"$@" 3<&- </dev/null & child=$!
{ cat <&3 >/dev/null; kill "$child" 2>/dev/null; } & keeper=$!
wait "$child"; code=$?; kill "$keeper" 2>/dev/null; exit $code`;

const alive = new Set();
process.on('exit', () => {
  for (const child of alive) signal(child, 'SIGTERM');
});

/**
 * Starts a program that runs until stopped.
 * `exited` settles (never rejects) with a sentence when it has ended; `tail()` gives its last lines; `stop()` ends it
 * and its helpers and waits: politely at first, hard after `patience` ms.
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
    stream.on('data', (text) => (output = (output + text).slice(-8000)));
  }
  alive.add(child);
  let stopping = false;
  const exited = new Promise((resolve) => {
    child.on('error', (error) => resolve(`${name} could not be started: ${error.message}`));
    // "close", not "exit": it waits for the program behind the shell to let go of its output.
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

const signal = (child, sig) => {
  if (child.pid === undefined || !alive.has(child)) return;
  try {
    process.kill(-child.pid, sig);
  } catch {
    // Already gone.
  }
};

/**
 * Runs a program to its end. Output goes to our terminal, or is kept with `quiet`. Never rejects.
 * A `timeout` in ms ends it and everything it started.
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
      stream?.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-1_000_000)));
    }
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            signal(child, 'SIGTERM');
            setTimeout(() => signal(child, 'SIGKILL'), 5000).unref();
          }, timeout);
    const done = (code, text = output) => {
      clearTimeout(timer);
      alive.delete(child);
      resolve({ code, output: text, timedOut });
    };
    child.on('error', (error) => done(127, `${command}: ${error.message}`));
    child.on('close', (code) => done(code ?? 1));
  });
}

/** Runs `end` once on Ctrl-C, SIGTERM or SIGHUP, then leaves with the usual code. */
export function onEnd(end) {
  let ending = false;
  for (const [sig, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.on(sig, () => {
      if (ending) return;
      ending = true;
      void Promise.resolve(end(sig)).finally(() => process.exit(code));
    });
  }
}
