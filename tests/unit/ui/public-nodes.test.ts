/** The bundled list of public nodes: its shape, and that no other source file names one of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NODE_SOURCES, PUBLIC_NODES } from '../../../src/ui/features/node/public-nodes.ts';
import { PublicTests } from '../../../src/ui/features/node/public-tests.svelte.ts';
import { createClient } from '../../../src/client/client.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';

const LIST = join('ui', 'features', 'node', 'public-nodes.ts');
const addresses = PUBLIC_NODES.map(({ address }) => address);

describe('the list of public nodes', () => {
  it.each(addresses)('names %s with https and without a login, path or query', (address) => {
    const url = new URL(address);
    expect(url.protocol).toBe('https:');
    expect(url.origin).toBe(address);
  });
  it('names each node once', () => {
    expect(new Set(addresses).size).toBe(addresses.length);
  });
  it('has no address of Tor, I2P or a private network', () => {
    for (const address of addresses)
      expect(new URL(address).hostname).toMatch(
        /^(?!.*\.(onion|i2p|local|localhost)$)[a-z0-9.-]+\.[a-z]{2,}$/,
      );
  });
  it('names for each node a list that is described', () => {
    for (const { sources } of PUBLIC_NODES) {
      expect(sources.length).toBeGreaterThan(0);
      for (const source of sources) expect(NODE_SOURCES).toHaveProperty(source);
    }
  });
  it.each(Object.values(NODE_SOURCES))('names file, commit and day of the list of $wallet', (source) => {
    expect(source.repository).toMatch(/^[\w.-]+\/[\w.-]+$/);
    expect(source.file).toMatch(/^[\w./-]+\.\w+$/);
    expect(source.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(new Date(source.date).toISOString().slice(0, 10)).toBe(source.date);
  });
  it('uses every list that it describes', () => {
    const used = new Set<string>(PUBLIC_NODES.flatMap(({ sources }) => sources));
    expect([...used].sort()).toEqual(Object.keys(NODE_SOURCES).sort());
  });
  it('is the only source file that names these nodes: no code can ask one by itself', () => {
    const src = join(projectRoot, 'src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
    expect(files).toContain(LIST);
    for (const file of files.filter((name) => /\.(ts|svelte)$/.test(name) && name !== LIST)) {
      const text = readFileSync(join(src, file), 'utf8');
      for (const address of addresses) expect(text, file).not.toContain(new URL(address).hostname);
    }
  });
});

describe('the tests of public nodes', () => {
  it('ask no node by themselves', () => {
    const port = new FakePort('home', { delay: 0 });
    expect(new PublicTests(createClient(port)).tests).toEqual({});
    expect(port.calls).toEqual([]);
  });
  it('ask each node once, at most three at the same time, and say what each answered', async () => {
    const port = new FakePort('home', { delay: 0 });
    const client = createClient(port);
    let open = 0;
    let most = 0;
    const tests = new PublicTests({
      ...client,
      call: async (method, params) => {
        most = Math.max(most, (open += 1));
        try {
          return await client.call(method, params);
        } finally {
          open -= 1;
        }
      },
    });
    const nodes = ['a', 'b', 'down', 'c', 'late'].map((name) => `https://${name}.example:18089`);
    await tests.testAll(nodes);
    expect([most, tests.asking]).toEqual([3, false]);
    const asked = port.calls.filter(({ method }) => method === 'x_node_health');
    expect(asked.map(({ params }) => (params as { address: string }).address).sort()).toEqual(
      nodes.toSorted(),
    );
    expect(nodes.map((address) => tests.tests[address]?.state)).toContain('answered');
  });
  it('ask no further node after the form was closed', async () => {
    const port = new FakePort('home', { delay: 0 });
    const tests = new PublicTests(createClient(port));
    const done = tests.testAll(Array.from({ length: 9 }, (_, i) => `https://n${i}.example:18089`));
    tests.end();
    await done;
    expect(port.calls.filter(({ method }) => method === 'x_node_health')).toHaveLength(3);
  });
  it('ask no further node when enough of them work, and name the working ones', async () => {
    const port = new FakePort('home', { delay: 0 });
    const tests = new PublicTests(createClient(port));
    const nodes = ['down', 'a', 'b', 'c', 'd', 'e', 'f'].map((name) => `https://${name}.example:18089`);
    await tests.testAll(nodes, 2);
    const asked = port.calls.filter(({ method }) => method === 'x_node_health').length;
    expect(tests.working.length).toBeGreaterThanOrEqual(2);
    expect(asked).toBeLessThan(nodes.length);
    expect(tests.working).not.toContain('https://down.example:18089');
  });
});
