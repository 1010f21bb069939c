/**
 * Page and wallet server at work for a long time on one chain: blocks, payments and reads without a break. No call fails.
 * The memory of all their processes is printed, for a person to look at.
 */
import { it } from 'vitest';
import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { seed } from '../../support/tier.ts';
import { createRandom, sizes } from '../../chaos/sizes.ts';
import { FOREIGN_ADDRESS } from '../../chaos/steps.ts';
import { createTarget, Refused, type RunningWallet, type TargetName } from '../../chaos/targets.ts';

const READS = ['get_balance', 'get_address', 'get_accounts', 'get_height', 'get_transfers'] as const;
const READ_PARAMS = { in: true, out: true, pending: true, pool: true };
const SAMPLES = 20;

it.each<TargetName>(['page', 'server'])(
  `the %s works for ${sizes.soakRounds} rounds without an error`,
  async (name) => {
    await using chain = await startRegtest({ funded: true });
    const target = await createTarget(name, chain.url);
    try {
      const samples = await work(await target.start(), chain, createRandom(seed));
      console.log(`Memory of the ${name}: ${samples.map((bytes) => Math.round(bytes / 1e6)).join(' ')} MB`);
    } finally {
      await target.dispose();
    }
  },
);

/** Answers the resident memory after equal parts of the rounds. */
async function work(wallet: RunningWallet, chain: Regtest, random: () => number): Promise<number[]> {
  await wallet.call('restore_deterministic_wallet', {
    filename: 'soak',
    password: 'pw',
    seed: FIRST_OWNER.seed,
  });
  // Calls of programs do not count as activity: the page would lock after ten minutes.
  await wallet.call('x_auto_lock', { minutes: 0 });
  await wallet.call('refresh');
  const samples: number[] = [];
  for (let round = 0; round < sizes.soakRounds; round++) {
    if (round % Math.ceil(sizes.soakRounds / SAMPLES) === 0) samples.push(wallet.memory());
    for (const method of READS) await wallet.call(method, READ_PARAMS);
    if (random() < 0.2) await payOrRunShort(wallet);
    if (random() < 0.3) {
      await chain.mine(1, random() < 0.3 ? FIRST_OWNER.address : FOREIGN_ADDRESS);
      await wallet.call('refresh');
    }
  }
  return samples;
}

/** All outputs may be locked at the moment: this refusal is expected. */
async function payOrRunShort(wallet: RunningWallet): Promise<void> {
  const destinations = [{ amount: 1_000_000_000, address: FOREIGN_ADDRESS }];
  await wallet.call('transfer', { destinations }).catch((error: unknown) => {
    if (!(error instanceof Refused) || ![-17, -37].includes(error.code)) throw error;
  });
}
