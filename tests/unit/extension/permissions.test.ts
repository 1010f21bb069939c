import { describe, expect, it } from 'vitest';
import type { BrowserPermissions } from '../../../src/extension/browser-api.ts';
import { createNodePermissions, patternOf } from '../../../src/extension/permissions.ts';

const noSites = () => Promise.resolve([]);
const browser = () => {
  const calls: unknown[] = [];
  const answer =
    (name: string) =>
    ({ origins = [] }: BrowserPermissions): Promise<boolean> => {
      calls.push([name, ...origins]);
      return Promise.resolve(true);
    };
  const permissions = { request: answer('request'), contains: answer('contains'), remove: answer('remove') };
  return { calls, nodes: createNodePermissions({ permissions }, true, noSites), permissions };
};

describe('the permission for a node', () => {
  it('names its scheme, host and port, and nothing of its path', () => {
    expect(patternOf('https://node.example:18089/xmr', true)).toBe('https://node.example:18089/*');
    expect(patternOf('http://[::1]:18081', true)).toBe('http://[::1]:18081/*');
    expect(patternOf('https://user:secret@node.example', true)).toBe('https://node.example/*');
  });
  it('names no port in Firefox, whose patterns know none', () => {
    expect(patternOf('https://node.example:18089', false)).toBe('https://node.example/*');
  });
  it('is asked for one node only, and for no address that is none', async () => {
    const { calls, nodes } = browser();
    await nodes.ask('https://node.example:18089');
    expect(calls).toEqual([['request', 'https://node.example:18089/*']]);
    for (const wrong of [
      'https://*/',
      'https://*.example',
      'ftp://node.example',
      '<all_urls>',
      'file:///etc',
      '',
    ])
      await expect(nodes.ask(wrong), wrong).rejects.toThrow(TypeError);
  });
  it('is asked for before anything is awaited, because browsers ask only in a click', () => {
    const { calls, nodes } = browser();
    void nodes.ask('http://127.0.0.1:18081');
    expect(calls).toHaveLength(1);
  });
  it('is one for all paths of a node, and one for all ports in Firefox', () => {
    const { nodes, permissions } = browser();
    expect(nodes.isSame('https://n.example/a', 'https://n.example/b')).toBe(true);
    expect(nodes.isSame('https://n.example:1', 'https://n.example:2')).toBe(false);
    const firefox = createNodePermissions({ permissions }, false, noSites);
    expect(firefox.isSame('https://n.example:1', 'https://n.example:2')).toBe(true);
  });
});
