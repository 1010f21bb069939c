/** Long lists of an answer, between whose parts other calls run. */
import type { Wallet } from '../../wallet/wallet.ts';

/** Items of about 20 microseconds that are converted in one turn. */
const IN_ONE_TURN = 250;

/** `items.map(toWire)`. Fault no_wallet: the wallet was closed meanwhile. */
export async function mapInTurns<T, R>(
  { pause }: Pick<Wallet, 'pause'>,
  items: readonly T[],
  toWire: (item: T) => R,
): Promise<R[]> {
  const mapped: R[] = [];
  for (const item of items) {
    if (mapped.length % IN_ONE_TURN === IN_ONE_TURN - 1) await pause();
    mapped.push(toWire(item));
  }
  return mapped;
}
