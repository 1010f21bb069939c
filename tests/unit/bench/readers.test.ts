/** What the bench reads out of /proc, command lines and built transactions. */
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../bench/options.ts';
import { countsOf } from '../../bench/payment.ts';
import { parseStat, parseStatus } from '../../bench/proc.ts';

describe('/proc', () => {
  it('contains parent and CPU time, also of a process with a strange name', () => {
    const line = `4711 (a ) (b) S 42 1 1 0 -1 4194560 9 0 0 0 250 50 0 0 20 0 1 0 100 1000 10`;
    expect(parseStat(line, 100)).toMatchObject({ pid: 4711, parent: 42, cpu: 3 });
  });
  it('contains resident memory, and the part that no file backs', () => {
    const text =
      'Name:\tx\nVmRSS:\t  204800 kB\nRssAnon:\t  51200 kB\nRssFile:\t  1 kB\nRssShmem:\t  1024 kB\n';
    expect(parseStatus(text)).toEqual({ rss: 200, own: 51 });
  });
  it('has no entry for a process that has ended', () => {
    expect(parseStatus('')).toEqual({ rss: 0, own: 0 });
  });
});

describe('countsOf', () => {
  const input = (ring: number): string =>
    `0200${ring.toString(16).padStart(2, '0')}${'8101'.repeat(ring)}${'aa'.repeat(32)}`;
  it('counts the inputs and outputs of a prefix', () => {
    expect(countsOf(`020002${input(16)}${input(16)}10`)).toEqual({ inputs: 2, outputs: 16 });
  });
  it('refuses a coinbase transaction', () => {
    expect(() => countsOf('023c01ff0101')).toThrow('spends no key');
  });
  it('refuses a transaction that ends too early', () => {
    expect(() => countsOf(`020002${input(16)}`)).toThrow();
  });
});

describe('the command line', () => {
  it('measures everything five times by default', () => {
    expect(readOptions([])).toEqual({
      suites: ['scan', 'send', 'open', 'load', 'server'],
      cases: [],
      runs: 5,
      isFixed: false,
      evenBusy: false,
      only: ['ostro', 'native', 'monero_ts'],
    });
  });
  it('accepts lists, and JSON into a file or to the standard output', () => {
    expect(readOptions(['--suite', 'scan,open', '--json', 'x.json'])).toMatchObject({
      suites: ['scan', 'open'],
      json: 'x.json',
    });
    expect(readOptions(['--json', '--runs', '1'])).toMatchObject({ json: '-', runs: 1 });
  });
  it.each(['--suite sacn', '--runs 0', '--fast', '--only cake'])('refuses %s', (line) => {
    expect(readOptions(line.split(' '))).toHaveProperty('problem');
  });
});
