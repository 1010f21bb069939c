import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { screenFor, tabOf } from '../../../src/ui/app/routes.ts';

const tab = (name: string, shared = false): string => tabOf({ name, args: [] }, { shared });

describe('the marked tab', () => {
  it('belongs to the current route', () => {
    expect(['', 'send', 'receive', 'sent', 'connection'].map((name) => tab(name))).toEqual([
      '',
      '',
      '',
      '',
      '',
    ]);
    expect(['history', 'accounts', 'settings'].map((name) => tab(name))).toEqual([
      'history',
      'accounts',
      'settings',
    ]);
    expect(tab('node')).toBe('settings');
    expect([tab('balance'), tab('address')]).toEqual(['history', 'accounts']);
  });
  it('is History for the proof of a payment, and Settings for other proofs', () => {
    const ofProof = (what: string): string => tabOf({ name: 'prove', args: [what] }, { shared: false });
    expect(['payment', 'spending', 'money', 'text'].map(ofProof)).toEqual([
      'history',
      'history',
      'settings',
      'settings',
    ]);
    expect(tab('prove')).toBe('settings');
  });
  it('is Settings while signers set up a shared wallet, and Home afterwards', () => {
    expect(tab('signers')).toBe('settings');
    expect(tab('signers', true)).toBe('');
  });
});

describe('the screens of the offline edition', () => {
  const scene = { open: true, watchOnly: false, hasWallets: true, cold: true, offlineEdition: true };
  const screen = (name: string, changes: Partial<typeof scene> = {}) =>
    screenFor({ name, args: [] }, { ...scene, ...changes });
  it.each(['node', 'nodes', 'connection', 'explorer', 'sites', 'send'])('have no %s', (name) => {
    expect(screen(name)).toBe(screen(''));
    expect(screen(name, { cold: false })).toBe(screen('', { cold: false }));
    expect(screen(name, { open: false })).toBe(screen('unlock', { open: false }));
  });
  it('are otherwise those of a wallet that signs without a network', () => {
    for (const name of ['', 'receive', 'settings', 'history'])
      expect(screen(name)).toBe(screen(name, { offlineEdition: false }));
    expect(screen('nodes', { offlineEdition: false })).not.toBe(screen(''));
  });
});

describe('the screen of the signing device', () => {
  it('belongs to a wallet that watches; in every other one Home comes', () => {
    const scene = { open: true, watchOnly: true, hasWallets: true, cold: false, offlineEdition: false };
    const screen = (name: string, watchOnly: boolean) =>
      screenFor({ name, args: [] }, { ...scene, watchOnly });
    expect(screen('signing', false)).toBe(screen('', false));
    expect(screen('signing', true)).not.toBe(screen('', true));
  });
});

// threat: private-requests
it('all code of the page that is fetched later is fetched soon after the start, whatever a person does', () => {
  const importsOf = (file: string): readonly string[] =>
    [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/(onDemand\(\(\) => )?\bimport\('([^']+)'\)/g)]
      .filter(([, part]) => part === undefined)
      .map(([, , path = '']) => (path.startsWith('.') ? join(dirname(file), path) : path));
  const routes = importsOf('src/ui/app/routes.ts');
  const sources = ['src/entries/main.ts', 'src/ui', 'src/transport', 'src/client'].flatMap((place) =>
    place.endsWith('.ts')
      ? [place]
      : readdirSync(join(projectRoot, place), { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.(ts|svelte)$/.test(name) && !name.startsWith('texts'))
          .map((name) => `${place}/${name}`),
  );
  const late = sources.flatMap(importsOf).filter((path) => !routes.includes(path));
  expect(late).toEqual([]);
});
