/**
 * Cuts the two typefaces of the page down to what it shows and writes them, with their licences, to src/ui/fonts.
 * Run by hand when the @fontsource packages change: `node scripts/run.mjs scripts/tools/build/fonts.ts`. The results are committed.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const out = `${root}src/ui/fonts`;
const next = `${root}node_modules/@fontsource-variable/atkinson-hyperlegible-next`;
const mono = `${root}node_modules/@fontsource/atkinson-hyperlegible-mono`;

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
const ascii = range(0x20, 0x7e);
// Latin-1, the quotes and dashes of texts, the minus sign, the ellipsis and the euro.
const latin = `${ascii}${range(0xa0, 0xff)}\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2026\u2022\u2212\u20ac\u202f\u2009`;
// `tnum` aligns columns of amounts; all text needs the other features.
const features = ['tnum', 'kern', 'mark', 'mkmk', 'ccmp', 'locl'];

await mkdir(out, { recursive: true });
const cut = async (from: string, to: string, text: string, options?: Parameters<typeof subsetFont>[2]) => {
  const font = await subsetFont(await readFile(from), text, {
    targetFormat: 'woff2',
    keepFeatures: features,
    noHinting: true,
    ...options,
  });
  await writeFile(`${out}/${to}`, font);
  console.log(`${to}: ${font.length} bytes`);
};
await cut(`${next}/files/atkinson-hyperlegible-next-latin-wght-normal.woff2`, 'next-latin.woff2', latin, {
  variationAxes: { wght: { min: 400, max: 700 } },
});
await cut(
  `${next}/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2`,
  'next-latin-ext.woff2',
  range(0x100, 0x17f) + '\u1e9e',
  { variationAxes: { wght: { min: 400, max: 700 } } },
);
await cut(
  `${mono}/files/atkinson-hyperlegible-mono-latin-500-normal.woff2`,
  'mono-ascii.woff2',
  `${ascii}\u2026`,
);
await copyFile(`${next}/LICENSE`, `${out}/OFL-atkinson-hyperlegible-next.txt`);
await copyFile(`${mono}/LICENSE`, `${out}/OFL-atkinson-hyperlegible-mono.txt`);
