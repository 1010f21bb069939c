/** The page "Nodes": the list, the form, the health cards and the reasons. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { rowsOf, verdictOf, type Health } from '../../../src/ui/features/node/health.ts';
import { NodeForm } from '../../../src/ui/features/node/node-form.svelte.ts';
import { NodesState, rolesOf } from '../../../src/ui/features/node/nodes.svelte.ts';
import { reasonOf } from '../../../src/ui/features/node/reasons.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const setup = async (scenario: Scenario = 'home') => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  const nodes = new NodesState(session);
  await nodes.load();
  const stored = () => port.calls.filter(({ method }) => method === 'x_set_nodes').at(-1)?.params;
  return { port, session, nodes, stored };
};
const FIRST = 'https://node.example:18089';
const SECOND = 'https://second.example:18089';
const ASKER = { origin: 'https://wallet.example', online: true };
const addressesOf = ({ list }: NodesState) => list.map(({ address }) => address);

const HEALTH: Health = {
  height: 1000,
  targetHeight: 0,
  synchronized: true,
  network: 'mainnet',
  devnet: false,
  version: '',
  restricted: true,
  milliseconds: 80,
  poolSize: 0,
};

describe('the list of nodes', () => {
  it('moves a node, and says its new place', async () => {
    const { nodes, stored } = await setup();
    expect(addressesOf(nodes)).toEqual([FIRST, SECOND]);
    expect([await nodes.move(SECOND, -1), nodes.rankOf(SECOND)]).toEqual([true, 1]);
    expect(addressesOf(nodes)).toEqual([SECOND, FIRST]);
    expect(stored()).toMatchObject({ nodes: [{ address: SECOND }, { address: FIRST }] });
    expect([await nodes.move(SECOND, -1), nodes.rankOf(SECOND)]).toEqual([true, 1]);
  });
  it('never sends a password that was not typed: the worker keeps the stored one', async () => {
    const { nodes, stored } = await setup();
    await nodes.move(SECOND, -1);
    expect(stored()).toMatchObject({ nodes: [{ address: SECOND, username: 'me' }, { address: FIRST }] });
    expect(JSON.stringify(stored())).not.toContain('password');
  });
  it('ends the roles of a node that is removed', async () => {
    const { nodes, stored } = await setup();
    await nodes.setRole('send', SECOND);
    await nodes.setRole('compare', SECOND);
    expect(stored()).toMatchObject({ send: SECOND, compare: SECOND });
    await nodes.remove(SECOND);
    expect(stored()).toMatchObject({ nodes: [{ address: FIRST }], send: '', compare: '' });
    expect(nodes.tests).not.toHaveProperty(SECOND);
  });
  it('lets the roles follow a node whose address is edited', async () => {
    const { nodes, stored } = await setup();
    await nodes.setRole('send', SECOND);
    await nodes.put(
      { address: 'https://new.example', own: true, username: '' },
      { old: SECOND, first: false },
    );
    expect(stored()).toEqual({
      nodes: [
        { address: FIRST, trusted: true },
        { address: 'https://new.example', trusted: true },
      ],
      send: 'https://new.example',
      compare: '',
    });
  });
  it('says why it was not stored, and keeps what it shows', async () => {
    const { port, nodes } = await setup();
    port.refuseNext('x_set_nodes', 'bad_node_address', { address: 'x' });
    expect(await nodes.remove(SECOND)).toBe(false);
    expect(nodes.wrong?.fault).toBe('bad_node_address');
    expect(addressesOf(nodes)).toEqual([FIRST, SECOND]);
  });
  it('tests each node with the login that the worker has', async () => {
    const { port, nodes } = await setup();
    await nodes.testAll();
    const asked = port.calls.filter(({ method }) => method === 'x_node_health').map(({ params }) => params);
    expect(asked).toEqual([{ address: FIRST }, { address: SECOND }]);
    expect(nodes.tests[FIRST]?.state).toBe('answered');
    expect(nodes.highest).toBeGreaterThan(0);
  });
});

describe('the roles of a node', () => {
  const list = [FIRST, SECOND].map((address) => ({ address, own: false, username: '', hasPassword: false }));
  const known = { list, roles: { send: '', compare: '' }, used: FIRST, standIn: false };
  it('are shown as sentences', () => {
    expect(rolesOf(list[0]!, known)).toEqual(['Ostro reads from it.', 'Your payments are sent through it.']);
    expect(rolesOf(list[1]!, known)).toEqual(['Ostro reads from it when the nodes above are away.']);
    const roles = { send: SECOND, compare: SECOND };
    expect(rolesOf(list[1]!, { ...known, roles })).toEqual([
      'Its answers are only compared.',
      'It alone gets your payments.',
    ]);
  });
  it('are not told of the only node', () => {
    const [only] = list;
    expect(rolesOf({ ...only!, own: true }, { ...known, list: [only!] })).toEqual(['Your own node.']);
    expect(rolesOf({ ...only!, own: false }, { ...known, list: [only!] })).toEqual([]);
  });
  it('show that another node replaces the first one', () => {
    const away = { ...known, used: SECOND, standIn: true };
    expect(rolesOf(list[1]!, away)[0]).toMatch(/reads from it while/);
    expect(rolesOf(list[0]!, away)[0]).toMatch(/again when it is back/);
  });
});

describe('the form for a node', () => {
  it('adds a node after a test, the first one of the list only if the person wants it', async () => {
    const { session, nodes, stored } = await setup();
    const form = new NodeForm(session, nodes);
    form.address = ' third.example:18089/ ';
    expect(await form.submit()).toBe(true);
    expect(stored()).toMatchObject({
      nodes: [{ address: FIRST }, { address: SECOND }, { address: 'https://third.example:18089' }],
    });
    // The card shows the test of the form.
    expect(nodes.tests['https://third.example:18089']?.state).toBe('answered');
  });
  it('takes the code of a relay in place of an address, and says when it is not whole', async () => {
    const { session, nodes, stored } = await setup();
    const form = new NodeForm(session, nodes);
    const code = `ostro-relay:https://ostro:secret@home.example:28089#${'0a'.repeat(32)}`;
    form.address = code.slice(0, -1);
    form.changed();
    expect(form.addressWrong).toMatch('not whole');
    expect(await form.submit()).toBe(false);
    form.address = code;
    form.changed();
    expect(form.address).toBe('https://home.example:28089');
    expect(await form.submit()).toBe(true);
    const relay = {
      address: 'https://home.example:28089',
      username: 'ostro',
      password: 'secret',
      kind: 'relay',
    };
    expect(stored()?.['nodes']).toMatchObject([relay, { address: FIRST }, { address: SECOND }]);
    expect(stored()?.['nodes']).not.toMatchObject([{}, { kind: 'relay' }]);
  });
  it('reads a name of this device without a scheme as plain http', async () => {
    const { port, session, nodes } = await setup();
    const form = new NodeForm(session, nodes);
    form.address = 'localhost:18081';
    await form.runTest();
    expect(port.calls.at(-1)?.params['address']).toBe('http://localhost:18081');
  });
  it('stores a node that does not work only when the person asks once more', async () => {
    const { session, nodes, stored } = await setup();
    const form = new NodeForm(session, nodes);
    form.address = 'https://down.example';
    expect(await form.submit()).toBe(false);
    expect(form.mayInsist).toBe(true);
    expect(stored()).toBeUndefined();
    expect(await form.submit()).toBe(true);
    expect(stored()?.['nodes']).toHaveLength(3);
  });
  it('ends a test at once when the person cancels it or types on, and drops its answer', async () => {
    const { session, nodes, stored } = await setup();
    const form = new NodeForm(session, nodes);
    form.address = 'https://down.example';
    const slow = form.runTest();
    expect(form).toMatchObject({ busy: 'test', test: { state: 'asking' } });
    form.cancelTest();
    expect([form.busy, form.test]).toEqual(['', undefined]);
    const adding = form.submit();
    form.address = 'https://third.example:18089';
    form.changed();
    await slow;
    expect(await adding).toBe(false);
    expect([form.busy, form.test, stored()]).toEqual(['', undefined, undefined]);
    expect(await form.submit()).toBe(true);
  });
  it('never stores a node of another network', async () => {
    const { session, nodes, stored } = await setup();
    const form = new NodeForm(session, nodes);
    form.address = 'https://stagenet.example';
    expect(await form.submit()).toBe(false);
    expect(form.mayInsist).toBe(false);
    expect(await form.submit()).toBe(false);
    expect(stored()).toBeUndefined();
  });
  it('refuses an address that is in the list already, and an empty one', async () => {
    const { session, nodes } = await setup();
    const form = new NodeForm(session, nodes);
    expect(await form.submit()).toBe(false);
    expect(form.addressWrong).toMatch(/Enter the address/);
    form.address = SECOND;
    expect(await form.submit()).toBe(false);
    expect(form.addressWrong).toMatch(/already/);
  });
  it('keeps the stored password of the same address and user name, and no other', async () => {
    const { port, session, nodes, stored } = await setup();
    const old = nodes.list[1]!;
    const form = new NodeForm(session, nodes, old);
    expect(form.keepsPassword).toBe(true);
    expect(await form.submit()).toBe(true);
    expect(JSON.stringify(stored())).not.toContain('password');
    expect(port.calls.find(({ method }) => method === 'x_node_health')?.params).toEqual({ address: SECOND });
    const renamed = new NodeForm(session, nodes, old);
    renamed.address = 'https://other.example';
    expect(renamed.keepsPassword).toBe(false);
  });
  it('stores nothing after it was closed during a test', async () => {
    const { session, nodes, stored } = await setup();
    const form = new NodeForm(session, nodes);
    form.address = 'https://third.example';
    const submitting = form.submit();
    form.end();
    expect(await submitting).toBe(false);
    expect(stored()).toBeUndefined();
  });
  it('makes the new node the first one when the one in use does not work', async () => {
    const { session, nodes } = await setup('problem');
    expect(new NodeForm(session, nodes).first).toBe(true);
  });
});

describe('a health card', () => {
  it('shows how far a node is behind the others, and that it is slow', () => {
    const answered = (changes: Partial<Health>) =>
      verdictOf({ state: 'answered', health: { ...HEALTH, ...changes } }, 1003, ASKER);
    expect(answered({ height: 1003 })).toEqual({ kind: 'good', text: 'Works, answered in 80 ms' });
    expect(answered({})).toEqual({ kind: 'care', text: '3 blocks behind another node, answered in 80 ms' });
    expect(answered({ height: 1003, milliseconds: 2500 })).toMatchObject({ kind: 'care' });
  });
  it('has no row for what the node hides', () => {
    const names = rowsOf(HEALTH, 1000).map(({ name }) => name);
    expect(names).not.toContain('Free space');
    expect(names).not.toContain('Peers it called');
    const open = rowsOf({ ...HEALTH, restricted: false, peersOut: 0, freeSpace: 10n ** 12n }, 1000);
    expect(open).toContainEqual({ name: 'Peers it called', value: '0' });
    expect(open).toContainEqual({ name: 'Free space', value: '1 TB' });
  });
});

describe('the reason why a node does not work', () => {
  const reason = (fault: string, data: object = {}, asker = ASKER) =>
    reasonOf({ fault, data: { address: 'https://n.example:18089', ...data } }, asker);
  const textsOf = (fault: string, data: object = {}) => reason(fault, data).lines.map(({ text }) => text);

  it.each([
    ['node_tls', {}, /certificate/],
    ['node_mixed_content', {}, /without https/],
    ['node_timeout', { seconds: 12 }, /silent/],
    ['node_login', { tried: false }, /requires a login/],
    ['node_login', { tried: true }, /refuses the login/],
    ['node_login', { tried: true, hidden: true }, /browser cannot log in/],
    ['node_wrong_network', { expected: 'mainnet', actual: 'stagenet' }, /another network/],
    ['node_not_synchronised', { height: 1, target: 2 }, /behind/],
    ['node_too_old', { version: '3.9', oldest: '3.10' }, /too old/],
    ['node_bad_answer', { kind: 'too_long' }, /does not end/],
    ['node_bad_answer', { kind: 'unreadable' }, /not a node/],
    ['node_bad_answer', {}, /breaks the rules/],
    ['node_http', { status: 404 }, /not a node/],
    ['node_http', { status: 502 }, /behind this address is down/],
    ['node_http', { status: 302 }, /leads to another/],
    ['node_restricted', { call: 'get_outs' }, /refuses what Ostro needs/],
    ['node_payment_required', { call: 'get_info' }, /payment/],
  ])('is named: %s %j', (fault, data, title) => {
    const { title: shown, what, then } = reason(fault, data);
    expect(shown).toMatch(title);
    for (const text of [what, then]) expect(text).toMatch(/[.:]$/);
  });
  it('is a list of what it may be where the browser does not say', () => {
    const { maybe, opensInTab: look, lines } = reason('node_unreachable', { hint: 'hidden_by_browser' });
    expect(maybe.join(' ')).toMatch(/CORS.*TLS.*down/);
    expect(look).toBe(true);
    expect(lines.map(({ where }) => where)).toEqual(['monerod', 'Caddy', 'nginx']);
    const plain = { hint: 'hidden_by_browser', address: 'http://127.0.0.1:18081' };
    expect(reason('node_unreachable', plain).maybe.join(' ')).not.toMatch(/TLS/);
  });
  it('is the device, the browser or the kind of address where that is known', () => {
    const hidden = { hint: 'hidden_by_browser' };
    expect(reason('node_unreachable', hidden, { ...ASKER, online: false }).title).toMatch(/offline/);
    expect(reason('node_unreachable', { hint: 'local_network_denied' }).title).toMatch(/browser keeps/);
    expect(reason('node_unreachable', { ...hidden, address: 'http://abc.onion:18081' }).title).toMatch(
      /onion/,
    );
  });
  it('behind the command ostro names the command, its proxy and the certificate that it found', () => {
    const asker = { ...ASKER, byCommand: true };
    const onion = reason('node_unreachable', { address: 'http://abc.onion:18081' }, asker);
    expect(onion.then).toContain('--proxy');
    expect(reason('node_unreachable', { hint: 'command_gone' }, asker).title).toMatch(/command ostro/);
    const why = 'the certificate with the SHA-256 fingerprint ab is not among the allowed ones';
    const refused = reason('node_tls', { why }, asker);
    expect(refused.what).toContain(why);
    expect(refused.then).toContain('fingerprint');
    expect([refused.opensInTab, reason('node_tls').opensInTab]).toEqual([false, true]);
  });
  it("gives lines with this page's origin, the node's name and the wallet's network", () => {
    expect(textsOf('node_unreachable', { hint: 'hidden_by_browser' })[0]).toBe(
      '--rpc-access-control-origins https://wallet.example',
    );
    expect(textsOf('node_mixed_content')[0]).toBe(
      'caddy reverse-proxy --from n.example --to 127.0.0.1:18081',
    );
    expect(textsOf('node_wrong_network', { expected: 'stagenet', actual: 'mainnet' })).toEqual([
      '--stagenet',
    ]);
    expect(textsOf('node_wrong_network', { expected: 'mainnet', actual: 'stagenet' })).toEqual([]);
  });
});
