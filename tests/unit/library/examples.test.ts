/** The examples in the comments of the entries that need neither a node nor a wallet run, and say what comes out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import * as addresses from '../../../src/library/addresses.ts';
import * as mnemonics from '../../../src/library/mnemonics.ts';
import * as uris from '../../../src/library/uris.ts';

const ENTRIES: Readonly<Record<string, object>> = { addresses, mnemonics, uris };

interface Example {
  readonly entry: string;
  /** The function that the comment describes. */
  readonly name: string;
  readonly code: string;
}

const examples = Object.keys(ENTRIES).flatMap((entry): readonly Example[] => {
  const text = readFileSync(join(projectRoot, 'src/library', `${entry}.ts`), 'utf8');
  return [...text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport function (\w+)/g)].map(
    ([, comment = '', name = '']) => ({
      entry,
      name,
      code: (/@example\n([^]*)/.exec(comment)?.[1] ?? '').replace(/^ \* ?/gm, '').trim(),
    }),
  );
});

/** What the lines `// a === b` of an example say, and whether it is so. The example gets `address`, `viewKey` and `words`. */
const outcomes = async ({ entry, code }: Example): Promise<readonly (readonly [string, boolean])[]> => {
  const { address, seed: words } = FIRST_OWNER;
  const { viewKey } = await mnemonics.readMnemonic(words);
  const given = { ...ENTRIES[entry], address, viewKey, words };
  const checked = code.replace(
    /^\/\/ (.+ === .+)$/gm,
    (_, claim: string) => `said.push([${JSON.stringify(claim)}, ${claim}]);`,
  );
  const source = `export default async ({ ${Object.keys(given).join(', ')} }) => { const said = []; ${checked}\nreturn said; };`;
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    readonly default: (given: object) => Promise<readonly (readonly [string, boolean])[]>;
  };
  return module.default(given);
};

describe('the examples in the comments of the library', () => {
  it('belong to every function of these entries', () => {
    expect(examples.filter(({ code }) => code === '').map(({ name }) => name)).toEqual([]);
    expect(examples.map(({ name }) => name)).toHaveLength(9);
  });
  it.each(examples)('give what they say: $name', async (example) => {
    const said = await outcomes(example);
    expect(said.length).toBeGreaterThan(0);
    for (const [claim, holds] of said) expect([claim, holds]).toEqual([claim, true]);
  });
});
