/**
 * docs/daemon-coverage.md: the rows of the specification, with the client of each call, its test and its users. Worked
 * out while this file is loaded, because the generator's module runner ends with that.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { daemonClients, type Client } from '../../support/daemon-clients.ts';
import { JSON_RPC_ROWS, ONLY_REFUSED, PLAIN_ROWS, type DaemonRow } from './daemon-rows.ts';

const ROOT = join(import.meta.dirname, '../../..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const clients = await daemonClients();
const recorded = JSON.parse(textOf('tests/vectors/daemon/rows.json')) as {
  readonly exchanges: Readonly<Record<string, unknown>>;
};
const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file: `src/${file}`, text: textOf(`src/${file}`) }));

export interface CoveredCall {
  readonly wire: string;
  readonly client: Client | undefined;
  /** The parity test that calls it, or undefined if it does not. */
  readonly test: string | undefined;
  /** Whether answers of a real node to it are recorded, which unit tests damage. */
  readonly recorded: boolean;
  /** Files of the app that use what its file reads. */
  readonly users: readonly string[];
}
export interface CoveredRow {
  readonly row: string;
  readonly calls: readonly CoveredCall[];
}

const usersOf = ({ file }: Client): readonly string[] => {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const folder = file.slice('src/daemon/'.length, -name.length - 1);
  return sources
    .filter(
      (each) => !/^src\/daemon\/(json|bin)\//.test(each.file) && each.text.includes(`/${folder}/${name}'`),
    )
    .map((each) => each.file);
};

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
      users: client ? usersOf(client) : [],
    };
  }),
});

export const rows = [...JSON_RPC_ROWS, ...PLAIN_ROWS].map(cover);
/** Calls that have a client and belong to no row. */
export const beyond = clients.filter(
  ({ wire }) => !rows.some(({ calls }) => calls.some((each) => each.wire === wire)),
);

const isCovered = ({ wire, client, test, recorded: damaged }: CoveredCall): boolean =>
  client !== undefined && test !== undefined && (damaged || ONLY_REFUSED.includes(wire));
export const covered = rows.filter(({ calls }) => calls.every(isCovered));

const link = (path: string): string => `[${path.slice(path.lastIndexOf('/') + 1)}](../${path})`;
const line = ({ row, calls }: CoveredRow): string => {
  const files = [...new Set(calls.flatMap(({ client }) => client?.file ?? []))];
  const names = calls.map(({ wire, client }) => (client ? `\`${client.name}\`` : `no client of ${wire}`));
  const admin = calls.some(({ client }) => client?.admin) ? 'yes' : '';
  const tests = [...new Set(calls.map(({ test }) => (test === undefined ? 'none' : link(test))))];
  const users = [...new Set(calls.flatMap((call) => call.users))].sort();
  const cells = [row, `${names.join(', ')} in ${files.map(link).join(', ')}`, admin, tests.join(', ')];
  return `| ${[...cells, users.map(link).join(', ')].join(' | ')} |`;
};
const table = (part: readonly CoveredRow[]): string =>
  [
    '| row | client | admin | compared in | used by |',
    '| --- | --- | --- | --- | --- |',
    ...part.map(line),
  ].join('\n');

/** Before it is formatted. */
export const text = `# Coverage of the daemon RPC

Written by \`npm run gen\` from the clients in \`src/daemon\` and the table of rows in
[daemon-rows.ts](../tests/parity/table/daemon-rows.ts); do not edit. ${covered.length} of ${rows.length} rows of the
specification have a client whose answers the parity tests compare with those of monerod, field by field and in both
directions, and whose recorded answers the unit tests damage ([rows.test.ts](../tests/unit/daemon/rows.test.ts)). A row
without one of these fails a test. No node answers /start_save_graph, /stop_save_graph and, while it is offline, /update:
the tests look at their refusals.

Admin calls are those that monerod offers on an unrestricted port only: our client sends them to the user's own node
alone. "Used by": files of the app that use the client, or a shorter reading in the same file.

## JSON-RPC methods

${table(rows.slice(0, JSON_RPC_ROWS.length))}

## Plain endpoints

${table(rows.slice(JSON_RPC_ROWS.length))}

Beyond the specification: ${beyond.map(({ wire, file }) => `${link(file)} (\`${wire}\`)`).join(', ')}.
`;
