/** The list of nodes and its form in the browser extension: when the person is asked for access, and when it is given back. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { NodeForm } from '../../../src/ui/features/node/node-form.svelte.ts';
import { NodesState } from '../../../src/ui/features/node/nodes.svelte.ts';
import { reasonOf } from '../../../src/ui/features/node/reasons.ts';
import { NodeAccess } from '../../../src/ui/state/node-access.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const FIRST = 'https://node.example:18089';
const THIRD = 'https://third.example:18089';

const setup = async ({ allows = true } = {}) => {
  const asked: string[] = [];
  const dropped: string[] = [];
  const access = new NodeAccess({
    ask: (address) => {
      asked.push(address);
      return Promise.resolve(allows);
    },
    isAllowed: () => Promise.resolve(allows),
    drop: (address) => {
      dropped.push(address);
      return Promise.resolve();
    },
    isSame: (one, other) => new URL(one).hostname === new URL(other).hostname,
  });
  const session = new Session(createClient(new FakePort('home', { delay: 0 })));
  await session.start();
  const nodes = new NodesState(session, access);
  await nodes.load();
  return { access, asked, dropped, nodes, session };
};

describe('access to a node', () => {
  it('is asked for when the person tests or adds it, by its full address, and not when the list opens', async () => {
    const { asked, nodes, session } = await setup();
    await nodes.testAll();
    expect(asked).toEqual([]);
    const form = new NodeForm(session, nodes);
    form.address = ' third.example:18089/ ';
    await form.submit();
    expect(asked).toEqual([THIRD]);
    await nodes.testAsked(FIRST);
    expect(asked).toEqual([THIRD, FIRST]);
  });
  it('is missing after a refusal, and the node is asked all the same', async () => {
    const { access, nodes, session } = await setup({ allows: false });
    const form = new NodeForm(session, nodes);
    form.address = THIRD;
    await form.runTest();
    expect(access.isMissing(THIRD)).toBe(true);
    expect(form.test?.state).toBe('answered');
  });
  it('is given back when the node is removed, or changes its address, unless another one needs it', async () => {
    const { dropped, nodes } = await setup();
    const entry = { own: false, username: '' };
    await nodes.put({ ...entry, address: THIRD }, { first: false });
    await nodes.put({ ...entry, address: `${THIRD}/xmr` }, { old: THIRD, first: false });
    expect(dropped).toEqual([]);
    await nodes.remove(`${THIRD}/xmr`);
    expect(dropped).toEqual([`${THIRD}/xmr`]);
  });
});

describe('the reason why a node does not answer the extension', () => {
  const reason = (access: 'allowed' | 'missing', address: string) =>
    reasonOf(
      { fault: 'node_unreachable', data: { address, hint: 'hidden_by_browser' } },
      { origin: 'chrome-extension://own', online: true, access },
    );
  it('is that the person has not allowed it, where that is so', () => {
    const { title, then, lines } = reason('missing', FIRST);
    expect(title).toMatch(/not allowed/);
    expect(then).toMatch(/allow it when the browser asks/);
    expect(lines).toEqual([]);
  });
  it('is not that it refuses web pages, where the person has allowed it', () => {
    const { maybe, lines, what, then } = reason('allowed', FIRST);
    expect([...maybe, what, then, ...lines.map(({ text }) => text)].join(' ')).not.toMatch(
      /CORS|web page|origin/,
    );
    expect(maybe.join(' ')).toMatch(/certificate.*down/);
    expect(reason('allowed', 'http://192.168.1.5:18081').maybe.join(' ')).not.toMatch(/certificate/);
  });
});
