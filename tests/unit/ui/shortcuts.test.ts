import { describe, expect, it, vi } from 'vitest';
import { isOffered, isSearchable } from '../../../src/ui/app/routes.ts';
import { useShortcut } from '../../../src/ui/app/use-shortcut.ts';
import type { App } from '../../../src/ui/state/context.ts';
import { Prefs } from '../../../src/ui/state/prefs.svelte.ts';
import { Router } from '../../../src/ui/state/router.svelte.ts';
import { asksForSearch, shortcutOf } from '../../../src/ui/state/shortcuts.ts';

const within = (what: string) => ({ target: { closest: () => what } as unknown as EventTarget });
const pressed = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: null,
  ...more,
});

describe('the keys of the search', () => {
  const asked = (key: string, more?: object): boolean =>
    asksForSearch(pressed(key, more), new Prefs(undefined));
  it('are /, Ctrl+K and Command+K', () => {
    expect(asked('/')).toBe(true);
    expect(asked('k', { ctrlKey: true })).toBe(true);
    expect(asked('K', { metaKey: true })).toBe(true);
    for (const key of ['k', '7', 'Enter']) expect(asked(key)).toBe(false);
    expect(asked('/', { ctrlKey: true })).toBe(false);
  });
  it('do nothing in fields and sheets', () => {
    expect(asked('/', within('input'))).toBe(false);
    expect(asked('k', { ctrlKey: true, ...within('dialog') })).toBe(false);
  });
  it('do not lead away from where something is being filled in', () => {
    const from = (name: string) => isSearchable({ name, args: [] }, { shared: false });
    expect(['', 'history', 'accounts', 'nodes', 'console'].filter((name) => !from(name))).toEqual([]);
    expect(['send', 'receive', 'signing'].filter(from)).toEqual([]);
  });
});

describe('single keys', () => {
  it('are read whatever the Shift key does, but not with Ctrl, Command or Alt', () => {
    const prefs = new Prefs(undefined);
    expect(shortcutOf(pressed('s'), prefs)).toEqual({ go: 'send' });
    expect(shortcutOf(pressed('S'), prefs)).toEqual({ go: 'send' });
    for (const held of ['ctrlKey', 'metaKey', 'altKey'])
      expect(shortcutOf(pressed('s', { [held]: true }), prefs)).toBeUndefined();
    expect(shortcutOf(pressed('toString'), prefs)).toBeUndefined();
  });
  it('can be turned off, for good', () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    };
    new Prefs(storage).change({ shortcuts: false });
    const prefs = new Prefs(storage);
    for (const key of ['s', '1', '/', '?']) expect(shortcutOf(pressed(key), prefs)).toBeUndefined();
    expect(asksForSearch(pressed('k', { ctrlKey: true }), prefs)).toBe(true);
  });
});

describe('a shortcut', () => {
  const setup = (hash: string, cold = false) => {
    const location = { hash };
    const host = { location, history: { back: vi.fn(), replaceState: vi.fn() }, addEventListener: vi.fn() };
    const lock = vi.fn();
    const router = new Router({ ...host, removeEventListener: vi.fn() });
    const prefs = new Prefs(undefined);
    const session = { lock, shared: false, offlineEdition: false, status: { cold } };
    const app = { session: session as unknown as App['session'], router, prefs, isOffered };
    const list = vi.fn();
    return { app, location, prefs, lock, list };
  };

  it('moves, hides amounts, locks, and shows the list', () => {
    const { app, location, prefs, lock, list } = setup('#/history');
    expect(useShortcut({ does: 'hide' }, app, list)).toBe(true);
    expect(prefs.current.hidden).toBe(true);
    expect(useShortcut({ does: 'lock' }, app, list)).toBe(true);
    expect(lock).toHaveBeenCalledOnce();
    expect(useShortcut({ does: 'list' }, app, list)).toBe(true);
    expect(list).toHaveBeenCalledOnce();
    expect(useShortcut({ go: 'send' }, app, list)).toBe(true);
    expect(location.hash).toBe('#/send');
  });
  it('leads away from no half-filled form; only the list opens there', () => {
    const { app, location, lock, list } = setup('#/send');
    for (const asked of [{ go: 'history' }, { does: 'lock' }, { does: 'search' }] as const)
      expect(useShortcut(asked, app, list)).toBe(false);
    expect(location.hash).toBe('#/send');
    expect(lock).not.toHaveBeenCalled();
    expect(useShortcut({ does: 'list' }, app, list)).toBe(true);
  });
  it('leads to no screen that a signing device does not have', () => {
    const { app, location, list } = setup('#/history', true);
    expect(useShortcut({ go: 'send' }, app, list)).toBe(false);
    expect(location.hash).toBe('#/history');
  });
});
