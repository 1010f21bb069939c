/** The choice of the first node of a new wallet. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { FirstNode } from '../../../src/ui/features/node/first-node.svelte.ts';
import { PUBLIC_NODES } from '../../../src/ui/features/node/public-nodes.ts';
import { NodeAccess } from '../../../src/ui/state/node-access.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const setup = async (access?: NodeAccess) => {
  const port = new FakePort('nonode', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  const first = new FirstNode(session, access, () => 0);
  const asked = () =>
    port.calls
      .filter(({ method }) => method === 'x_node_health')
      .map(({ params }) => (params as { readonly address: string }).address);
  const stored = () => port.calls.filter(({ method }) => method === 'x_set_nodes').at(-1)?.params;
  return { session, first, asked, stored };
};
const OF_MAINNET = PUBLIC_NODES.filter(({ network }) => network === 'mainnet').map(({ address }) => address);

describe('the first node of a wallet', () => {
  it('is asked for only in a wallet that needs one', async () => {
    expect((await setup()).session.needsNode).toBe(true);
    const withNode = new Session(createClient(new FakePort('home', { delay: 0 })));
    await withNode.start();
    expect(withNode.needsNode).toBe(false);
  });
  it('asks no node before a press', async () => {
    const { first, asked } = await setup();
    expect([first.offered, first.hasPublic, asked()]).toEqual([[], true, []]);
  });
  it('offers three public nodes of the network that answer, and asks no more than needed', async () => {
    const { first, asked } = await setup();
    await first.seek();
    expect(first.offered).toHaveLength(3);
    for (const address of asked()) expect(OF_MAINNET).toContain(address);
    expect(asked().length).toBeLessThan(OF_MAINNET.length);
  });
  it('reads from the chosen one after a test, and does not call it the own one', async () => {
    const { first, stored } = await setup();
    await first.seek();
    const [address = ''] = first.offered;
    expect(await first.choose(address, false)).toBe(true);
    expect(stored()).toMatchObject({ nodes: [{ address, trusted: false }] });
  });
  it('keeps a node that does not work out, and says why', async () => {
    const { first, stored } = await setup();
    expect(await first.choose('https://down.example:18089', false)).toBe(false);
    expect(first.form.test?.state).toBe('refused');
    expect(stored()).toBe(undefined);
  });
  it('gets no login of a relay whose code was read before for another address', async () => {
    const { session, first, stored } = await setup();
    const code = 'ostro-relay:https://me:secret@down.example:18089';
    first.form.address = code;
    first.form.changed();
    expect(first.form).toMatchObject({ address: 'https://down.example:18089', username: 'me', relay: true });
    expect(await first.form.submit()).toBe(false);
    first.form.changed();
    expect(first.form.relay).toBe(true);
    await first.seek();
    const [address = ''] = first.offered;
    expect(await first.choose(address, false)).toBe(true);
    expect(stored()).toMatchObject({ nodes: [{ address, trusted: false }] });
    expect(JSON.stringify(stored())).not.toMatch(/relay|secret|"me"/);
    expect(session.needsNode).toBe(false);
  });
  it('looks for a node of the network on this computer alone', async () => {
    const { first, asked } = await setup();
    await first.searchHere();
    expect(asked()).toEqual(['http://127.0.0.1:18081', 'http://127.0.0.1:18089']);
    expect(first.local.working).not.toEqual([]);
  });
  it('in the extension, asks the browser about the chosen node alone, before it is tested', async () => {
    const questions: string[] = [];
    const access = new NodeAccess({
      ask: (address) => {
        questions.push(address);
        return Promise.resolve(true);
      },
      isAllowed: () => Promise.resolve(false),
      drop: () => Promise.resolve(),
      isSame: (a, b) => a === b,
    });
    const { first, asked } = await setup(access);
    await first.seek();
    expect([first.offered.length, asked(), questions]).toEqual([3, [], []]);
    const [address = ''] = first.offered;
    expect(await first.choose(address, false)).toBe(true);
    expect([asked(), questions]).toEqual([[address], [address]]);
  });
});
