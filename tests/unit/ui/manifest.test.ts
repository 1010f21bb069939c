/** The manifest of the installed app: what it names exists, and opens a screen of the app. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { screenFor } from '../../../src/ui/app/routes.ts';
import { readHash } from '../../../src/ui/state/router.svelte.ts';

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
}
interface Manifest {
  readonly icons: readonly (Picture & { readonly purpose: string })[];
  readonly screenshots: readonly (Picture & { readonly form_factor: string; readonly label: string })[];
  readonly shortcuts: readonly { readonly url: string; readonly icons: readonly Picture[] }[];
  readonly share_target: { readonly action: string; readonly method: string };
  readonly protocol_handlers: readonly { readonly protocol: string; readonly url: string }[];
  readonly file_handlers: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
}
const folder = join(projectRoot, 'public');
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as Manifest;
const OPEN = { open: true, watchOnly: false, hasWallets: true, cold: false, offlineEdition: false };
const home = screenFor(readHash(''), OPEN);
/** Width and height in the header of a PNG. */
const sizeOf = (path: string): string => {
  const bytes = readFileSync(join(folder, path));
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
};

describe('the manifest', () => {
  it('names pictures that exist and have the size that it says', () => {
    const { icons, screenshots, shortcuts } = manifest;
    const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
    for (const { src, sizes, type } of pictures)
      if (type === 'image/png') expect(`${src} ${sizeOf(src)}`).toBe(`${src} ${sizes}`);
      else expect(existsSync(join(folder, src))).toBe(true);
  });
  it('has a maskable icon, and screenshots for narrow and wide windows', () => {
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
    const forms = manifest.screenshots.map(({ form_factor }) => form_factor);
    expect(new Set(forms)).toEqual(new Set(['narrow', 'wide']));
  });
  it('has shortcuts and links that open a screen of their own', () => {
    const links = manifest.protocol_handlers.map(({ url }) => url.replace('%s', 'monero%3A4'));
    for (const url of [...manifest.shortcuts.map((shortcut) => shortcut.url), ...links]) {
      const route = readHash(url.replace(/^\.\//, ''));
      expect(screenFor(route, OPEN)).not.toBe(home);
    }
  });
  // threat: foreign-share
  it('sends links and shares to the app itself, never as a part of an address that a server sees', () => {
    for (const { url } of manifest.protocol_handlers) expect(url.startsWith('./#/')).toBe(true);
    expect(manifest.share_target).toMatchObject({ action: './share', method: 'POST' });
  });
  it('takes payment links, and files of wallets', () => {
    expect(manifest.protocol_handlers.map(({ protocol }) => protocol)).toEqual(['web+monero', 'monero']);
    expect(manifest.file_handlers.flatMap(({ accept }) => Object.values(accept)).flat()).toEqual([
      '.ostro',
      '.keys',
    ]);
  });
});
