import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { ConsoleState } from '../../../src/ui/features/console/console.svelte.ts';
import { curlForNode } from '../../../src/ui/features/console/curl.ts';
import { NodeChoice } from '../../../src/ui/features/console/node-choice.svelte.ts';
import { nodeTable, WALLET_TABLE } from '../../../src/ui/features/console/tables.ts';
import { explain } from '../../../src/ui/messages/explain.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const OWN = 'http://127.0.0.1:18081';
const PUBLIC = 'https://node.example:18089';

const setup = async (address = OWN) => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  await session.client.call('x_set_nodes', {
    nodes: [
      { address: PUBLIC, trusted: false },
      { address: OWN, trusted: true },
    ],
  });
  const clock = { now: 0 };
  const commands = new ConsoleState(session, () => (clock.now += 1000), nodeTable(address));
  const sent = () => port.calls.filter(({ method }) => method === 'x_node_call').map(({ params }) => params);
  return { port, session, commands, sent };
};

describe('the node console', () => {
  it('chooses the own node first, and the one of the address bar before it', async () => {
    const { session } = await setup();
    const nodes = new NodeChoice(session);
    await nodes.load();
    expect([nodes.chosen, nodes.own]).toEqual([OWN, true]);
    const wanted = new NodeChoice(session, PUBLIC);
    await wanted.load();
    expect([wanted.chosen, wanted.own]).toEqual([PUBLIC, false]);
  });
  it('finds calls by name and by what they do', async () => {
    const { commands } = await setup();
    commands.query = '/get_outs.bin';
    expect(commands.found[0]?.name).toBe('/get_outs.bin');
    commands.query = 'newest blocks off';
    expect(commands.found.map(({ name }) => name)).toEqual(['/pop_blocks']);
  });
  it('sends a call with its parameters to the chosen node and shows the answer', async () => {
    const { commands, sent } = await setup(PUBLIC);
    commands.choose('get_block_headers_range');
    commands.form!.texts = { start_height: '7', end_height: '9' };
    await commands.run();
    expect(sent()).toEqual([
      { address: PUBLIC, call: 'get_block_headers_range', params: '{"start_height":7,"end_height":9}' },
    ]);
    expect(commands.answer).toContain('"status": "OK"');
  });
  it('sends a tick that the call needs, also when it is not set', async () => {
    const { commands, sent } = await setup();
    commands.choose('/set_log_hash_rate');
    await commands.run();
    expect(commands.effect).toBe('This changes how your node works.');
    await commands.run();
    expect(sent()).toEqual([{ address: OWN, call: '/set_log_hash_rate', params: '{"visible":false}' }]);
  });
  it('commands the node at the second press only', async () => {
    const { commands, sent } = await setup();
    commands.choose('/stop_daemon');
    await commands.run();
    expect(commands.effect).toBe('This ends the program of your node.');
    expect(sent()).toEqual([]);
    await commands.run();
    expect(sent()).toHaveLength(1);
  });
  // threat: own-lookups
  it('asks the node about single transactions and coins at the second press only', async () => {
    const { commands, sent } = await setup();
    for (const name of ['/get_transactions', '/is_key_image_spent', '/get_outs.bin', '/get_o_indexes.bin']) {
      commands.choose(name);
      commands.form!.texts = name === '/get_o_indexes.bin' ? { txid: 'ab'.repeat(32) } : {};
      if (name === '/get_outs.bin') commands.form!.texts = { outputs: '[{"index": 7}]' };
      await commands.run();
      expect(commands.effect).toContain('The node learns that');
    }
    expect(sent()).toEqual([]);
  });
  it('says in words what a restricted node and a foreign one do not answer', async () => {
    const restricted = await setup();
    restricted.commands.choose('get_bans');
    await restricted.commands.run();
    expect(explain(restricted.commands.error).what).toContain('to its operator only');
    const foreign = await setup(PUBLIC);
    foreign.commands.choose('sync_info');
    await foreign.commands.run();
    expect(explain(foreign.commands.error).what).toContain('is not marked as yours');
  });
  it('keeps the calls of each node and of the wallet apart', async () => {
    const { session, commands } = await setup();
    commands.choose('/get_height');
    await commands.run();
    expect(commands.log.calls.map(({ method }) => method)).toEqual(['/get_height']);
    expect(new ConsoleState(session, undefined, nodeTable(PUBLIC)).log.calls).toEqual([]);
    expect(new ConsoleState(session, undefined, WALLET_TABLE).log.calls).toEqual([]);
    expect(new ConsoleState(session, undefined, nodeTable(OWN)).log.calls).toHaveLength(1);
  });
  it('writes a call as a command for a shell, but none for a binary form', () => {
    expect(curlForNode(`${OWN}/`, 'get_info', {})).toContain(
      `'${OWN}/json_rpc' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"jsonrpc":"2.0","id":"0","method":"get_info","params":{}}'`,
    );
    expect(curlForNode(OWN, '/get_transactions', { txs_hashes: ['ab'] })).toContain(
      `'${OWN}/get_transactions' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"txs_hashes":["ab"]}'`,
    );
    expect(nodeTable(OWN).curl('/get_outs.bin', {})).toBeUndefined();
  });
});
