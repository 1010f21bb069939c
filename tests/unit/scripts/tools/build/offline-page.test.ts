/** The build of the offline edition, of a small page: one file in which everything is, and which runs. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOfflinePage, composePage } from '../../../../../scripts/tools/build/offline-page.ts';
import { projectRoot } from '../../../../../scripts/tools/setup/setup.mjs';

const FILES = {
  'src/entries/main.ts': `
    import './style.css';
    import first from '../../workers/first.worker.ts?worker&url';
    report('page </script><!-- ' + __OFFLINE__);
    new Worker(first);
    void import('./later.ts');`,
  'src/entries/later.ts': `report('later')`,
  'src/entries/style.css': `@font-face { font-family: f; src: url('./f.woff2'); } body { color: red }`,
  'src/entries/f.woff2': 'a font',
  'workers/first.worker.ts': `
    import { fetchModule } from '../src/kernel/wasm/fetch-module.ts';
    import second from './second.worker.ts?worker&url';
    report('first');
    new Worker(second);
    void fetchModule('simd').then((bytes) => report('kernel ' + bytes.length));`,
  'workers/second.worker.ts': `report('second </script>')`,
  'src/kernel/wasm/fetch-module.ts': `export const fetchModule = () => fetch(new URL('./simd.wasm', import.meta.url))`,
  'src/kernel/wasm/simd.wasm': 'simd',
  'src/kernel/wasm/fma.wasm': 'fma',
  'src/kernel/wasm/scalar.wasm': 'scalar',
};
const LOADS = /\b(?:src|href)=(?!"data:)|\burl\((?!"?data:)|@import/;

describe('the page of the offline edition', () => {
  const root = mkdtempSync(join(tmpdir(), 'ostro-offline-'));
  let page: string;
  beforeAll(async () => {
    for (const path of ['index.html', 'public/icons/ostro.svg', 'src/kernel/wasm/inline-module.ts']) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      cpSync(join(projectRoot, path), join(root, path));
    }
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    page = await buildOfflinePage(root);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const between = (start: string, end: string): string => page.split(start)[1]!.split(end)[0]!;
  const script = (): string => between('<script type="module">', '</script>');
  const style = (): string => between('<style>', '</style>');

  it('contains script and style once each, allowed by their hashes', () => {
    for (const text of [script(), style()])
      expect(page).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<\/script/gi)).toHaveLength(1);
    expect(style()).toContain('data:font/woff2;base64,');
  });
  it('names no other file and allows no request', () => {
    expect(page.replace(script(), '')).not.toMatch(LOADS);
    const [, policy = ''] = /content="(default-src[^"]+)"/.exec(page) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toMatch(/'self'|https?:|unsafe-inline|'unsafe-eval'|\*/);
  });
  it('runs with its workers, their workers and the kernel from itself', async () => {
    const reports: string[] = [];
    run(script(), (text) => reports.push(text));
    await expect
      .poll(() => [...reports].sort())
      .toEqual(['first', 'kernel 4', 'later', 'page </script><!-- true', 'second </script>']);
  });
  it.each(['module', 'tower'])('has in its texts all that fetch-%s.ts exports', (part) => {
    const namesOf = (file: string) =>
      readFileSync(join(projectRoot, 'src/kernel/wasm', file), 'utf8').match(
        /(?<=^export (?:async )?(?:const|function) )\w+/gm,
      );
    expect(namesOf(`inline-${part}.ts`)).toEqual(namesOf(`fetch-${part}.ts`));
  });
  it('is refused for an index.html without a place for a part', () => {
    expect(() => composePage('<html></html>', '', '')).toThrow('index.html has no %POLICY%');
  });
});

/** Runs code in which blob: addresses and workers are those of a browser, as far as these pages need them. */
const run = (code: string, report: (text: string) => void): void => {
  const blobs: string[] = [];
  function FakeWorker(address: string): void {
    run(blobs[Number(address)]!, report);
  }
  class FakeBlob {
    readonly text: string;
    constructor([text]: [string]) {
      this.text = text;
    }
  }
  const URL = { createObjectURL: ({ text }: FakeBlob) => String(blobs.push(text) - 1) };
  const document = { getElementsByTagName: () => [], querySelector: () => null };
  runInNewContext(code, { report, Worker: FakeWorker, Blob: FakeBlob, URL, atob, Uint8Array, document });
};
