/** The examples in the comments of the entries that need neither a node nor a wallet run, and say what comes out. */
import { describe, expect, it } from 'vitest';
import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import * as addresses from '../../../src/library/addresses.ts';
import * as mnemonics from '../../../src/library/mnemonics.ts';
import * as uris from '../../../src/library/uris.ts';
import { examplesIn, outcomesOf } from './run-example.ts';

const ENTRIES: Readonly<Record<string, object>> = { addresses, mnemonics, uris };

const examples = Object.keys(ENTRIES).flatMap((entry) => examplesIn(`library/${entry}`));

describe('the examples in the comments of the library', () => {
  it('belong to every function of these entries', () => {
    expect(examples.filter(({ code }) => code === '').map(({ name }) => name)).toEqual([]);
    expect(examples.map(({ name }) => name)).toHaveLength(9);
  });
  it.each(examples)('give what they say: $name', async (example) => {
    const { address, seed: words } = FIRST_OWNER;
    const { viewKey } = await mnemonics.readMnemonic(words);
    const entry = ENTRIES[example.file.replace('library/', '')];
    const said = await outcomesOf(example.code, { ...entry, address, viewKey, words });
    expect(said.length).toBeGreaterThan(0);
    for (const [claim, holds] of said) expect([claim, holds]).toEqual([claim, true]);
  });
});
