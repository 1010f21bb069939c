import { describe, expect, it } from 'vitest';
import { isOffered, screenFor } from '../../../src/ui/app/routes.ts';
import { entriesOf, MENUS, rowsOf, type SettingsEntry } from '../../../src/ui/features/settings/entries.ts';
import { SettingsSearch } from '../../../src/ui/features/settings/search.svelte.ts';
import { findIn } from '../../../src/ui/widgets/find.ts';

const USUAL = {
  watchOnly: false,
  shared: false,
  cold: false,
  offlineEdition: false,
  background: true,
  programs: true,
  installable: true,
};
const listed = (facts: typeof USUAL) => entriesOf(facts, isOffered);
const names = (entries: readonly SettingsEntry[]): string[] => entries.map(({ name }) => name);
const search = (text: string, facts = USUAL): string[] => {
  const entries = new SettingsSearch(() => listed(facts));
  entries.text = text;
  return names(entries.found);
};

describe('the search of settings, screens and actions', () => {
  it.each([
    ['seed', 'Show my words again'],
    ['print', 'Show my words again'],
    ['fee', 'Send'],
    ['fees', 'Send'],
    ['node', 'Nodes'],
    ['multisig', 'Share among signers'],
    ['theme', 'Language and appearance'],
    ['rescan', 'Read the chain again'],
    ['curl', 'Console'],
    ['RPC', 'Programs on this site'],
    ['lock now', 'Lock now'],
    ['espanol', 'Language and appearance'],
    ['delete', 'Remove this wallet from the device'],
  ])('finds for %s first: %s', (text, name) => {
    expect(search(text)[0]).toBe(name);
  });
  it('finds every entry for export: the file, the viewing key and the CSV of the history', () => {
    expect(search('export')).toEqual(
      expect.arrayContaining(['Save the wallet as a file', 'Viewing key for a watching wallet', 'History']),
    );
  });
  it('finds the words to print for paper, beside money from paper', () => {
    expect(search('paper')).toContain('Show my words again');
  });
  it('wants all words of the query to fit, and finds nothing otherwise', () => {
    expect(search('view key')[0]).toBe('Viewing key for a watching wallet');
    expect(search('seed zebra')).toEqual([]);
  });
  it('lists everything again without a query, and knows whether one was typed', () => {
    const entries = new SettingsSearch(() => listed(USUAL));
    entries.text = '  ';
    expect(entries.on).toBe(false);
    expect(entries.found).toHaveLength(listed(USUAL).length);
    entries.text = 'seed';
    expect(entries.on).toBe(true);
    entries.clear();
    expect(entries.on).toBe(false);
  });
  it('offers a watching wallet no words, and a cold wallet and the offline edition nothing of the network', () => {
    expect(search('mnemonic', { ...USUAL, watchOnly: true })).toEqual([]);
    expect(names(listed({ ...USUAL, cold: true }))).not.toContain('Look up blocks and transactions');
    const offline = names(listed({ ...USUAL, offlineEdition: true }));
    for (const name of [
      'Look up blocks and transactions',
      'Nodes',
      'Send',
      'Connected sites',
      'Sign without a network',
    ])
      expect(offline).not.toContain(name);
    expect(offline).toContain('Show my words again');
    expect(names(listed({ ...USUAL, programs: false }))).not.toContain('Programs on this site');
    expect(names(listed({ ...USUAL, installable: false }))).not.toContain('Install Ostro');
  });
  it('leads to routes that have a screen', () => {
    const open = { open: true, watchOnly: false, hasWallets: true, cold: false, offlineEdition: false };
    const home = screenFor({ name: 'no such route', args: [] }, open);
    for (const { opens } of listed(USUAL))
      if (typeof opens === 'object' && 'route' in opens)
        expect(screenFor({ name: opens.route, args: [] }, open)).not.toBe(home);
  });
  it('names each entry once, with other words for it', () => {
    const all = listed(USUAL);
    expect(new Set(names(all)).size).toBe(all.length);
    for (const { words } of all) expect(words).toMatch(/\w+, \w+/);
  });
});

describe('the rows of Settings', () => {
  const rows = (facts: typeof USUAL) =>
    (['wallet', 'money', 'network', 'device'] as const).flatMap((group) => rowsOf(group, listed(facts)));

  it('are at most seventeen, and what most people never need is in a menu', () => {
    expect(rows(USUAL).length).toBeLessThanOrEqual(17);
    const shown = rows(USUAL).map(({ name }) => name);
    for (const name of ['Console', 'Look up blocks and transactions', 'Take money from paper'])
      expect(shown).not.toContain(name);
  });
  it('lead to every entry that belongs to a group or menu', () => {
    const menus = rows(USUAL).flatMap(({ opens }) =>
      typeof opens === 'object' && 'menu' in opens ? [opens.menu] : [],
    );
    expect(menus).toEqual(expect.arrayContaining(Object.keys(MENUS)));
    for (const { name, menu } of listed(USUAL)) if (menu) expect(menus, name).toContain(menu);
  });
  it('of the menu for missing money each say for what they are', () => {
    const missing = listed(USUAL).filter(({ menu }) => menu === 'missing');
    expect(missing).toHaveLength(2);
    for (const { hint } of missing) expect(hint).toMatch(/^For /);
  });
  it('show the only entry of a menu in its place', () => {
    const watching = rows({ ...USUAL, watchOnly: true }).map(({ name }) => name);
    expect(watching).toContain('Show the viewing key');
    expect(watching).not.toContain(MENUS.kinds.name);
  });
});

describe('finding in a list', () => {
  const items = [
    { name: 'get_transfers', words: 'The history.' },
    { name: 'transfer', words: 'Pays one or more addresses.' },
    { name: 'Gebühren', words: 'Kosten' },
  ];
  it('puts the exact name before names that contain it', () => {
    expect(findIn('transfer', items).map(({ name }) => name)).toEqual(['transfer', 'get_transfers']);
  });
  it('looks past accents and case', () => {
    expect(findIn('GEBUHR', items).map(({ name }) => name)).toEqual(['Gebühren']);
  });
});
