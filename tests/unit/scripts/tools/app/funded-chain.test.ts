import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIRST_OWNER, SECOND_OWNER, storeOnce } from '../../../../../scripts/tools/app/funded-chain.ts';
import { accountFromSeed } from '../../../../../src/protocol/keys/account.ts';
import { formatAddress } from '../../../../../src/protocol/address/address.ts';
import { readMnemonic } from '../../../../../src/protocol/mnemonic/mnemonic.ts';

const newFolder = (): string => join(mkdtempSync(join(tmpdir(), 'ostro-chains-')), 'chains');
const writer =
  (text: string) =>
  (folder: string): Promise<void> =>
    writeFile(join(folder, 'data'), text);

describe('the store of chains', () => {
  it('makes a chain once when two ask for it at the same time, and gives both the complete one', async () => {
    const parent = newFolder();
    let release!: () => void;
    const bothAsked = new Promise<void>((resolve) => (release = resolve));
    const made: string[] = [];
    const ask = (text: string): Promise<string> =>
      storeOnce(parent, '1-x', async (folder) => {
        made.push(text);
        await bothAsked;
        await writer(text)(folder);
      });
    const asked = [ask('a'), ask('b')];
    release();
    const stored = (await Promise.all(asked)).map((folder) => readFileSync(join(folder, 'data'), 'utf8'));
    expect(made).toHaveLength(1);
    expect(stored).toEqual([made[0], made[0]]);
    expect(readdirSync(parent)).toEqual(['1-x']);
  });

  it('stores nothing when the making fails, and makes it again', async () => {
    const parent = newFolder();
    const failing = storeOnce(parent, '1-x', async (folder) => {
      await writer('half')(folder);
      throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    await storeOnce(parent, '1-x', writer('whole'));
    expect(readFileSync(join(parent, '1-x', 'data'), 'utf8')).toBe('whole');
    expect(readdirSync(parent)).toEqual(['1-x']);
  });

  it('removes what a killed process left and chains of another plan, and keeps those of another version', async () => {
    const parent = newFolder();
    for (const name of ['1-x', '1-y.partial', '2-y']) mkdirSync(join(parent, name), { recursive: true });
    await storeOnce(parent, '2-x', writer('new'));
    expect(readdirSync(parent).toSorted()).toEqual(['2-x', '2-y']);
  });
});

it.each([
  ['first', FIRST_OWNER],
  ['second', SECOND_OWNER],
])('the words of the %s owner are those of its address', async (_, { seed, address }) => {
  const { key } = await readMnemonic(seed);
  expect(formatAddress({ network: 'mainnet', kind: 'standard', ...accountFromSeed(key) })).toBe(address);
});
