/**
 * Writes src/rpc/registry.gen.ts from src/rpc/methods/*.ts, the lists of the methods for sites, the description of the
 * methods for the page's console, and their names for the wallet server. With --check: fails when they are not up to date.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../setup/setup.mjs';
import { importTypeScript } from '../setup/typescript.mjs';
import { keep, readCheckFlag } from './generated.ts';
import {
  headOf,
  importsOf,
  methodNames,
  methodTable,
  nodeCallTable,
  siteLists,
  type Methods,
  type NodeCalls,
  type Sites,
} from './method-table.ts';

const sources = new Map(
  readdirSync(join(projectRoot, 'src/rpc/methods'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
    .sort()
    .map((name) => [name, readFileSync(join(projectRoot, 'src/rpc/methods', `${name}.ts`), 'utf8')]),
);
const names = [...sources.keys()];
const namesWith = (pattern: RegExp) => names.filter((name) => pattern.test(sources.get(name) ?? ''));
const check = readCheckFlag('gen-registry.ts');

// The worker imports the methods that sites may call, and the frame those that it answers, without the rest of the wallet.
// Both lists are read from the texts: the methods themselves can run only with the lists.
const ofSites = namesWith(/^ {2}site: /m);
const ofFrame = namesWith(/^export default definePublicMethod\(/m);
keep('src/rpc/registry.gen.ts', importsOf('registry', names), check);
keep('src/rpc/site-methods.gen.ts', importsOf('siteMethods', ofSites), check);
keep('src/rpc/public-methods.gen.ts', importsOf('publicMethods', ofFrame, ['[', ']']), check);

const { registry } = (await importTypeScript('src/rpc/registry.gen.ts')) as { readonly registry: Methods };
const stated = names.filter((name) => registry[name]?.site);
if (stated.join() !== ofSites.join())
  throw new Error(`write \`site: \` at the beginning of a line: ${stated.join(', ')}`);
const heads = new Map([...sources].map(([name, source]) => [name, headOf(source, name)]));
const { NODE_CALLS } = (await importTypeScript('src/daemon/console/node-calls.ts')) as {
  readonly NODE_CALLS: NodeCalls;
};
const nodeWarnings = [...NODE_CALLS.values()].flatMap(({ warning }) => warning ?? []);
keep('src/ui/features/console/methods.gen.ts', methodTable(registry, heads, nodeWarnings), check);
const daemonFiles = ['src/daemon/bin', 'src/daemon/json'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder)).map((file) => readFileSync(join(projectRoot, folder, file), 'utf8')),
);
/** Of the file that declares the call. */
const nodeHeads = new Map(
  [...NODE_CALLS.keys()].map((name) => {
    const source = daemonFiles.find((text) => text.includes(`Call('${name}'`));
    if (source === undefined) throw new Error(`no file of src/daemon declares ${name}`);
    return [name, headOf(source, /^\/\*\*[^]*?(\S+): /.exec(source)?.[1] ?? name)];
  }),
);
keep('src/ui/features/console/node-calls.gen.ts', nodeCallTable(NODE_CALLS, nodeHeads), check);
keep('src/server/metrics/method-names.gen.ts', methodNames(registry), check);
const sites = (await importTypeScript('src/rpc/sites/methods.ts')) as Sites;
keep('src/embed/methods.gen.ts', siteLists(sites, ofFrame), check);
console.log(`${names.length} methods`);
