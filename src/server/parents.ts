/** Watches the process that started the server: npm may end without passing its signal on. */
import { execFileSync } from 'node:child_process';
import { isRunning } from './files/owner.ts';

const POLL_MS = 250;

/**
 * Calls `ended` once when npm or the shell with which it started this program has ended. Started by anything else, nothing
 * happens: a server may outlive its terminal on purpose.
 */
export function whenNpmEnds(
  ended: () => void,
  {
    env = process.env,
    ppid = () => process.ppid,
  }: { readonly env?: NodeJS.ProcessEnv; readonly ppid?: () => number } = {},
) {
  if (env['npm_lifecycle_event'] === undefined) return;
  const shell = ppid();
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (ppid() === shell && isRunning(shell) && (npm === undefined || isRunning(npm))) return;
    clearInterval(timer);
    ended();
  }, POLL_MS);
  timer.unref();
}

const parentOf = (pid: number) => {
  try {
    const parent = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
    // Process 1 is never npm.
    return parent > 1 ? parent : undefined;
  } catch {
    return undefined;
  }
};
