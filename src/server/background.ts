/**
 * --detach and --pidfile. The server starts itself once more, without a terminal, and ends when that one answers or fails.
 * Upstream: src/daemonizer/posix_daemonizer.inl.
 */
import { spawn } from 'node:child_process';
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { messageOf } from './errors.mjs';
import { isRunning } from './files/owner.ts';
import { FlagError } from './flags/flag-error.ts';

/** Set in the environment of the process that stays in the background. */
const DETACHED = 'OSTRO_DETACHED';

type Message = { readonly listens: true } | { readonly failed: string };

export function isDetached() {
  return process.env[DETACHED] !== undefined;
}

/** Resolves with the exit code of this process. */
export function detach(say: (line: string) => void): Promise<number> {
  say('Forking to background...');
  // The end of npm must not end it (parents.ts).
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    detached: true,
    env: { ...env, [DETACHED]: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve) => {
    child.on('message', (message: Message) => {
      if ('failed' in message) say(message.failed);
      else {
        say(`Forked PID: ${child.pid}`);
        resolve(0);
      }
    });
    child.on('error', (error) => say(error.message));
    child.on('exit', () => resolve(1));
  });
}

/** Sends a message to the process that started this one, if that one still waits for it. */
export function tellStarter(message: Message) {
  if (!process.connected) return;
  process.send?.(message);
  if ('listens' in message) process.disconnect();
}

/**
 * The file has this process's id until it ends. Refused are a link, which could lead to any file, a file that has no process's
 * id, and that of a running process. Upstream: src/daemonizer/posix_fork.cpp.
 */
export function writePidFile(file: string) {
  const refuse = (why: string) => new FlagError(`--pidfile ${file}: ${why}`);
  const before = lstatSync(file, { throwIfNoEntry: false });
  if (before) {
    if (!before.isFile()) throw refuse(before.isSymbolicLink() ? 'this is a link' : 'this is no file');
    const text = readFileSync(file, 'utf8').trim();
    if (!/^\d{0,10}$/.test(text)) throw refuse('it has something else than the id of a process');
    const id = Number(text);
    if (id > 0 && id !== process.pid && isRunning(id)) throw refuse(`process ${id} is running`);
    rmSync(file);
  }
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw refuse(messageOf(error));
  }
  process.on('exit', () => removePidFile(file));
}

/** Leaves a file that another process has written since. */
export function removePidFile(file: string) {
  const now = lstatSync(file, { throwIfNoEntry: false });
  if (now?.isFile() && readFileSync(file, 'utf8') === `${process.pid}\n`) rmSync(file, { force: true });
}
