/**
 * The built app under WEBCAT's own extension in Firefox: the honest page opens with its workers, WebAssembly and service
 * worker; a changed one does not. OSTRO_WEBCAT names the folder of the extension, made with `TESTING=true npm run build` in
 * `extension/` of github.com/freedomofpress/webcat (2.7.1; packages that npm lacks are in repositories of the same owner, and the
 * proof of its consensus list may be left out); without it nothing runs here, and
 * tests/unit/scripts/tools/release/ checks the same changes with our own reader of the manifest.
 */
import { execFileSync } from 'node:child_process';
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
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../scripts/tools/app/app.ts';
import { headersOf, pageOf } from '../../../src/server/http/headers.ts';
import { createLogClient } from '../../../scripts/tools/release/log-client.ts';
import { signApp } from '../../../scripts/tools/release/sign-app.ts';
import { BUNDLE } from '../../../src/release/paths.ts';
import { findFirefox, launchFirefox, type LaunchedFirefox } from '../../engines/firefox.ts';
import { patiently } from '../../engines/webdriver-engine.ts';
import { createReleases, pemOf, type Releases } from '../../support/release.ts';
import { createSigsumLog, serveLog } from '../../support/sigsum-log.ts';

const extension = process.env['OSTRO_WEBCAT'] ?? '';
const firefox = findFirefox();
/** WEBCAT's test build accepts this port. */
const PORT = 8443;
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
/** What a dishonest server sends in place of `honest`. */
type Change = (path: string, honest: Answer) => Answer;

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
const inBundle = (
  change: (bundle: { manifest: Record<string, unknown>; signatures: Record<string, string> }) => void,
) =>
  at(/bundle\.json$/, (answer) => {
    const bundle = JSON.parse(answer.body.toString()) as Parameters<typeof change>[0];
    change(bundle);
    return { ...answer, body: Buffer.from(JSON.stringify(bundle)) };
  });

const CHANGES: Readonly<Record<string, Change>> = {
  'one byte of the page': at(/^\/index\.html$/, flipped),
  'one byte of a script': at(/\/assets\/page-[^/]*\.js$/, flipped),
  'one byte of a style sheet': at(/\.css$/, flipped),
  'one byte of the wallet worker': at(/wallet\.worker-[^/]*\.js$/, flipped),
  'a script in the page': at(/^\/index\.html$/, (answer) => ({
    ...answer,
    body: Buffer.from(answer.body.toString().replace('</head>', '<script src="./evil.js"></script></head>')),
  })),
  'a script that is missing': at(/\/assets\/page-[^/]*\.js$/, (answer) => ({
    ...answer,
    status: 404,
    body: Buffer.from('not found\n'),
  })),
  'a script in the place of another': at(/\/assets\/page-[^/]*\.js$/, (answer) => ({
    ...answer,
    body: Buffer.from('export {}'),
  })),
  'one byte of the service worker': at(/^\/sw\.js$/, flipped),
  'one byte of a font': at(/\.woff2$/, flipped),
  'a weaker policy': at(/^\/index\.html$/, (answer) => ({
    ...answer,
    headers: { ...answer.headers, 'Content-Security-Policy': "default-src * 'unsafe-inline'" },
  })),
  'no policy': at(
    /^\/index\.html$/,
    ({ headers: { 'Content-Security-Policy': _, ...headers }, ...answer }) => ({
      ...answer,
      headers,
    }),
  ),
  'another manifest': inBundle(({ manifest }) => (manifest['version'] = '9.9.9')),
  'a wrong signature': inBundle(({ signatures }) => {
    for (const [signer, proof] of Object.entries(signatures))
      signatures[signer] = proof.replace(
        /^leaf=(\w+) (\w)/m,
        (_, key: string, digit: string) => `leaf=${key} ${digit === '0' ? '1' : '0'}`,
      );
  }),
  'no signature': inBundle((bundle) => (bundle.signatures = {})),
};
const hostOf = (name: string) => `${name.replaceAll(/\W+/g, '-')}.localhost`;
const MODULE = 'a module';
/** The server is honest until its service worker has stored the app, and sends this from then on. */
const CACHED = 'a cached older service worker';
/** The whole release is older than the enrolment allows. */
const AGED = 'a release of the year before last';
/** The files of the release before, under the manifest of the newest one. */
const OLDER = 'files of the release before';
const HOSTS = ['honest', MODULE, CACHED, AGED, OLDER, ...Object.keys(CHANGES)].map(hostOf);

