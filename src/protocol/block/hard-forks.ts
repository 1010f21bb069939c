/**
 * Consensus versions by height. Upstream: src/hardforks/hardforks.cpp; version numbers: src/cryptonote_config.h. On
 * regtest, version 16 begins at height 1.
 */
import type { Network } from '../address/address.ts';

/** First heights of versions 1, 2, 3 and so on. */
const FORKS: Readonly<Record<ChainName, readonly number[]>> = {
  mainnet: [
    0, 1_009_827, 1_141_317, 1_220_516, 1_288_616, 1_400_000, 1_546_000, 1_685_555, 1_686_275, 1_788_000,
    1_788_720, 1_978_433, 2_210_000, 2_210_720, 2_688_888, 2_689_608,
  ],
  testnet: [
    0, 624_634, 800_500, 801_219, 802_660, 971_400, 1_057_027, 1_057_058, 1_057_778, 1_154_318, 1_155_038,
    1_308_737, 1_543_939, 1_544_659, 1_982_800, 1_983_520,
  ],
  stagenet: [
    0, 32_000, 33_000, 34_000, 35_000, 36_000, 37_000, 176_456, 177_176, 269_000, 269_720, 454_721, 675_405,
    676_125, 1_151_000, 1_151_720,
  ],
  regtest: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
};

export type ChainName = Network | 'regtest';

/** The newest version in the table below, and the newest whose blocks this build reads (known-rules.ts). */
export const HF_LATEST = 16;

/** First block of a version; undefined for an unknown version. */
export function hardForkHeight(chain: ChainName, version: number): number | undefined {
  return FORKS[chain][version - 1];
}

/** The version that block `height` must have. */
export function hardForkAt(chain: ChainName, height: number): number {
  const forks = FORKS[chain];
  let version = forks.length;
  while (version > 1 && forks[version - 1]! > height) version--;
  return version;
}
