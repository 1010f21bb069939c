/**
 * Which calls of the table are compared with monero-wallet-rpc, method by method, for docs/rpc-coverage.md. The outcome of
 * a step without a node is found by running it here; a step with a node names its outcome. calls.test.ts and chain.test.ts
 * check that both sides have these outcomes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodName } from '../../../src/rpc/contract.ts';
import type { AnyMethod } from '../../../src/rpc/method.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';
import type { Shape } from '../../../src/rpc/schema.ts';
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

const shapeText = (shape: Shape): string =>
  Object.entries(shape)
    .map(([name, { type }]) => `${name}: ${type}`)
    .join('; ') || 'nothing';

const callsText = ({ answered, refused }: Calls): string => `${answered} answered, ${refused} refused`;

/** The page, before it is formatted. */
export function page(rows: readonly Row[]): string {
  const section = (row: Row): string => {
    const { name, method, offline, chain, generated, elsewhere, never, differences } = row;
    if (method === undefined) return `## ${name}\n\nMissing.\n`;
    if (method.name !== name) return `## ${name}\n\nThe same as \`${method.name}\`.\n`;
    const lines = [
      `In: \`${shapeText(method.params)}\``,
      `Out: \`${shapeText(method.result)}\``,
      `Compared without a node: ${callsText(offline)}, ${generated} made from the schema`,
      `Compared with a node: ${callsText(chain)}` +
        (elsewhere.length > 0 ? `; further in ${elsewhere.join(', ')}` : ''),
      ...Object.entries(never).map(([comes, reason]) => `Never ${comes}: ${reason}`),
      ...differences.map((difference) => `Differs: ${difference}`),
    ];
    return `## ${name}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`;
  };
  return `# Coverage of the wallet RPC

Written by \`npm run gen\` from the table of methods and the cases in \`tests/parity\`; do not edit. Each method is called
on us and on monero-wallet-rpc 0.18.4.0 with the same parameters, and the answers are compared field by field: the calls
of [offline.ts](../tests/parity/table/offline.ts), parameters made from the schema
([generated.ts](../tests/parity/table/generated.ts)), each tried without a wallet, with one, and over an endpoint that may only
look, and with a node behind it the calls of [chain.ts](../tests/parity/table/chain.ts); the tests of
[parity](../tests/parity) and [long parity](../tests/long/parity) that are named go further. A method of the specification that lacks a call that both answer, or
one that both refuse, fails a test, and so does a call that does not come to what is counted here. What may differ stands
in [known-differences.ts](../tests/parity/known-differences.ts) with its reason; anything else fails. What is
ours has a method of its own, named \`x_…\`. Where the page offers each method stands [at the end](#on-the-page).

${rows.map(section).join('\n')}
${onThePage()}`;
}

/** All methods, ours too, with the screens that call them. */
const onThePage = (): string => `## On the page

The screens whose code calls a method, or why none does
([method-screens.ts](../tests/support/method-screens.ts)). The console calls all of them.

| Method | Where |
| ------ | ----- |
${Object.entries(offeredBy())
  .map(([name, where]) => `| \`${name}\` | ${where} |`)
  .join('\n')}
`;
