/** What the frame answers to any site, and which nodes a site may have asked through it. */
import { describe, expect, it } from 'vitest';
import { readNodeAddress } from '../../../src/daemon/node-address.ts';
import { PUBLIC_METHODS } from '../../../src/embed/methods.gen.ts';
import { answerFrame } from '../../../src/frame/answer.ts';
import { mayAsk } from '../../../src/frame/node.ts';
import type { PlainParams } from '../../../src/embed/wire.ts';
import { PUBLIC_NAMES } from '../../../src/rpc/public.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';
import { systemClock, systemRandom } from '../../../src/store/platform.ts';
import { formatAddress } from '../../../src/protocol/address/address.ts';
import { KEYS, PAYEE } from '../../support/rpc/fixture.ts';

const SHOP = 'https://shop.example';
const STAGENET = formatAddress({ ...KEYS, network: 'stagenet', kind: 'standard' });
const PROOF = { txid: '0'.repeat(64), address: PAYEE, signature: 'OutProofV2' };

/** Asks as a site; no node answers. Also returns the addresses that were asked. */
const ask = async (method: string, params: PlainParams = {}, origin = SHOP) => {
  const asked: string[] = [];
  const bugs: unknown[] = [];
  const world = {
    fetch: (url: string) => {
      asked.push(url);
      return Promise.reject(new TypeError('Failed to fetch'));
    },
    clock: { ...systemClock, sleep: () => Promise.resolve() },
    random: systemRandom,
    onBug: (error: unknown) => bugs.push(error),
  };
  const outcome = await answerFrame(world, { origin, method, params });
  expect(bugs).toEqual([]);
  return { outcome, asked };
};

describe('the frame', () => {
  it('answers about addresses of the network that is named, and asks no node', async () => {
    const valid = {
      valid: true,
      integrated: false,
      subaddress: true,
      nettype: 'mainnet',
      openalias_address: '',
    };
    expect(await ask('validate_address', { address: PAYEE })).toEqual({
      outcome: { result: valid },
      asked: [],
    });
    expect((await ask('validate_address', { address: STAGENET })).outcome).toMatchObject({
      result: { valid: false },
    });
    const elsewhere = await ask('validate_address', { address: STAGENET, network: 'stagenet' });
    expect(elsewhere.outcome).toMatchObject({ result: { valid: true, nettype: 'stagenet' } });
  });
  it('reads and makes links with exact amounts', async () => {
    const amount = 2n ** 63n + 1n;
    const { outcome } = await ask('make_uri', { address: PAYEE, amount, tx_description: 'a bicycle' });
    const { uri } = (outcome as { result: { uri: string } }).result;
    expect((await ask('parse_uri', { uri })).outcome).toMatchObject({
      result: { uri: { address: PAYEE, amount } },
    });
  });
  it('looks up no name for a site', async () => {
    const name = await ask('validate_address', { address: 'donate.getmonero.org', allow_openalias: true });
    expect(name).toMatchObject({ outcome: { result: { valid: false } }, asked: [] });
  });
  it('knows the methods that the SDK sends to it, and no other of the registry', async () => {
    expect([...PUBLIC_NAMES].sort()).toEqual([...PUBLIC_METHODS].sort());
    for (const method of Object.keys(registry).filter((name) => !PUBLIC_NAMES.includes(name)))
      expect((await ask(method)).outcome).toMatchObject({ error: { code: 4200 } });
  });
  it('names the fault of a failed method', async () => {
    expect((await ask('parse_uri', { uri: 'bitcoin:1' })).outcome).toMatchObject({
      error: { code: -11, data: { reason: 'bad_uri' } },
    });
    expect((await ask('check_tx_proof', PROOF)).outcome).toMatchObject({
      error: { data: { reason: 'no_node' } },
    });
  });
  it.each([
    ['a network that does not exist', { network: 'fakechain' }],
    ['a network that is a list', { network: ['mainnet'] }],
    ['a node that is an object', { node: { address: 'https://node.example' } }],
    ['a node that is no address', { node: 'file:///etc/passwd' }],
  ])('refuses %s', async (_, params) => {
    expect(await ask('check_tx_proof', { ...PROOF, ...params })).toMatchObject({
      outcome: { error: { code: -32602 } },
      asked: [],
    });
  });
});

describe('a node', () => {
  it('with https is asked', async () => {
    const { asked } = await ask('check_tx_proof', { ...PROOF, node: 'https://node.example:18089' });
    expect(asked[0]).toMatch(/^https:\/\/node\.example:18089\//);
  });
  // threat: foreign-request
  it.each([
    'http://127.0.0.1:18081',
    'http://localhost:18081',
    'http://[::1]:18081',
    'https://localhost:18081',
    'http://192.168.1.10:18081',
    'https://192.168.1.10:18081',
    'https://node.local',
    'http://node.example:18081',
    'https://user:secret@node.example',
  ])('like %s is not asked for a site on the internet', async (node) => {
    expect(await ask('check_tx_proof', { ...PROOF, node })).toMatchObject({
      outcome: { error: { code: -32602, data: { reason: 'node' } } },
      asked: [],
    });
  });
  it('on this device is asked for a site on this device, one of the local network is not', () => {
    const may = (address: string) => mayAsk(readNodeAddress({ address }), 'http://shop.localhost:4000');
    expect(may('http://127.0.0.1:18081')).toBe(true);
    expect(may('http://192.168.1.10:18081')).toBe(false);
    expect(may('http://node.example:18081')).toBe(false);
    expect(may('https://node.example')).toBe(true);
  });
});
