/**
 * Which calls of the table are compared with monero-wallet-rpc, method by method: what docs/rpc-coverage.md shows. What a
 * step comes to is found by taking it here; that the reference comes to the same is what the parity tests hold.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodName } from '../../../src/rpc/contract.ts';
import type { AnyMethod } from '../../../src/rpc/method.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';
import type { Shape } from '../../../src/rpc/schema.ts';
import { openDesk } from '../../support/rpc/fixture.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { CALL_DIFFERENCES } from '../known-differences.ts';
import { variations } from './generated.ts';
import { OFFLINE } from './offline.ts';
import { SPEC_NAMES } from './spec-names.ts';

export interface Row {
  /** A wire name: of the specification, or of the table. */
  readonly name: string;
  readonly method: AnyMethod | undefined;
  /** Calls of table/offline.ts that are answered, and that are refused, by both. */
  readonly answered: number;
  readonly refused: number;
  /** Made from the schema; all of them are refused without a wallet or for their types, most of the rest are answered. */
  readonly generated: number;
  /** Parity tests that compare it on a chain. */
  readonly elsewhere: readonly string[];
  readonly differences: readonly string[];
}

/** In the order of the alphabet; our own methods (x_…) are nobody else's and are left out. */
export const coverage = async (): Promise<readonly Row[]> => {
  await useWasmKernel();
  const desk = openDesk();
  const answered = new Map<string, number>();
  const refused = new Map<string, number>();
  const count = (map: Map<string, number>, name: string): unknown => map.set(name, (map.get(name) ?? 0) + 1);
  for (const { method, params, differs } of OFFLINE) {
    const outcome = await desk.call(method, params as never).then(
      () => answered,
      () => refused,
    );
    if (differs?.in !== 'all') count(outcome, method);
  }
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
      answered: answered.get(key) ?? 0,
      refused: refused.get(key) ?? 0,
      generated: method ? variations(key, {}).length : 0,
      elsewhere: onAChain(key),
      differences: [
        ...CALL_DIFFERENCES.filter(({ methods: of }) => of.includes(key)).map(
          ({ reason, world }) => (world ? `${WORLDS[world]}: ` : '') + reason,
        ),
        ...OFFLINE.filter((each) => each.method === key).flatMap(({ differs }) =>
          differs ? [differs.why] : [],
        ),
      ].filter((each, at, all) => all.indexOf(each) === at),
    };
  });
};

/** Tests that call it on both. */
const FOLDER = join(import.meta.dirname, '..');
const files = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.test.ts') && !['calls.test.ts', 'generated.test.ts'].includes(file))
  .sort()
  .map((file) => ({
    name: file.slice(0, -'.test.ts'.length),
    text: readFileSync(join(FOLDER, file), 'utf8'),
  }));
const onAChain = (method: string): readonly string[] =>
  files.filter(({ text }) => text.includes(`'${method}'`)).map(({ name }) => name);

const WORLDS = { closed: 'no wallet open', open: 'without a node', restricted: 'restricted' };

const shapeText = (shape: Shape): string =>
  Object.entries(shape)
    .map(([name, { type }]) => `${name}: ${type}`)
    .join('; ') || 'nothing';

/** The page, before it is formatted. */
export const page = (rows: readonly Row[]): string => {
  const section = (row: Row): string => {
    const { name, method, answered, refused, generated, elsewhere, differences } = row;
    if (method === undefined) return `## ${name}\n\nMissing.\n`;
    if (method.name !== name) return `## ${name}\n\nThe same as \`${method.name}\`.\n`;
    const lines = [
      `In: \`${shapeText(method.params)}\``,
      `Out: \`${shapeText(method.result)}\``,
      `Compared: ${answered} calls that are answered, ${refused} that are refused, ${generated} made from the schema` +
        (elsewhere.length > 0 ? `; on a chain in ${elsewhere.join(', ')}` : ''),
      ...differences.map((difference) => `Differs: ${difference}`),
    ];
    return `## ${name}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`;
  };
  return `# Coverage of the wallet RPC

Written by \`npm run gen\` from the table of methods and the cases in \`tests/parity\`; do not edit. Each method is called
on us and on monero-wallet-rpc 0.18.4.0 with the same parameters, and the answers are compared field by field: the calls
of [offline.ts](../tests/parity/table/offline.ts), parameters made from the schema
([generated.ts](../tests/parity/table/generated.ts)), each tried without a wallet, with one, and over a door that may only
look, and with a node behind it in the tests of [parity](../tests/parity) that are named. What may differ stands in
[known-differences.ts](../tests/parity/known-differences.ts) with its reason; anything else fails.

${rows.map(section).join('\n')}`;
};
