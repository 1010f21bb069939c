import { describe, expect, it } from 'vitest';
import { tabOf } from '../../../src/ui/app/screens.ts';

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
  it('is Settings while signers set up a shared wallet, and Home afterwards', () => {
    expect(tab('signers')).toBe('settings');
    expect(tab('signers', true)).toBe('');
  });
});
