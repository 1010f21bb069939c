import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FIRST_OWNER, SECOND_OWNER, storeOnce } from '../../../../../scripts/tools/app/funded-chain.mjs';
import { accountFromSeed } from '../../../../../src/protocol/keys/account.ts';
import { formatAddress } from '../../../../../src/protocol/address/address.ts';
import { readMnemonic } from '../../../../../src/protocol/mnemonic/mnemonic.ts';

const newFolder = (): string => join(mkdtempSync(join(tmpdir(), 'ostro-chains-')), 'chains');
const writer =
  (text: string) =>
  async (folder: string): Promise<void> => {
    await sleep(20);
    writeFileSync(join(folder, 'data'), text);
  };

describe('the store of chains', () => {
  it('makes a chain once when two ask for it at the same time, and gives both the complete one', async () => {
    const parent = newFolder();
    const made = await Promise.all(
      ['a', 'b'].map(async (text) =>
        readFileSync(join(await storeOnce(parent, '1-x', writer(text)), 'data'), 'utf8'),
      ),
    );
    expect(made[0]).toBe(made[1]);
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
