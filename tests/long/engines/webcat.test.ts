/**
 * The built app under WEBCAT's own extension in Firefox: the honest page opens with its workers, WebAssembly and service
 * worker; a changed one does not. OSTRO_WEBCAT names the folder of the extension, made with `TESTING=true npm run build` in
 * `extension/` of github.com/freedomofpress/webcat, tag v2.7.1 (packages that npm lacks are in repositories of the same owner, and
 * the proof of its consensus list may be left out). Its sources of July 2026 (9cf30af) let no `fetch` of a worker end. Without the
 * variable nothing runs here, and tests/unit/scripts/tools/release/ checks the same changes with our own reader of the manifest.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../../scripts/tools/app/app.ts';
import { copyTree } from '../../../scripts/tools/checks/tree-copy.mjs';
import { createLogClient } from '../../../scripts/tools/release/log-client.ts';
import { signApp } from '../../../scripts/tools/release/sign-app.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { BUNDLE } from '../../../src/release/paths.ts';
import { findFirefox, launchFirefox, type LaunchedFirefox } from '../../engines/firefox.ts';
import { link } from '../../engines/engine.ts';
import { makeWallet, shows as shown } from '../../engines/steps.ts';
import { engineOf, patiently } from '../../engines/webdriver-engine.ts';
import { publishNewVersion } from '../../support/new-version.ts';
import { createReleases, pemOf, type Releases } from '../../support/release.ts';
import { createSigsumLog, serveLog } from '../../support/sigsum-log.ts';
import {
  packExtension,
  PORT,
  serveList,
  serveSites,
  type Answer,
  type Change,
  type Sites,
} from './webcat-sites.ts';

const extension = process.env['OSTRO_WEBCAT'] ?? '';
const firefox = findFirefox();

const flipped = (answer: Answer): Answer => {
  const body = Buffer.from(answer.body);
  // A byte of text that stays text.
  body[body.length - 1]! ^= 0x01;
  return { ...answer, body };
};
const at =
  (pattern: RegExp, change: (answer: Answer) => Answer): Change =>
  (path, honest) =>
    pattern.test(path) ? change(honest) : honest;
const withPolicy = (policy: string) => (answer: Answer) => ({
  ...answer,
  headers: { ...answer.headers, 'Content-Security-Policy': policy },
});
const inBundle = (
  change: (bundle: { manifest: Record<string, unknown>; signatures: Record<string, string> }) => void,
) =>
  at(/bundle\.json$/, (answer) => {
    const bundle = JSON.parse(answer.body.toString()) as Parameters<typeof change>[0];
    change(bundle);
    return { ...answer, body: Buffer.from(JSON.stringify(bundle)) };
  });
const PAGE_SCRIPT = /\/assets\/page-[^/]*\.js$/;
const LATER_PART = /\/assets\/Make-[^/]*\.css$/;

/** Changes after which no script of the page may run. */
const BEFORE_ANY_SCRIPT: Readonly<Record<string, Change>> = {
  'one byte of the page': at(/^\/index\.html$/, flipped),
  'one byte of a script': at(PAGE_SCRIPT, flipped),
  'a script added to the page': at(/^\/index\.html$/, (answer) => ({
    ...answer,
    body: Buffer.from(answer.body.toString().replace('</head>', '<script src="./evil.js"></script></head>')),
  })),
  'a script removed': at(PAGE_SCRIPT, (answer) => ({
    ...answer,
    status: 404,
    body: Buffer.from('not found\n'),
  })),
  'a weaker policy': at(/^\/index\.html$/, withPolicy("default-src * 'unsafe-inline'")),
  'a weaker policy of its scripts': at(/\.js$/, withPolicy("default-src * 'unsafe-inline'")),
  'no policy': at(
    /^\/index\.html$/,
    ({ headers: { 'Content-Security-Policy': _, ...headers }, ...answer }) => ({
      ...answer,
      headers,
    }),
  ),
  'another manifest': inBundle(({ manifest }) => (manifest['version'] = '9.9.9')),
  'a file added to the manifest': inBundle(({ manifest }) => {
    manifest['files'] = { ...(manifest['files'] as object), '/evil.js': 'AAAA' };
  }),
  'a wrong signature': inBundle(({ signatures }) => {
    for (const [signer, proof] of Object.entries(signatures))
      signatures[signer] = proof.replace(
        /^leaf=(\w+) (\w)/m,
        (_, key: string, digit: string) => `leaf=${key} ${digit === '0' ? '1' : '0'}`,
      );
  }),
  'no signature': inBundle((bundle) => (bundle.signatures = {})),
};
/** Changes of files that the running page loads: the changed file itself may not run. */
const LATER: Readonly<Record<string, Change>> = {
  'one byte of the wallet worker': at(/wallet\.worker-[^/]*\.js$/, flipped),
  'one byte of a style sheet': at(/\/assets\/page-[^/]*\.css$/, flipped),
  'one byte of a font': at(/\.woff2$/, flipped),
  'one byte of a part that is loaded later': at(LATER_PART, flipped),
};
/** Files that other pages or the browser load, by the path under which the address bar opens them. */
const BY_ADDRESS = [
  /^connect\.html$/,
  /^frame\.html$/,
  /^manifest\.webmanifest$/,
  /^changes\.json$/,
  /^icons\/.*\.png$/,
  /^assets\/pool\.worker-.*\.js$/,
];

