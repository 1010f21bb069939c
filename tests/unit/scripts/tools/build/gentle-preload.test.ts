/** The code that requests the files of parts, in a page of made-up links. */
import { afterEach, expect, test, vi } from 'vitest';
import { gentlePreload } from '../../../../../scripts/tools/build/gentle-preload.ts';

interface Link {
  rel: string;
  href: string;
  onload: () => void;
  onerror: () => void;
  remove: () => void;
}
type Preload = (load: () => Promise<unknown>, files: readonly string[], importer: string) => Promise<unknown>;

let modules = 0;
const PAGE = 'https://wallet.example/assets/page.js';
const urlOf = (file: string) => new URL(file, PAGE).href;

/** The links of the page, and how many were added in each task. */
const start = async (inHtml: readonly string[]) => {
  const links: Link[] = [];
  const tasks: number[] = [];
  let counted = false;
  vi.stubGlobal('document', {
    getElementsByTagName: () => inHtml.map((file) => ({ href: urlOf(file) })),
    createElement: () => {
      const link = {
        rel: '',
        href: '',
        onload: () => undefined,
        onerror: () => undefined,
      } as unknown as Link;
      link.remove = () => void links.splice(links.indexOf(link), 1);
      return link;
    },
    head: {
      append: (link: Link) => {
        links.push(link);
        if (!counted) {
          counted = true;
          tasks.push(0);
          setTimeout(() => (counted = false));
        }
        tasks[tasks.length - 1]! += 1;
      },
    },
  });
  const load = gentlePreload().load as (id: string) => string | undefined;
  const code = load('\0vite/preload-helper.js')!;
  // A module of its own for each test.
  const module = `data:text/javascript,${encodeURIComponent(`${code}// ${modules++}`)}`;
  const { __vitePreload } = (await import(/* @vite-ignore */ module)) as { __vitePreload: Preload };
  return { links, tasks, preload: __vitePreload };
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('every task requests four files, and none that was requested before', async () => {
  const { links, tasks, preload } = await start(['./page.js']);
  const files = Array.from({ length: 10 }, (_, i) => `./part-${i}.js`);
  await expect(preload(() => Promise.resolve('part'), ['./page.js', ...files], PAGE)).resolves.toBe('part');
  expect(links.map(({ rel, href }) => [rel, href])).toEqual(
    files.map((file) => ['modulepreload', urlOf(file)]),
  );
  expect(tasks).toEqual([4, 4, 2]);
  await preload(() => Promise.resolve('again'), files, PAGE);
  expect(links).toHaveLength(10);
});

test('two parts at once request a file once', async () => {
  const { links, preload } = await start([]);
  const files = Array.from({ length: 10 }, (_, i) => `./part-${i}.js`);
  await Promise.all([1, 2].map((part) => preload(() => Promise.resolve(part), files, PAGE)));
  expect(links.map(({ href }) => href).sort()).toEqual(files.map(urlOf).sort());
});

test('a part runs when its style sheets are there', async () => {
  const { links, preload } = await start([]);
  const load = vi.fn(() => Promise.resolve());
  const files = ['./a.css', './b.js', './c.css'];
  const loaded = [preload(load, files, PAGE), preload(load, files, PAGE)];
  await new Promise((resolve) => void setTimeout(resolve, 5));
  expect(links.map(({ rel }) => rel)).toEqual(['stylesheet', 'modulepreload', 'stylesheet']);
  links[0]!.onload();
  await new Promise((resolve) => void setTimeout(resolve, 5));
  expect(load).not.toHaveBeenCalled();
  links[2]!.onload();
  await Promise.all(loaded);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a style sheet that does not load keeps its parts from running, and is requested again', async () => {
  const { links, preload } = await start([]);
  const load = vi.fn(() => Promise.resolve());
  const files = ['./a.css', ...Array.from({ length: 9 }, (_, i) => `./part-${i}.js`)];
  const both = Promise.allSettled([preload(load, files, PAGE), preload(load, files, PAGE)]);
  links[0]!.onerror();
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(load).not.toHaveBeenCalled();
  const again = preload(load, ['./a.css'], PAGE);
  links.at(-1)!.onload();
  await again;
  expect(load).toHaveBeenCalledOnce();
});
