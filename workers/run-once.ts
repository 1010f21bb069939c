/**
 * Starts a worker in the one copy of its file from which its parts import. WebKit does not list the file that starts a
 * worker among its modules: when a part imports from that file, WebKit loads and runs it again, and the part gets values of
 * the second copy, without the kernel. So the file imports itself, and the last copy that ran is the one that starts. Other
 * engines have only one. No message arrives meanwhile: the worker has not said yet that it listens.
 */
import { OFFLINE_EDITION } from '../src/base/offline-edition.ts';

const scope = globalThis as { startLastCopy?: () => void };

/** `start`: sets the listener for messages. */
export function runOnce(start: () => void): void {
  // The offline edition has all parts in its one file.
  if (OFFLINE_EDITION) {
    start();
    return;
  }
  const isFirst = scope.startLastCopy === undefined;
  scope.startLastCopy = start;
  if (isFirst) void startLast();
}

const startLast = async (): Promise<void> => {
  // Not before this copy has run to its end: Firefox refuses to import a module that is still running.
  await new Promise((resolve) => setTimeout(resolve));
  // If the file cannot be loaded again, this copy starts: in WebKit all works but the parts.
  await import(/* @vite-ignore */ location.href).catch((error: unknown) => console.error(error));
  scope.startLastCopy?.();
};
