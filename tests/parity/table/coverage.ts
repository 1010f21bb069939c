/**
 * Which calls of the table are compared with monero-wallet-rpc, method by method, for rpc-coverage.md. The outcome of
 * a step without a node is found by running it here; a step with a node names its outcome. calls.test.ts and chain.test.ts
 * check that both sides have these outcomes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodName } from '../../../src/rpc/contract.ts';
import type { AnyMethod } from '../../../src/rpc/method.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';
import { offeredBy } from '../../support/method-screens.ts';
import { openRpcSession } from '../../support/rpc/fixture.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { answerDifferences, CALL_DIFFERENCES, NEVER } from '../known-differences.ts';
import { CHAIN_STEPS } from './chain.ts';
import { variations } from './generated.ts';
import { OFFLINE } from './offline.ts';
import { SPEC_NAMES } from './spec-names.ts';

interface Calls {
  readonly answered: number;
  readonly refused: number;
}
export interface Row {
  /** The method's name, from the specification or from the table. */
  readonly name: string;
  readonly method: AnyMethod | undefined;
  /** Calls of table/offline.ts that both answer, and that both refuse. */
  readonly offline: Calls;
  /** The same for table/chain.ts. */
  readonly chain: Calls;
  /** Calls made from the schema; without a wallet or with wrong types both refuse them, and they answer most others. */
  readonly generated: number;
  /** Parity tests on a chain that compare it. */
  readonly elsewhere: readonly string[];
  /** The reason if there is no such call to compare. */
  readonly never: Partial<Readonly<Record<keyof Calls, string>>>;
  readonly differences: readonly string[];
}

/** Sorted by name, without our own methods (x_…), which the reference does not have. */
export async function coverage(): Promise<readonly Row[]> {
  await useWasmKernel();
  const rpc = openRpcSession();
  /** Compared calls as `method outcome`, without those of which only the existence of an answer is compared. */
  const offline: string[] = [];
  for (const { method, params, differs } of OFFLINE) {
    const comes = await rpc.call(method, params as never).then(
      () => 'answered',
      () => 'refused',
    );
    if (differs?.in !== 'all') offline.push(`${method} ${comes}`);
  }
  const chain = CHAIN_STEPS.filter(({ lacks, differs }) => lacks !== 'not yet' && differs?.in !== 'all').map(
    ({ method, comes }) => `${method} ${comes}`,
  );
  const callsOf = (method: string, all: readonly string[]): Calls => ({
    answered: all.filter((each) => each === `${method} answered`).length,
    refused: all.filter((each) => each === `${method} refused`).length,
  });
  const methods = Object.values(registry as unknown as Record<string, AnyMethod>).filter(
    ({ name }) => !name.startsWith('x_'),
  );
  const names = new Set([...SPEC_NAMES, ...methods.flatMap(({ name, aliases = [] }) => [name, ...aliases])]);
  return [...names].sort().map((name) => {
    const method = methods.find((each) => each.name === name || each.aliases?.includes(name));
    const key = (method?.name ?? name) as MethodName;
    return {
      name,
      method,
      offline: callsOf(key, offline),
      chain: callsOf(key, chain),
      generated: method ? variations(key, {}).length : 0,
      elsewhere: onAChain(key),
      never: Object.fromEntries(
        NEVER.filter(({ methods: of }) => of.includes(key)).map(({ comes, reason }) => [comes, reason]),
      ),
      differences: [
        ...CALL_DIFFERENCES.filter(({ methods: of }) => of.includes(key)).map(
          ({ reason, world }) => (world ? `${WORLDS[world]}: ` : '') + reason,
        ),
        ...answerDifferences(key),
        ...[...OFFLINE, ...CHAIN_STEPS]
          .filter((each) => each.method === key)
          .flatMap(({ differs }) => (differs ? [differs.why] : [])),
      ].filter((each, at, all) => all.indexOf(each) === at),
    };
  });
}

/** Tests that call it on both sides. */
const TABLES = ['calls.test.ts', 'chain.test.ts', 'generated.test.ts'];
const TESTS = join(import.meta.dirname, '../..');
const files = ['parity', 'long/parity']
  .map((folder) => join(TESTS, folder))
  .flatMap((folder) => readdirSync(folder).map((file) => ({ folder, file })))
  .filter(({ file }) => file.endsWith('.test.ts') && !TABLES.includes(file))
  .map(({ folder, file }) => ({
    name: file.slice(0, -'.test.ts'.length),
    text: readFileSync(join(folder, file), 'utf8'),
  }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
const onAChain = (method: string): readonly string[] => [
  ...new Set(files.filter(({ text }) => text.includes(`'${method}'`)).map(({ name }) => name)),
];

const WORLDS = { closed: 'no wallet open', open: 'without a node', restricted: 'restricted' };

/** `2+4`: calls that both answer, and that both refuse. */
const callsText = ({ answered, refused }: Calls): string =>
  answered + refused === 0 ? '' : `${answered}+${refused}`;

/** A row of cells. */
const line = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const compared = ({ name, method, offline, chain, elsewhere, differences }: Row): string =>
  method === undefined
    ? line(name, 'missing', '', '', '', '')
    : method.name !== name
      ? line(name, `as ${method.name}`, '', '', '', '')
      : line(
          name,
          method.access,
          callsText(offline),
          callsText(chain),
          elsewhere.length > 0 ? String(elsewhere.length) : '',
          differences.length > 0 ? 'yes' : '',
        );

/** The page, before it is formatted. Fails if a method has neither a screen nor a reason to have none. */
export function page(rows: readonly Row[]): string {
  offeredBy();
  const ownBy = (access: AnyMethod['access']): string =>
    Object.values(registry as unknown as Record<string, AnyMethod>)
      .filter((method) => method.name.startsWith('x_') && method.access === access)
      .map(({ name }) => `\`${name}\``)
      .join(', ');
  return `# Methods of the wallet

Written from the table of methods and the cases in \`tests/parity\` by \`npm run docs\`. Parameters and results
stand in \`src/rpc/methods\`, a file for each method. Access: \`read\` answers, \`change\` changes records of the open wallet,
\`spend\` sends, signs or proves with its keys, \`app\` opens and closes wallets, reads the chain or sets the app.

## Methods of monero-wallet-rpc

Each method is called on us and on monero-wallet-rpc with the same parameters, and the answers are compared field by
field. "Without a node" and "with a node": calls that both answer, plus calls that both refuse
(\`tests/parity/table/offline.ts\`, \`tests/parity/table/chain.ts\`); calls made from the schema
(\`tests/parity/table/generated.ts\`) come on top. "Further": files in \`tests/parity\` and
\`tests/long/parity\` that call it, too. "Differs": the reason is in
\`tests/parity/known-differences.ts\` or beside the call; any other difference fails a test.

${line('Method', 'Access', 'Without a node', 'With a node', 'Further', 'Differs')}
${line('---', '---', '---', '---', '---', '---')}
${rows.map(compared).join('\n')}

## Methods of our own

The reference has no method whose name begins with \`x_\`. \`tests/rpc\` has a test for each, and
\`tests/support/method-screens.ts\` knows which screen calls it.

${ACCESSES.map((access) => `- **${access}:** ${ownBy(access)}.`).join('\n')}
`;
}
const ACCESSES: readonly AnyMethod['access'][] = ['read', 'change', 'spend', 'app'];
