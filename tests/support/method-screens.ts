/**
 * Which screen offers each method of the wallet. The screens are found in the page's code: the folder of a file that names
 * the method says which screen it is. A method that no screen calls states the reason; it can still be called in
 * the console. tests/unit/rpc/coverage.test.ts fails when a method has neither, or both.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { MethodName } from '../../src/rpc/contract.ts';
import { registry } from '../../src/rpc/registry.gen.ts';

/** Screens whose name is not that of their folder in src/ui/features, by the beginning of a path in src/ui. */
const SCREENS: readonly (readonly [path: string, screen: string])[] = [
  ['features/balance/', 'Balance over time'],
  ['features/console/', 'Node console'],
  ['features/cold/', 'Signing device'],
  ['features/consent/', 'Question of a site'],
  ['features/multisig/', 'Signers'],
  ['features/node/', 'Nodes'],
  ['features/open/', 'Start'],
  ['features/overview/', 'Home'],
  ['features/sites/', 'Connected sites'],
  ['payments/ask.svelte.ts', 'Receive'],
  ['coins/', 'Coins'],
  ['transfers/received-at', 'Receive'],
  ['state/contacts', 'Contacts'],
  ['payments/payee', 'Send'],
  ['app/notes.ts', 'Send'],
  ['state/unsent', 'Signing device'],
];
/** Folders with sheets of Settings, and files of them in the folder of another screen. */
const OF_SETTINGS =
  /^(features\/(about|attributes|backup|device|rates|reading|rpc-access|security)\/|keys\/guarded|features\/(address\/integrated|cold\/(Cold|ViewKey)Sheet|contacts\/openalias|storage\/RemoveSheet))/;
/** Code of all screens: status, balance, history, opening and locking. */
const COMMON = 'every screen';

/** `features/own-node/bans.ts` belongs to the screen `Own node`. */
function screenOf(path: string): string {
  if (OF_SETTINGS.test(path)) return 'Settings';
  const named = SCREENS.find(([start]) => path.startsWith(start))?.[1];
  if (named !== undefined) return named;
  const [, folder] = /^features\/([^/]+)\//.exec(path) ?? [];
  if (folder === undefined) return COMMON;
  return folder.charAt(0).toUpperCase() + folder.slice(1).replaceAll('-', ' ');
}

/** Reason in the method's file, in a line `// No screen: …`. */
function reasonOf(method: MethodName): string | undefined {
  const text = readFileSync(join(root, 'src/rpc/methods', `${method}.ts`), 'utf8');
  return /^ {2}\/\/ No screen: (.+)\.$/m.exec(text)?.[1];
}

const root = join(import.meta.dirname, '../..');
const ui = join(root, 'src/ui');
const NO_SCREENS = /^(features\/console\/(?!tables\.ts)|texts\/|messages\/)/;

/**
 * Names of the screens whose code names the method, and not only the type of its answer; a call of a short name such as
 * `sign` is written `call('sign'`.
 */
function screensOf(method: MethodName, files: readonly { path: string; text: string }[]): readonly string[] {
  const names = new RegExp(method.includes('_') ? `(?<!Result<)'${method}'` : `call\\([^,]*'${method}'`);
  return [...new Set(files.filter(({ text }) => names.test(text)).map(({ path }) => screenOf(path)))].sort();
}

/** For each method, where it is offered: names of screens, or why only programs and the console call it. */
export function offeredBy(): Readonly<Record<MethodName, string>> {
  const files = readdirSync(ui, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.(ts|svelte)$/.test(path) && !NO_SCREENS.test(path))
    .map((path) => ({ path, text: readFileSync(join(ui, path), 'utf8') }));
  const offered: Partial<Record<MethodName, string>> = {};
  const wrong: string[] = [];
  for (const method of Object.keys(registry) as MethodName[]) {
    const screens = screensOf(method, files);
    const reason = reasonOf(method);
    if (screens.length === 0 && reason === undefined)
      wrong.push(`${method}: no screen calls it, and no line "// No screen: …" says why`);
    if (screens.length > 0 && reason !== undefined)
      wrong.push(`${method}: ${screens.join(', ')} calls it: remove its reason`);
    offered[method] = screens.length > 0 ? screens.join(', ') : `programs and the console; ${reason}`;
  }
  if (wrong.length > 0) throw new Error(`src/rpc/methods:\n${wrong.join('\n')}`);
  return offered as Record<MethodName, string>;
}
