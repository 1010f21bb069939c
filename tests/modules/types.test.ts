/**
 * Lists that the compiler compares, and branded bytes: each case changes one file in memory and expects a certain error.
 * One compiler program per case over the project's own files; unchanged files are parsed once.
 */
import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
/** Only these files are checked, not what they import. */
const MESSAGES = 'src/ui/messages/explain.ts';
const ERRORS = 'src/rpc/errors.ts';
const STATE = 'src/wallet/state/state.ts';
const METHODS = 'src/rpc/registry.gen.ts';
const FAKE = 'tests/support/fake-worker/answers/wallets.ts';
const CALLER = 'src/ui/shared/notes.ts';

/** A file and the text removed from it, the file that then fails, and the error. */
const removed = [
  ['a method that the page calls', METHODS, /^ {2}set_tx_notes,\n/m, CALLER, /"set_tx_notes"/],
  ['a method that the fake worker answers', METHODS, /^ {2}x_storage,\n/m, FAKE, /'x_storage'/],
  [
    "a fault's sentence",
    'src/ui/messages/node.ts',
    /^ {2}node_busy: .*\n/m,
    MESSAGES,
    /'node_busy' is missing/,
  ],
  ["a fault's line on the wire", ERRORS, /^ {2}no_node: .*\n/m, ERRORS, /'no_node' is missing/],
  ['a table of the state', STATE, /^ {2}draws: true,\n/m, STATE, /'draws' is missing/],
] as const;
/** A file, and the line after which an entry is inserted. */
const added = [
  [
    'a sentence of no fault',
    'src/ui/messages/node.ts',
    /^ {2}no_node: /m,
    "  no_such_fault: say('', ''),\n",
    /'no_such_fault'/,
  ],
  ['a table of no record', STATE, /^ {2}draws: true,\n/m, '  no_such_table: true,\n', /'no_such_table'/],
] as const;
const mixedUp = [
  ['a secret key as a public one', 'generateDerivation(viewSecret, viewPublic)'],
  [
    'a derivation as a secret key',
    'generateKeyImage(spendPublic, generateDerivation(viewPublic, viewSecret))',
  ],
  ['a point as the scalar of a product', 'kernel.mul(spendPublic, spendSecret)'],
  ['a key image as a secret key', 'kernel.mulBase(generateKeyImage(spendPublic, spendSecret))'],
  [
    'a key image as an output of a transaction',
    'found.has({ key: generateKeyImage(spendPublic, spendSecret) })',
  ],
  ['a secret key as the id of a transaction', 'relay.relay(new Uint8Array(1), spendSecret)'],
  ['bytes without a name as a public key', 'generateDerivation(new Uint8Array(32), viewSecret)'],
  ['a point of the kernel as an output of a transaction', 'found.has({ key: kernel.mulBase(spendSecret) })'],
] as const;
const CALLS = (call: string): string => `
  import { kernel } from '../kernel/kernel.ts';
  import { accountFromSeed } from '../protocol/keys/account.ts';
  import { generateDerivation, generateKeyImage } from '../protocol/keys/derivation.ts';
  import type { TxRelay } from '../ports/tx-relay.ts';
  import type { OwnedOutput } from './state/records/outputs.ts';
  declare const relay: TxRelay;
  declare const found: { has(output: Pick<OwnedOutput, 'key'>): boolean };
  const { spendSecret, spendPublic, viewSecret, viewPublic } = accountFromSeed(new Uint8Array(32));
  void [relay, found, kernel, generateDerivation, generateKeyImage, spendSecret, spendPublic, viewSecret, viewPublic];
  void ${call};
`;

describe('the compiler', { timeout: 120_000 }, () => {
  it('accepts the lists as they are', () => {
    const files = [MESSAGES, ERRORS, STATE, FAKE, CALLER];
    expect(errorsOf(files)).toEqual([]);
  });
  it.each(removed)('reports %s that was removed', (_what, from, entry, file, error) => {
    expect(errorsOf([file], changed(from, entry, ''))).toContainEqual(expect.stringMatching(error));
  });
  it.each(added)('refuses %s', (_what, into, before, entry, error) => {
    const errors = errorsOf(
      [into],
      changed(into, before, (line) => entry + line),
    );
    expect(errors).toEqual([expect.stringMatching(error)]);
  });
  it('accepts named bytes where their kind is expected', () => {
    const call = 'generateKeyImage(spendPublic, spendSecret)';
    expect(errorsOf(['src/wallet/call.ts'], { 'src/wallet/call.ts': CALLS(call) })).toEqual([]);
  });
  it.each(mixedUp)('refuses %s', (_what, call) => {
    const errors = errorsOf(['src/wallet/call.ts'], { 'src/wallet/call.ts': CALLS(call) });
    expect(errors).toEqual([expect.stringMatching(/is not assignable to/)]);
  });
});

/** Path → text, instead of the file on the disk. */
type Texts = Readonly<Record<string, string>>;

const changed = (path: string, entry: RegExp, replacement: string | ((line: string) => string)): Texts => {
  const text = ts.sys.readFile(resolve(project, path))!;
  // If the entry were no longer in the file, the case would test nothing.
  expect(text).toMatch(entry);
  return { [path]: text.replace(entry, replacement as string) };
};

const { compilerOptions } = ts.readConfigFile(resolve(project, 'tsconfig.base.json'), (path) =>
  ts.sys.readFile(path),
).config as { compilerOptions: object };
const { options } = ts.convertCompilerOptionsFromJson(
  {
    ...compilerOptions,
    composite: false,
    lib: ['ES2023', 'ESNext.Disposable', 'DOM'],
    types: ['node', 'svelte'],
  },
  project,
);
const disk = ts.createCompilerHost(options);
const parsed = new Map<string, ts.SourceFile | undefined>();

/** The compiler's errors in these files, with these texts instead of those on the disk. */
const errorsOf = (files: readonly string[], texts: Texts = {}): readonly string[] => {
  const given = new Map(Object.entries(texts).map(([path, text]) => [resolve(project, path), text]));
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => given.has(path) || disk.fileExists(path),
    getSourceFile: (path, language) => {
      const text = given.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, language);
      if (!parsed.has(path)) parsed.set(path, disk.getSourceFile(path, language));
      return parsed.get(path);
    },
  };
  const paths = files.map((file) => resolve(project, file));
  const program = ts.createProgram(paths, options, host);
  const errors = paths.flatMap((path) => program.getSemanticDiagnostics(program.getSourceFile(path)));
  return errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};
