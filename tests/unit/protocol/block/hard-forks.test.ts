import { describe, expect, it } from 'vitest';
import { HF_LATEST, hardForkAt, hardForkHeight } from '../../../../src/protocol/block/hard-forks.ts';

describe('hard forks', () => {
  it('start at their heights on each network', () => {
    expect(hardForkHeight('mainnet', 15)).toBe(2_688_888);
    expect(hardForkHeight('mainnet', 16)).toBe(2_689_608);
    expect(hardForkHeight('testnet', 15)).toBe(1_982_800);
    expect(hardForkHeight('testnet', 16)).toBe(1_983_520);
    expect(hardForkHeight('stagenet', 15)).toBe(1_151_000);
    expect(hardForkHeight('stagenet', 16)).toBe(1_151_720);
    expect(hardForkHeight('mainnet', 17)).toBeUndefined();
  });

  it('apply from their first block on', () => {
    expect(hardForkAt('mainnet', 0)).toBe(1);
    expect(hardForkAt('mainnet', 1_009_826)).toBe(1);
    expect(hardForkAt('mainnet', 1_009_827)).toBe(2);
    expect(hardForkAt('mainnet', 2_689_607)).toBe(15);
    expect(hardForkAt('mainnet', 10_000_000)).toBe(HF_LATEST);
    expect(hardForkAt('regtest', 0)).toBe(1);
    expect(hardForkAt('regtest', 1)).toBe(HF_LATEST);
  });
});
