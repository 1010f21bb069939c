/** The browser extension: its build by its program in an own process, and a Chromium in which it is installed. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page, type Worker } from '@playwright/test';
import { run } from '../../scripts/tools/setup/process.mjs';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { launchOptions, wholeChromium } from './browser.ts';
import { watchPolicies } from './policy-guard.ts';
import { sharedBuild } from './shared-build.ts';
import { limit } from './tier.ts';

/** What the extension is built from. */
const SOURCES = [
  ...['src', 'workers', 'public', 'scripts/tools', '.changes', 'index.html', 'connect.html', 'frame.html'],
  ...['CHANGELOG.md', 'vite.config.ts', 'svelte.config.js', 'package.json', 'package-lock.json'],
];

/** A folder with the folders `chromium` and `firefox`, and a zip file of each; all tests share it, and none changes it. */
export function buildExtension(): Promise<string> {
  return sharedBuild('extension', SOURCES, async (folder) => {
    const program = join(projectRoot, 'scripts/tools/build/extension.ts');
    const { code, output } = await run(
      process.execPath,
      [join(projectRoot, 'scripts/run.mjs'), program, folder],
      { cwd: projectRoot, quiet: true },
    );
    if (code !== 0) throw new Error(`The build of the extension failed:\n${output}`);
  });
}

export interface Installed {
  readonly context: BrowserContext;
  /** `chrome-extension://ID/` */
  readonly url: string;
  /** The extension's own worker, when Chromium has started it. */
  readonly worker: () => Promise<Worker>;
}

/** A Chromium with the unpacked extension of this folder, on a profile that a later one may use again. `others`: more extensions. */
export async function openWithExtension(
  folder: string,
  profile: string,
  others: readonly string[] = [],
): Promise<Installed> {
  const folders = [folder, ...others].join();
  const isNew = !existsSync(join(profile, 'Default'));
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions({
      // The headless shell has no extensions.
      executablePath: wholeChromium(),
      ignoreDefaultArgs: ['--disable-extensions'],
      args: [`--disable-extensions-except=${folders}`, `--load-extension=${folders}`],
    }),
    viewport: { width: 390, height: 844 },
  });
  context.setDefaultTimeout(limit(2));
  watchPolicies(context);
  const url = `chrome-extension://${extensionId(folder)}/`;
  // Installed, it opens the wallet: a test says itself what it opens.
  if (isNew) await (await welcomePage(context, url)).close();
  return {
    context,
    url,
    worker: async () => context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker'),
  };
}

/** The page that the extension opens when it is installed. */
async function welcomePage(context: BrowserContext, url: string): Promise<Page> {
  const isIt = (page: Page): boolean => page.url().startsWith(`${url}index.html`);
  return context.pages().find(isIt) ?? context.waitForEvent('page', isIt);
}

/**
 * A copy of the extension that has access to these origins (`http://127.0.0.1:18081/*`) as after the person's yes: no test can
 * click in the question that the browser itself shows. It is the same extension for Chromium, with the same storage.
 */
export function withAccess(folder: string, origins: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'ostro-extension-'));
  cpSync(folder, copy, { recursive: true });
  const path = join(copy, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...manifest, host_permissions: origins }));
  return copy;
}

/** As Chromium makes it of the manifest's key: the first 16 bytes of the hash, each half byte as a letter from a to p. */
export function extensionId(folder: string): string {
  const { key } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { readonly key: string };
  const hash = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32);
  return hash.replaceAll(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 16)));
}
