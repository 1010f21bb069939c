/**
 * The pages of the real build, as the server of `npm start` and `vite preview` serve them: their headers are those that
 * the files of docs/headers make other hosts send, and each page repeats its policy.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/tools/app/app.ts';
import { serveFolder } from '../../src/server/http/serve-folder.ts';
import { metaPolicyOf } from '../../src/server/http/headers.ts';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { HOSTS } from '../support/header-texts.ts';

const pages = ['index', 'connect', 'frame'] as const;

describe('each page of the build', () => {
  let root: string;
  beforeAll(async () => {
    root = await ensureBuilt();
  });

  const expectEachPage = async (url: string): Promise<void> => {
    for (const page of pages) {
      const answer = await fetch(`${url}${page}.html`);
      expect(await answer.text()).toContain(metaPolicyOf(page));
      for (const [host, file, read] of HOSTS) {
        const wanted = read(readFileSync(join(projectRoot, 'docs/headers', file), 'utf8'), `/${page}.html`);
        const sent = Object.fromEntries(Object.keys(wanted).map((name) => [name, answer.headers.get(name)]));
        expect(sent, `${page}.html, as ${host}`).toEqual(wanted);
      }
    }
  };

  it('for sites, frame.html, loads no style and nothing of the page', () => {
    const text = readFileSync(join(root, 'frame.html'), 'utf8');
    expect(text).not.toMatch(/stylesheet|\.css|\/page-/);
  });
  it('has the headers of docs/headers from the server of npm start', async () => {
    const server = await serveFolder({ root });
    await expectEachPage(server.url);
    await server.stop();
  });
  it('has the headers of docs/headers from vite preview', async () => {
    const server = await preview({
      configFile: join(projectRoot, 'vite.config.ts'),
      logLevel: 'silent',
      build: { outDir: root },
      preview: { host: '127.0.0.1', port: 0 },
    });
    await expectEachPage(server.resolvedUrls!.local[0]!);
    await server.close();
  });
});