describe.skipIf(!existsSync(join(extension, 'dist', 'bundle.js')) || firefox === undefined)(
  'the built app under WEBCAT',
  () => {
    let folder: string;
    let releases: Releases;
    let server: Server;
    let browser: LaunchedFirefox;
    const asked = new Map<string, Set<string>>();
    let changed = false;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'ostro-webcat-'));
      const log = createSigsumLog('main', { time: () => Math.floor(Date.now() / 1000) });
      log.grow(10);
      releases = await createReleases(log);
      const app = join(folder, 'app');
      cpSync(await ensureBuilt(), app, { recursive: true });
      const before = join(folder, 'before');
      cpSync(app, before, { recursive: true });
      writeFileSync(join(before, 'index.html'), `${readFileSync(join(app, 'index.html'), 'utf8')}\n`);
      await releases.sign(before, '0.1.0');
      await releases.sign(app, '0.2.0', before);
      cpSync(before, join(folder, 'aged'), { recursive: true });
      rmSync(join(folder, 'aged/.well-known'), { recursive: true });
      // The log with the same keys, as it was two years ago.
      const aged = createSigsumLog('main', { time: () => Math.floor(Date.now() / 1000) - 2 * 366 * 86_400 });
      aged.grow(10);
      const agedServer = await serveLog(aged);
      await signApp({
        folder: join(folder, 'aged'),
        version: '0.1.0',
        keys: releases.keys,
        pems: [pemOf('signer')],
        log: createLogClient(aged.policy(agedServer.url), { waitMs: 1 }),
      });
      await agedServer.stop();
      const certificates = makeCertificates(folder);
      server = await serve(app, certificates, asked);
      const profile = join(folder, 'profile');
      mkdirSync(profile);
      browser = await launchFirefox(firefox!, profile, {});
      await browser.session.inBrowser(`Cc['@mozilla.org/security/x509certdb;1'].getService(Ci.nsIX509CertDB)
        .addCertFromBase64(${JSON.stringify(certificates.authority)}, 'C,C,C') && true`);
      await browser.session.command('Addon:Install', {
        path: packExtension(folder, releases.enrollmentHash),
        temporary: true,
      });
    });
    afterAll(async () => {
      await browser.child.stop();
      server.close();
      server.closeAllConnections();
      await releases.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const here = (script: string) => browser.session.send('/execute/sync', { script, args: [] });
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
      expect(await here('return document.documentElement.innerText')).toMatch(/WEBCAT/i);
    };
    const open = (host: string) =>
      // A page that WEBCAT replaces by its own fails to load.
      browser.session.send('/url', { url: `https://${host}:${String(PORT)}/` }).catch(() => undefined);

    test('opens with its workers, WebAssembly and service worker', async () => {
      // The extension reads its list after it was installed.
      await patiently(async () => {
        await open(hostOf('honest'));
        const paths = asked.get(hostOf('honest'));
        if (!paths?.has(`/${BUNDLE}`)) throw new Error('WEBCAT does not check this site yet');
      });
      await patiently(async () => {
        await make();
        if (!String(await here('return document.body.innerText')).includes('Password for this device'))
          throw new Error('The screen is not here yet');
      });
      const asText = `done = arguments[0]; navigator.serviceWorker.ready.then(() => done('ready'))`;
      expect(await browser.session.send('/execute/async', { script: `let ${asText}`, args: [] })).toBe(
        'ready',
      );
      const paths = [...asked.get(hostOf('honest'))!];
      expect(paths.some((path) => path.endsWith('.wasm'))).toBe(true);
      expect(await here('return location.protocol')).toBe('https:');
    });

    test.each(Object.entries(CHANGES))('does not open with %s', async (name) => {
      await open(hostOf(name));
      await isRefused();
    });

    test.each([AGED, OLDER])('does not open with %s', async (name) => {
      await open(hostOf(name));
      await isRefused();
    });

    test('does not open from a cached older service worker after the server changed', async () => {
      const host = hostOf(CACHED);
      await patiently(async () => {
        await open(host);
        if (!asked.get(host)?.has('/sw.js')) throw new Error('The service worker was not asked for');
      });
      const ready = `const [done] = arguments; navigator.serviceWorker.ready.then(() => done('ready'))`;
      expect(await browser.session.send('/execute/async', { script: ready, args: [] })).toBe('ready');
      await open(host);
      expect(await here('return location.protocol')).toBe('https:');
      changed = true;
      await open(host);
      await isRefused();
    });

    test('gives neither page nor workers a WebAssembly module of which one byte differs', async () => {
      const host = hostOf(MODULE);
      await open(host);
      const module = await patiently(async () => {
        await make();
        const found = [...(asked.get(host) ?? [])].find((path) => path.endsWith('.wasm'));
        if (found === undefined) throw new Error('No module was asked for');
        return found;
      });
      const script = `const [path, done] = arguments;
        fetch(path).then((answer) => answer.text()).then(done, (error) => done(String(error)));`;
      expect(await browser.session.send('/execute/async', { script, args: [module] })).toMatch(
        /^DENIED|Error/,
      );
    });

    const serve = async (app: string, { cert, key }: Certificates, paths: Map<string, Set<string>>) => {
      const made = createServer({ cert, key }, (req, res) => {
        const host = (req.headers.host ?? '').split(':')[0]!;
        const url = (req.url ?? '/').split('?')[0]!;
        const path = url === '/' ? '/index.html' : url;
        paths.set(host, (paths.get(host) ?? new Set()).add(url));
        const isOlder = host === hostOf(OLDER) && !path.startsWith('/.well-known/');
        const root = host === hostOf(AGED) ? join(folder, 'aged') : isOlder ? join(folder, 'before') : app;
        const file = join(root, path);
        const found =
          existsSync(file) &&
          !readdirSync(join(file, '..'), { withFileTypes: true })
            .find((each) => each.name === path.split('/').at(-1))
            ?.isDirectory();
        const honest: Answer = {
          status: found ? 200 : 404,
          headers: {
            ...headersOf(pageOf(path)),
            'Content-Type': TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream',
            'Cache-Control': 'no-store',
          },
          body: found ? readFileSync(file) : Buffer.from('not found\n'),
        };
        const name = Object.keys(CHANGES).find((each) => hostOf(each) === host);
        const change =
          host === hostOf(MODULE)
            ? at(/\.wasm$/, flipped)
            : host === hostOf(CACHED) && changed
              ? at(/^\/index\.html$/, flipped)
              : CHANGES[name ?? ''];
        const { status, headers, body } = change?.(path, honest) ?? honest;
        res.writeHead(status, headers).end(body);
      });
      await new Promise<void>((resolve, reject) => {
        made.once('error', reject);
        made.listen(PORT, '127.0.0.1', resolve);
      });
      return made;
    };
  },
);

