import { expect, it } from 'vitest';
import { preloadOrder } from '../../../../../scripts/tools/build/preload-order.ts';

const preload = (name: string): string =>
  `    <link rel="modulepreload" crossorigin href="./assets/${name}.js">\n`;
const pageWith = (first: string, rest: string): string =>
  `  <head>\n${first}    <script type="module" crossorigin src="./assets/index.js"></script>\n${rest}  </head>\n`;

const transformed = (html: string, sizes: Readonly<Record<string, number>>): unknown => {
  const { handler } = preloadOrder().transformIndexHtml as unknown as {
    handler: (html: string, context: object) => unknown;
  };
  const bundle = Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [
      `assets/${name}.js`,
      { type: 'chunk', code: 'x'.repeat(size) },
    ]),
  );
  return handler(html, { bundle });
};

it('requests the largest script of the page first, and the others in their order', () => {
  const html = pageWith('', preload('small') + preload('page') + preload('other'));
  expect(transformed(html, { small: 10, page: 1000, other: 20 })).toBe(
    pageWith(preload('page'), preload('small') + preload('other')),
  );
});

it('requests the style sheet and the script of the first screen before all other scripts', () => {
  const styles = '    <link rel="stylesheet" crossorigin href="./assets/page.css">\n';
  const body = '  <body><script type="module" async src="./first-screen.js"></script></body>\n';
  const html = pageWith('', preload('small') + preload('page') + styles) + body;
  expect(transformed(html, { small: 10, page: 1000 })).toBe(
    pageWith(
      `${styles}    <link rel="modulepreload" href="./first-screen.js">\n${preload('page')}`,
      preload('small'),
    ) + body,
  );
});

it('leaves a page without preloads as it is', () => {
  expect(transformed(pageWith('', ''), {})).toBe(pageWith('', ''));
});
