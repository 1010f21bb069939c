/** Waiting with a time limit; the error names what did not happen. */
import { limit } from '../../support/tier.ts';
import { mineAll } from '../../parity/wallet-pair.ts';
import type { Regtest } from '../../support/regtest.ts';

/** Only a call that hangs takes so long. */
const LONGEST_CALL = limit(10);
const LONGEST_SETTLING = 30;

/** The work's result. Rejects with `what` when it hangs. */
export async function within<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no end: ${what}`));
    }, LONGEST_CALL);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ids of the transactions that wait in the node's pool. */
export async function poolOf(chain: Regtest): Promise<readonly string[]> {
  const { transactions = [] } = await within('the pool of the node', chain.path('/get_transaction_pool'));
  return (transactions as unknown as readonly { readonly id_hash: string }[]).map(({ id_hash }) => id_hash);
}

/** Mines until nothing waits in the pool. Rejects with what still waits after 30 blocks. */
export async function mineUntilPoolIsEmpty(chain: Regtest): Promise<void> {
  for (let blocks = 0; blocks < LONGEST_SETTLING; blocks++) {
    if ((await poolOf(chain)).length === 0) return;
    await within('a block with all that waits in the pool', mineAll(chain, 1));
  }
  throw new Error(`not mined after ${LONGEST_SETTLING} blocks: ${(await poolOf(chain)).join(' ')}`);
}
