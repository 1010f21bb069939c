/**
 * Lists that the compiler compares, and branded bytes: planted mistakes, each in a file changed in memory. The check of
 * types proves that the compiler accepts the lists as they are. Methods are in tests/long/modules.
 */
import { describe, expect, it } from 'vitest';
import { changesOf, errorsWith } from './compiler.ts';

const MESSAGES = 'src/ui/messages/explain.ts';
const ERRORS = 'src/rpc/errors.ts';
const STATE = 'src/wallet/state/state.ts';

/** A file and the text removed from it, the file that then fails, and the error. */
const removed = [
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

describe('the compiler', () => {
  it('reports each removed entry where something needs it', () => {
    const errorsIn = errorsWith(
      [MESSAGES],
      changesOf(removed.map(([, file, entry]) => [file, entry, () => ''])),
    );
    for (const [what, , , file, error] of removed)
      expect(errorsIn(file), what).toContainEqual(expect.stringMatching(error));
  });

  it('refuses each added entry, and bytes of another kind than a call expects', () => {
    const callFile = (n: number): string => `src/wallet/call-${n}.ts`;
    const calls = ['generateKeyImage(spendPublic, spendSecret)', ...mixedUp.map(([, call]) => call)];
    const errorsIn = errorsWith([], {
      ...changesOf(added.map(([, file, before, entry]) => [file, before, (line) => entry + line])),
      ...Object.fromEntries(calls.map((call, n) => [callFile(n), CALLS(call)])),
    });
    for (const [what, file, , , error] of added)
      expect(errorsIn(file), what).toEqual([expect.stringMatching(error)]);
    expect(errorsIn(callFile(0))).toEqual([]);
    mixedUp.forEach(([what], n) =>
      expect(errorsIn(callFile(n + 1)), what).toEqual([expect.stringMatching(/is not assignable to/)]),
    );
  });
});
