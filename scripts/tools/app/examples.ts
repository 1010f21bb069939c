/** The sites of examples/, with the built SDK, on another host name than the wallet: so the browser takes them for foreign. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { serveFolder } from '../../../src/server/http/serve-folder.ts';
import { SetupError } from '../../../src/server/errors.mjs';

const SOURCES = ['README.md', 'shop.css', 'failure.js', 'checkout', 'tip'];

interface ExampleOptions {
  /** Address of the wallet's folder. */
  readonly wallet: string;
  /** A monerod for the shop's own checks. */
  readonly node: string;
  /** The shop's Monero address. */
  readonly address: string;
  /** 0 takes a free one, and so does a port that is taken. */
  readonly port?: number;
}

/** Builds the SDK and serves the examples. */
export async function startExamples({
  wallet,
  node,
  address,
  port = 0,
}: ExampleOptions): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const root = mkdtempSync(join(tmpdir(), 'ostro-examples-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  process.once('exit', remove);
  for (const name of SOURCES)
    cpSync(join(projectRoot, 'examples', name), join(root, name), { recursive: true });
  const build = join(projectRoot, 'scripts/tools/build/sdk.ts');
  const { code, output } = await run(
    process.execPath,
    [join(projectRoot, 'scripts/run.mjs'), build, join(root, 'sdk')],
    { quiet: true },
  );
  if (code !== 0) throw new SetupError(`The build of the SDK failed:\n${output.trim()}`);
  const headers = headersFor(new URL(wallet).origin);
  const server = await serveFolder({
    root,
    port,
    orFree: true,
    extra: { '/config.json': { wallet, node, address } },
    headers: () => headers,
  });
  return {
    url: `http://shop.localhost:${server.port}/`,
    stop: async () => {
      await server.stop();
      remove();
    },
  };
}

/** What a site that uses the SDK sends. `walletOrigin` is the only one whose frame it loads. */
const headersFor = (walletOrigin: string) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    `frame-src ${walletOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  // same-origin would cut the connection to the wallet's window.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});
