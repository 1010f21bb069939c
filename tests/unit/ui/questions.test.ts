/** The page calls no method that asks a node about key images or about transactions because they are ours. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { registry } from '../../../src/rpc/registry.gen.ts';
import { METHODS, type ConsoleMethod } from '../../../src/ui/features/console/methods.gen.ts';
import { effectOf } from '../../../src/ui/features/console/effects.ts';

const ROOT = new URL('../../../src/', import.meta.url).pathname;

/** Methods that ask the node for key images, or for transactions by their ids. */
const ASKING = [
  'check_reserve_proof',
  'check_spend_proof',
  'check_tx_key',
  'check_tx_proof',
  'get_spend_proof',
  'get_tx_proof',
  'import_key_images',
  'rescan_spent',
  'scan_tx',
  'x_check_proof',
  'x_transaction',
];
/** Methods that ask the node for key images of the wallet's own outputs. */
const ASKING_IMAGES = ['import_key_images', 'rescan_spent', 'scan_tx'] as const;
/** Methods of `ASKING` that the page calls, with the reason why it must. */
const EXPLAINED: Readonly<Record<string, string>> = {
  get_spend_proof: 'the person reads that the node is asked about this transfer, and presses a button',
  get_tx_proof: 'the person reads that the node is asked about this transfer, and presses a button',
  x_check_proof: 'the person enters or opens a proof, reads that the node learns it, and presses a button',
  x_transaction: 'the person types an ID, reads that the node learns it, and presses a button',
};

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    join(ROOT, folder, file),
  );
const textsOf = (folder: string, names: RegExp): [string, string][] =>
  filesIn(folder)
    .filter((file) => names.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]);

/** The functions of an open wallet that ask the chosen node, as `area.name`. */
const askingFunctions = textsOf('wallet/areas', /\.ts$/).flatMap(([file, text]) => {
  const area = file.slice(file.lastIndexOf('/') + 1, -3);
  return text
    .split(/\n {2,4}(?=\w+: )/)
    .filter((part) => /^\w+: [^]*(?:chosenNode\(\)|chain: )/.test(part))
    .map((part) => `${area}.${part.slice(0, part.indexOf(':'))}`);
});
/** And those that need no open wallet. */
const ALONE = ['exploreTransaction', 'checkPayment', 'checkTxKey', 'checkReserve', 'checkSpending'];
/** Calls of them. An area that loads on demand is called as `(await wallet.area()).name(`. */
const ASKING_CALLS = new RegExp(
  [...askingFunctions, ...ALONE]
    .map((name) => `\\b${name.replace('.', String.raw`(?:\(\)\))?\.`)}\\(`)
    .join('|'),
);

const pageSources = textsOf('ui', /\.(?:ts|svelte)$/).map(([, text]) => text);

// threat: own-lookups
describe('the list of RPC methods that ask the node about this wallet', () => {
  test('contains every method whose file asks about key images or own transactions', () => {
    const asking = textsOf('rpc/methods', /\.ts$/)
      .filter(([, text]) => ASKING_CALLS.test(text))
      .map(([file]) => file.slice(file.lastIndexOf('/') + 1, -3));
    expect(asking.sort()).toEqual(ASKING);
    expect(askingFunctions.sort()).toEqual([
      'coins.askSpent',
      'coins.scanTransactions',
      'cold.importKeyImages',
      'proofs.payment',
      'proofs.sentPayment',
      'proofs.spending',
    ]);
    for (const name of ASKING) expect(registry).toHaveProperty(name);
  });
  test('contains no method that the page calls, except the explained ones', () => {
    // Any name in quotes counts, so that the search finds calls with a computed name, too.
    const named = ASKING.filter((name) =>
      pageSources.some((text) => new RegExp(`['"\`]${name}['"\`]`).test(text)),
    );
    expect(named).toEqual(Object.keys(EXPLAINED));
    // The search finds a method that the page does call.
    expect(pageSources.some((text) => text.includes("'x_import_key_images'"))).toBe(true);
  });
  test.each(ASKING)(
    'contains %s, which the console calls only after it has said what the node learns',
    (name) => {
      expect(effectOf(METHODS[name as ConsoleMethod], {})).toMatch(/asks the node .* The node learns that/);
    },
  );
  test.each(ASKING_IMAGES)(
    'contains %s, of which the console and privacy.md say that it shows coins',
    (name) => {
      expect(effectOf(METHODS[name], {})).toMatch(/about your coins/);
      const privacy = readFileSync(join(ROOT, '../docs/privacy.md'), 'utf8');
      expect(/^9\. [^]*?(?=^10\. )/m.exec(privacy)?.[0]).toContain(`\`${name}\``);
    },
  );
});
