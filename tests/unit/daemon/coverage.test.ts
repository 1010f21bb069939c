/** Every row of the specification of monerod's RPC has a client and a test. */
import { describe, expect, it } from 'vitest';
import { beyond, rows } from '../../parity/table/daemon-coverage.ts';
import { JSON_RPC_ROWS, ONLY_REFUSED, PLAIN_ROWS } from '../../parity/table/daemon-rows.ts';

const calls = rows.flatMap((row) => row.calls);

describe('the table of rows', () => {
  it('has the 31 JSON-RPC methods and the 31 plain endpoints of the specification', () => {
    expect(JSON_RPC_ROWS).toHaveLength(31);
    expect(PLAIN_ROWS).toHaveLength(31);
    expect(new Set(rows.map(({ row }) => row)).size).toBe(62);
  });
  it('has a client for each call', () => {
    expect(calls.filter(({ client }) => !client).map(({ wire }) => wire)).toEqual([]);
  });
  it('has a parity test for each call, and a recorded answer if a node gives one', () => {
    expect(calls.filter(({ test }) => test === undefined).map(({ wire }) => wire)).toEqual([]);
    const without = calls.filter((call) => !call.recorded).map(({ wire }) => wire);
    expect(without.sort()).toEqual([...ONLY_REFUSED].sort());
  });
  it('knows the calls that have a client and no row', () => {
    expect(beyond.map(({ wire }) => wire)).toEqual([
      '/get_output_distribution.bin',
      '/get_transaction_pool_hashes',
    ]);
  });
});
