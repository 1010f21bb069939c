/** The rows of the specification of monerod's RPC, with the client of each call and its test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { daemonClients, type Client } from '../../support/daemon-clients.ts';
import { JSON_RPC_ROWS, PLAIN_ROWS, type DaemonRow } from './daemon-rows.ts';

const ROOT = join(import.meta.dirname, '../../..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const clients = await daemonClients();
const recorded = JSON.parse(textOf('tests/vectors/daemon/rows.json')) as {
  readonly exchanges: Readonly<Record<string, unknown>>;
};

export interface CoveredCall {
  readonly wire: string;
  readonly client: Client | undefined;
  /** The parity test that calls it, or undefined if it does not. */
  readonly test: string | undefined;
  /** Whether answers of a real node to it are recorded, which unit tests damage. */
  readonly recorded: boolean;
}
export interface CoveredRow {
  readonly row: string;
  readonly calls: readonly CoveredCall[];
}

const cover = ({ row, calls, suite }: DaemonRow): CoveredRow => ({
  row,
  calls: calls.map((wire) => {
    const client = clients.find((each) => each.wire === wire);
    const test = `tests/parity/${suite}.test.ts`;
    return {
      wire,
      client,
      test: client && textOf(test).includes(`${client.name}(`) ? test : undefined,
      recorded: Object.hasOwn(recorded.exchanges, wire),
    };
  }),
});

export const rows = [...JSON_RPC_ROWS, ...PLAIN_ROWS].map(cover);
/** Calls that have a client and belong to no row. */
export const beyond = clients.filter(
  ({ wire }) => !rows.some(({ calls }) => calls.some((each) => each.wire === wire)),
);
