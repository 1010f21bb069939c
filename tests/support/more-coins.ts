/** More coins than an owner of the funded chain has, for the long form of a play. */
import { FOREIGN_ADDRESS, type Owner } from '../../scripts/tools/app/funded-chain.ts';
import type { Regtest } from './regtest.ts';

/** Mines what the owner lacks, and blocks until it can be spent. */
export async function mineMissingCoins(
  chain: Regtest,
  { address, coins }: Owner,
  wanted: number,
): Promise<void> {
  if (wanted <= coins) return;
  await chain.mine(wanted - coins, address);
  await chain.mine(65, FOREIGN_ADDRESS);
}