const hostOf = (name: string) => `${name.replaceAll(/\W+/g, '-').toLowerCase()}.localhost`;
const HONEST = hostOf('honest');
const SWAPPED = 'two scripts that are exchanged';
const BY_ITSELF = hostOf('by itself');
const MODULE = hostOf('one byte of a WebAssembly module');
const SERVICE_WORKER = hostOf('one byte of the service worker');
/** The server is honest until its service worker has stored the app, and sends this from then on. */
const CACHED = hostOf('a cached older service worker');
/** The whole release is older than the enrolment allows. */
const AGED = 'a release of the year before last';
/** The files of the release before, under the manifest of the newest one. */
const MIXED = 'files of the release before';
/** The server goes back to the release before, with its own manifest. */
const ROLLED_BACK = hostOf('the release before');
const UPDATED = hostOf('an update');
const HOSTS = [
  ...[HONEST, MODULE, SERVICE_WORKER, BY_ITSELF, CACHED, ROLLED_BACK, UPDATED],
  ...[SWAPPED, AGED, MIXED, ...Object.keys(BEFORE_ANY_SCRIPT), ...Object.keys(LATER)].map(hostOf),
];

// threat: swapped-app
describe.skipIf(!existsSync(join(extension, 'dist', 'bundle.js')) || firefox === undefined)(
  'the built app under WEBCAT',
  () => {
    let folder: string;
    let releases: Releases;
    let sites: Sites;
    let list: { readonly stop: () => void };
    let browser: LaunchedFirefox;
    let packed: string;
    let changed = false;
    let rolledBack = false;
    let updated: 'no' | 'unnamed' | 'named' = 'no';
    const built = (name: string) => join(folder, name);
    const fileLike = (pattern: RegExp) =>
      readdirSync(built('0.2.0'), { recursive: true, encoding: 'utf8' }).find((path) => pattern.test(path))!;

    const siteOf = (host: string) => {
      const app = built('0.2.0');
      const name = [...Object.keys(BEFORE_ANY_SCRIPT), ...Object.keys(LATER)].find(
        (each) => hostOf(each) === host,
      );
      if (name !== undefined) return { folder: app, change: BEFORE_ANY_SCRIPT[name] ?? LATER[name] };
      if (host === hostOf(AGED)) return { folder: built('aged') };
      if (host === hostOf(MIXED)) return { folder: app, change: otherFiles };
      if (host === hostOf(SWAPPED))
        return { folder: app, change: exchange(PAGE_SCRIPT, /\/assets\/start-[^/]*\.js$/) };
      if (host === MODULE) return { folder: app, change: at(/\.wasm$/, flipped) };
      if (host === SERVICE_WORKER) return { folder: app, change: at(/^\/sw\.js$/, flipped) };
      if (host === BY_ITSELF)
        return { folder: app, change: changed ? at(/^(?!\/index\.html$)/, flipped) : undefined };
      if (host === CACHED)
        return { folder: app, change: changed ? at(/^\/index\.html$/, flipped) : undefined };
      if (host === ROLLED_BACK) return { folder: built(rolledBack ? '0.1.0' : '0.2.0') };
      if (host === UPDATED)
        return updated === 'no'
          ? { folder: built('0.1.0') }
          : { folder: app, change: updated === 'named' ? named : undefined };
      return { folder: app };
    };
    const otherFiles: Change = (path, honest) =>
      path.startsWith('/.well-known/')
        ? honest
        : { ...honest, body: readFileSync(join(built('0.1.0'), path)) };
    const exchange =
      (one: RegExp, other: RegExp): Change =>
      (path, honest) => {
        const from = one.test(path) ? other : other.test(path) ? one : undefined;
        if (from === undefined) return honest;
        const name = readdirSync(join(built('0.2.0'), 'assets')).find((each) =>
          from.test(`/assets/${each}`),
        )!;
        return { ...honest, body: readFileSync(join(built('0.2.0'), 'assets', name)) };
      };
    const named: Change = (_, honest) => ({
      ...honest,
      headers: { ...honest.headers, 'X-Webcat-Version': '0.2.0' },
    });

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'ostro-webcat-'));
      const log = createSigsumLog('main', { time: () => Math.floor(Date.now() / 1000) });
      log.grow(10);
      releases = await createReleases(log);
      const sources = copyTree(projectRoot);
      writeFileSync(join(sources, 'release-keys.json'), JSON.stringify(releases.keys));
      await buildApp(sources, { outDir: built('0.2.0') });
      cpSync(built('0.2.0'), built('0.1.0'), { recursive: true });
      publishNewVersion(built('0.1.0'), fileLike(/^assets\/release-check-.*\.js$/), {
        listed: true,
        change: (bytes) => Buffer.from(bytes.toString().replaceAll('0.2.0', '0.1.0')),
      });
      cpSync(built('0.1.0'), built('aged'), { recursive: true });
      await releases.sign(built('0.1.0'), '0.1.0');
      await releases.sign(built('0.2.0'), '0.2.0', built('0.1.0'));
      // The log with the same keys, as it was two years ago.
      const aged = createSigsumLog('main', { time: () => Math.floor(Date.now() / 1000) - 2 * 366 * 86_400 });
      aged.grow(10);
      const agedServer = await serveLog(aged);
      await signApp({
        folder: built('aged'),
        version: '0.1.0',
        keys: releases.keys,
        pems: [pemOf('signer')],
        log: createLogClient(aged.policy(agedServer.url), { waitMs: 1 }),
      });
      await agedServer.stop();
      sites = await serveSites(HOSTS, siteOf, folder);
      list = await serveList(HOSTS, releases.enrollmentHash);
      packed = packExtension(extension, folder, HOSTS, releases.enrollmentHash);
      await launch();
    });
    afterAll(async () => {
      await browser.child.stop();
      sites.stop();
      list.stop();
      await releases.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    const launch = async () => {
      mkdirSync(join(folder, 'profile'), { recursive: true });
      browser = await launchFirefox(firefox!, join(folder, 'profile'), {});
      await browser.session.inBrowser(`Cc['@mozilla.org/security/x509certdb;1'].getService(Ci.nsIX509CertDB)
        .addCertFromBase64(${JSON.stringify(sites.authority)}, 'C,C,C') && true`);
      await browser.session.command('Addon:Install', { path: packed, temporary: true });
      await browser.session.send('/timeouts', { pageLoad: 20_000 });
      // The extension reads its list after it was installed.
      const before = sites.asked(HONEST).length;
      await patiently(async () => {
        // A page that loads meanwhile may stand still.
        await open(HONEST);
        const first = /Make a new wallet|Password for this device/;
        await vi.waitFor(async () => {
          expect(await text()).toMatch(first);
        }, 10_000);
        if (
          !sites
            .asked(HONEST)
            .slice(before)
            .some(({ path }) => path === `/${BUNDLE}`)
        )
          throw new Error('WEBCAT does not check this site yet');
      });
    };

    const here = (script: string) => browser.session.send('/execute/sync', { script, args: [] });
    const text = async () => String(await here('return document.documentElement.innerText'));
    /** Begins to make a wallet, if this screen is shown: that loads the kernel. */
    const make = () =>
      here(`[...document.querySelectorAll('button, a')]
        .find((each) => each.innerText.trim() === 'Make a new wallet')?.click()`);
    const isRefused = async () => {
      await patiently(async () => {
        await make();
        const url = String(await here('return location.href'));
        if (!/^moz-extension:.*error/.test(url)) throw new Error(`Firefox shows ${url}`);
      });
      await patiently(async () => {
        if (!/WEBCAT/i.test(await text())) throw new Error('The page of WEBCAT is empty');
      });
    };
    const shows = (words: string) =>
      patiently(async () => {
        await make();
        if (!(await text()).includes(words)) throw new Error(`Firefox shows ${await text()}`);
      });
    const open = (host: string, path = '') =>
      // A page that WEBCAT replaces by its own fails to load.
      browser.session.send('/url', { url: `https://${host}:${String(PORT)}/${path}` }).catch(() => undefined);
    const serviceWorker = () =>
      browser.session.send('/execute/async', {
        script: `const [done] = arguments; navigator.serviceWorker.ready.then(() => done('ready'))`,
        args: [],
      });
    /** A worker takes the readable kernel, a script, if it may compile no build of the other one. Service workers store all files. */
    const tookReadableKernel = (host: string) =>
      sites
        .asked(host)
        .some(({ path, destination }) => path.includes('/ref-kernel-') && destination !== 'empty');
    /** Every page of the app starts workers at once. */
    const workersOf = (host: string) =>
      sites.asked(host).filter(({ destination }) => destination.endsWith('worker'));

    test('opens with its workers, WebAssembly and service worker', async () => {
      const tab = await engineOf('Firefox', browser.session, browser.downloads).newTab();
      await tab.open(`https://${HONEST}:${String(PORT)}/`);
      await makeWallet(tab);
      await shown(tab, link('Settings'));
      expect(await serviceWorker()).toBe('ready');
      const destinations = new Set(workersOf(HONEST).map(({ destination }) => destination));
      expect([...destinations].sort()).toEqual(['serviceworker', 'worker']);
      expect(tookReadableKernel(HONEST)).toBe(false);
      expect(await here('return location.protocol')).toBe('https:');
    });

    test.each([SWAPPED, AGED, ...Object.keys(BEFORE_ANY_SCRIPT)])(
      'does not open with %s, and runs no script',
      async (name) => {
        await open(hostOf(name));
        await isRefused();
        expect(workersOf(hostOf(name))).toEqual([]);
      },
    );

    test.each([MIXED, ...Object.keys(LATER)])('does not go on with %s', async (name) => {
      await open(hostOf(name));
      await isRefused();
    });

    test('gives neither pages nor workers a WebAssembly module of which one byte differs', async () => {
      const tab = await engineOf('Firefox', browser.session, browser.downloads).newTab();
      await tab.open(`https://${MODULE}:${String(PORT)}/`);
      await makeWallet(tab);
      await shown(tab, link('Settings'));
      expect(tookReadableKernel(MODULE)).toBe(true);
      const module = fileLike(/^assets\/scalar-.*\.wasm$/);
      expect(await tab.evaluate(`fetch('./${module}').then((answer) => answer.text())`)).toBe('DENIED');
    });

    test('registers no service worker of which one byte differs', async () => {
      await open(SERVICE_WORKER);
      await patiently(() => {
        if (workersOf(SERVICE_WORKER).some(({ path }) => path === '/sw.js')) return Promise.resolve();
        throw new Error('The service worker was not asked for');
      });
      // WEBCAT shows its page, or the app goes on without one.
      const script = `const [done] = arguments;
        (navigator.serviceWorker?.getRegistration() ?? Promise.resolve()).then((found) => done(String(found?.active)));`;
      for (let tries = 0; tries < 10; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        expect(await browser.session.send('/execute/async', { script, args: [] })).toMatch(
          /^(null|undefined)$/,
        );
      }
    });

    test.each(BY_ADDRESS)('does not open %s with one byte changed', async (pattern) => {
      const path = fileLike(pattern);
      changed = false;
      await open(BY_ITSELF, path);
      expect(await here('return location.protocol')).toBe('https:');
      changed = true;
      await open(BY_ITSELF, path);
      await isRefused();
      changed = false;
    });

    test('does not open a file that was added', async () => {
      writeFileSync(join(built('0.2.0'), 'evil.html'), '<script src="./evil.js"></script>');
      await open(BY_ITSELF, 'evil.html');
      await isRefused();
    });

    test('does not open from a cached older service worker after the server changed', async () => {
      changed = false;
      await open(CACHED);
      await patiently(async () => {
        if (!sites.asked(CACHED).some(({ path }) => path === '/sw.js')) {
          await open(CACHED);
          throw new Error('The service worker was not asked for');
        }
      });
      expect(await serviceWorker()).toBe('ready');
      await open(CACHED);
      expect(await here('return location.protocol')).toBe('https:');
      changed = true;
      await open(CACHED);
      await isRefused();
    });

    test('opens a release that follows, whose version the server names', async () => {
      await open(UPDATED);
      await shows('Password for this device');
      // WEBCAT keeps the manifest that it has.
      updated = 'unnamed';
      await open(UPDATED);
      await isRefused();
      updated = 'named';
      await patiently(async () => {
        if (String(await here('return location.protocol')) !== 'https:') await open(UPDATED);
        await make();
        if (!(await text()).includes('Password for this device')) throw new Error(await text());
      });
      const version = `const [done] = arguments;
        fetch('./precache.json').then((answer) => answer.json()).then(({ version }) => done(version), (error) => done(String(error)))`;
      const { version: newest } = JSON.parse(readFileSync(join(built('0.2.0'), 'precache.json'), 'utf8')) as {
        version: string;
      };
      expect(await browser.session.send('/execute/async', { script: version, args: [] })).toBe(newest);
    });

    test('opens no wallet in the release before: WEBCAT refuses it, and the app after a restart', async () => {
      await open(ROLLED_BACK);
      await shows('Password for this device');
      rolledBack = true;
      await open(ROLLED_BACK);
      await isRefused();
      await browser.child.stop();
      await launch();
      await open(ROLLED_BACK);
      await shows('This Ostro is older than the one that this device had');
      expect(await text()).not.toContain('Make a new wallet');
    });
  },
);
