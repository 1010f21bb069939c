/**
 * Page and wallet server at work for a long time on one chain: blocks, payments and reads without a break. No call
 * fails, and the memory of all their processes stops growing.
 */
import { describe, expect, it } from 'vitest';
import { startRegtest, type Regtest } from '../support/regtest.ts';
import { chaosSeed, createRandom, sizes } from './sizes.ts';
import { FOREIGN_ADDRESS } from './steps.ts';
import { createTarget, Refused, type RunningWallet, type TargetName } from './targets.ts';

const MINUTE = 60_000;
const READS = ['get_balance', 'get_address', 'get_accounts', 'get_height', 'get_transfers'] as const;
const READ_PARAMS = { in: true, out: true, pending: true, pool: true };
/** The growth of the median between the second and the last quarter that still counts as flat. */
const FLAT = 1.1;

describe.runIf(sizes.soakMinutes > 0)('memory over a long run', () => {
  it.concurrent.each<TargetName>(['page', 'server'])(
    `of the %s stays flat, without an error, for ${sizes.soakMinutes} minutes`,
    async (name) => {
      await using chain = await startRegtest();
      const target = await createTarget(name, chain.url);
      try {
        const wallet = await target.start();
        const samples = await work(wallet, chain, sizes.soakMinutes * MINUTE, createRandom(chaosSeed));
        const quarter = Math.floor(samples.length / 4);
        const early = median(samples.slice(quarter, 2 * quarter));
        const late = median(samples.slice(-quarter));
        console.log(
          `${name}: ${megabytes(samples)}; second quarter ${toMb(early)} MB, last ${toMb(late)} MB`,
        );
        expect(late / early).toBeLessThan(FLAT);
      } finally {
        await target.dispose();
      }
    },
    sizes.soakMinutes * MINUTE + 10 * MINUTE,
  );
});

/** Answers the resident memory, sampled every 15 seconds. */
async function work(
  wallet: RunningWallet,
  chain: Regtest,
  duration: number,
  random: () => number,
): Promise<number[]> {
  await wallet.call('create_wallet', { filename: 'soak', password: 'pw', language: 'English' });
  // Calls of programs do not count as activity: the page would lock after ten minutes.
  await wallet.call('x_auto_lock', { minutes: 0 });
  const { address } = await wallet.call('get_address');
  await chain.mine(90, address as string);
  await chain.mine(65, FOREIGN_ADDRESS);
  await wallet.call('refresh');
  const samples: number[] = [];
  const end = Date.now() + duration;
  let nextSample = Date.now();
  while (Date.now() < end) {
    if (Date.now() >= nextSample) {
      samples.push(wallet.memory());
      nextSample += 15_000;
    }
    for (const method of READS) await wallet.call(method, READ_PARAMS);
    if (random() < 0.2) await payOrRunShort(wallet);
    if (random() < 0.3) {
      await chain.mine(1, random() < 0.3 ? (address as string) : FOREIGN_ADDRESS);
      await wallet.call('refresh');
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
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

const toMb = (bytes: number): number => Math.round(bytes / 1e6);
const megabytes = (samples: readonly number[]): string =>
  `${samples
    .filter((_, i) => i % 8 === 0)
    .map(toMb)
    .join(' ')} MB`;
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
