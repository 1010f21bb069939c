/** Opens an address in the browser of this computer. */
import { spawn } from 'node:child_process';

/** `failed`: there is no program for it; the person opens the address. */
export function openInBrowser(address: string, failed: () => void, platform = process.platform) {
  const [program, ...args] =
    platform === 'darwin'
      ? ['open', address]
      : platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address];
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', failed);
  child.on('exit', (code) => code !== 0 && failed());
  child.unref();
}
