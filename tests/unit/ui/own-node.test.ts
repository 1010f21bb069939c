import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import {
  connectionsOf,
  OwnNodeState,
  wholeNumber,
} from '../../../src/ui/features/own-node/own-node.svelte.ts';
import { durationWords, ofLimit, rulesWords, stateWords } from '../../../src/ui/features/own-node/words.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { HEIGHT } from '../../support/fake-worker/values.ts';

const ADDRESS = 'https://node.example:18089';
const setup = async (address = ADDRESS) => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  const node = new OwnNodeState(session, address);
  await node.load();
  return { port, node };
};

describe('the own node', () => {
  it('is read at the start and after each command, and says what the command did', async () => {
    const { node } = await setup();
    expect(node.overview?.height).toBe(HEIGHT);
    expect(await node.command('x_node_pop_blocks', { blocks: 10 }, ({ height }) => `Now ${height}.`)).toBe(
      true,
    );
    expect(node.done).toBe(`Now ${HEIGHT - 10}.`);
    expect(node.overview?.height).toBe(HEIGHT - 10);
  });
  it('has one row for each address that it is connected to', async () => {
    const { node } = await setup();
    const of = (address: string, height: bigint) => ({
      ...{ address, host: address.replace(/:\d+$/, ''), incoming: true, height, seconds: 9n },
    });
    const connections = [
      of('203.0.113.9:18080', 1n),
      of('203.0.113.7:18080', 2n),
      of('203.0.113.9:18080', 3n),
    ];
    expect(connectionsOf({ ...node.overview!, connections }).map(({ address }) => address)).toEqual([
      '203.0.113.9:18080',
      '203.0.113.7:18080',
    ]);
  });
  it('is commanded under its address', async () => {
    const { port, node } = await setup();
    await node.command('x_node_ban', { host: '203.0.113.9', seconds: 60 }, 'Banned.');
    expect(port.calls.at(-2)).toEqual({
      method: 'x_node_ban',
      params: { address: ADDRESS, host: '203.0.113.9', seconds: 60 },
    });
    expect(node.overview?.bans).toContainEqual({ host: '203.0.113.9', seconds: 60 });
  });
  it('keeps its last answers when it does not answer', async () => {
    const { port, node } = await setup();
    port.refuseNext('x_node_overview', 'node_unreachable', { address: ADDRESS });
    await node.load();
    expect(node.overview?.height).toBe(HEIGHT);
    expect(node.problem).toMatchObject({ fault: 'node_unreachable' });
    await node.load();
    expect(node.problem).toBeUndefined();
  });
  it('shows the error of a refused command, and forgets it when another sheet opens', async () => {
    const { port, node } = await setup();
    port.refuseNext('x_node_save', 'node_error', { address: ADDRESS, message: 'no' });
    expect(await node.command('x_node_save', {}, 'Saved.')).toBe(false);
    expect(node.error).toMatchObject({ fault: 'node_error' });
    expect(node.done).toBe('');
    node.begin();
    expect(node.error).toBeUndefined();
  });
  it('is not asked any more after it was stopped', async () => {
    const { port, node } = await setup();
    expect(await node.stop()).toBe(true);
    const calls = port.calls.length;
    await node.load();
    expect(port.calls.length).toBe(calls);
    expect(node.stopped).toBe(true);
  });
});

describe('the words about a node', () => {
  it('show whether it is up to date, reads the chain, or is offline', async () => {
    const overview = (await setup()).node.overview!;
    expect(stateWords(overview)).toBe('Up to date with the network');
    expect(stateWords({ ...overview, synchronized: false, height: 10, targetHeight: 3000 })).toBe(
      'Reading the chain: block 10 of 3,000',
    );
    expect(stateWords({ ...overview, offline: true })).toMatch(/^Offline/);
  });
  it('name the version of the rules and the block at which new ones begin', async () => {
    const overview = (await setup()).node.overview!;
    expect(rulesWords(overview)).toBe('The node follows version 16 of the rules. It knows no later ones.');
    const rules = { version: 16, from: 4_000_000 };
    expect(rulesWords({ ...overview, rules })).toMatch(/New rules begin at block 4,000,000\./);
  });
  it('write durations and limits', () => {
    expect([40, 90, 600, 10_800, 200_000].map(durationWords)).toEqual([
      '40 seconds',
      '90 seconds',
      '10 minutes',
      '3 hours',
      '2 days',
    ]);
    expect(ofLimit(3, 0xffff_ffff)).toBe('3, no limit');
    expect(ofLimit(3, 12)).toBe('3 of 12');
  });
});

describe('a typed number', () => {
  it('is read within its limits, and anything else is refused', () => {
    expect(wholeNumber(' 12 ', 1, 20)).toBe(12);
    for (const text of ['', '0', '21', '1.5', 'x', '-3']) expect(wholeNumber(text, 1, 20)).toBeUndefined();
  });
});