interface Certificates {
  readonly cert: string;
  readonly key: string;
  /** Base64 of the authority that signed it. */
  readonly authority: string;
}
const makeCertificates = (folder: string): Certificates => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const rsa = ['-newkey', 'rsa:2048', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...rsa,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '30',
    '-subj',
    '/CN=test authority',
  );
  openssl('req', ...rsa, '-keyout', 'site.key', '-out', 'site.csr', '-subj', '/CN=site');
  writeFileSync(
    join(folder, 'names'),
    `subjectAltName=${HOSTS.map((host) => `DNS:${host}`).join(',')}\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n`,
  );
  openssl(
    'x509',
    '-req',
    '-in',
    'site.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '30',
    '-out',
    'site.pem',
    '-extfile',
    'names',
  );
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    cert: read('site.pem'),
    key: read('site.key'),
    authority: read('ca.pem').replaceAll(/-----.*?-----|\s/g, ''),
  };
};

/** WEBCAT's extension with a list that enrols the hosts. */
const packExtension = (folder: string, enrollment: string): string => {
  const copy = join(folder, 'extension');
  for (const part of ['manifest.json', 'dist', 'icons', 'pages', '_locales'])
    cpSync(join(extension, part), join(copy, part), { recursive: true });
  mkdirSync(join(copy, 'data'));
  const zero = '00'.repeat(32);
  const leaves = HOSTS.map((host) => [
    `canonical/.${host.split('.').reverse().join('.')}`,
    `0A20${enrollment}`,
  ]);
  const proof = { app_hash: zero, canonical_root_hash: zero };
  writeFileSync(join(copy, 'data', 'list.json'), JSON.stringify({ leaves, proof }));
  const header = { time: new Date().toISOString() };
  writeFileSync(join(copy, 'data', 'block.json'), JSON.stringify({ signed_header: { header } }));
  execFileSync('zip', ['-q', '-r', '-0', join(folder, 'extension.zip'), '.'], { cwd: copy });
  return join(folder, 'extension.zip');
};
