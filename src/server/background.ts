/**
 * --detach and --pidfile. The server starts itself once more, without a terminal, and ends when that one answers or fails.
 * Upstream: src/daemonizer/posix_daemonizer.inl.
 */
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

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

/** The file has this process's id until it ends. */
export function writePidFile(file: string) {
  writeFileSync(file, `${process.pid}\n`);
  process.on('exit', () => rmSync(file, { force: true }));
}
