/**
 * Blinds that are prepared before a payment needs them, since they take as long as half of a proof. Each set is used once.
 * Spare blinds are secret, kept in memory alone, and forgotten with the wallet.
 */
import type { MembershipWorkers } from '../../ports/membership-workers.ts';
import type { PreparedBlind } from '../../protocol/membership/blinds.ts';
import { drawSpare, type SpareBlinds } from '../../protocol/membership/tx.ts';
import type { RandomBytes } from '../../protocol/ring/scalar.ts';

/** Most payments have one or two inputs. */
const KEPT = 2;

export interface Spare {
  readonly spare: SpareBlinds;
  /** In the order of its tasks. */
  readonly prepared: readonly PreparedBlind[];
}

/** By the state of the wallet that they belong to. */
const kept = new WeakMap<object, Spare[]>();

interface Wanted {
  readonly count: number;
  readonly layers: number;
  readonly random: RandomBytes;
}

/** Takes kept ones, and prepares those that are missing; `onReady` is called after each. */
export async function takeSpares(
  wallet: object,
  { count, layers, random }: Wanted,
  workers: MembershipWorkers,
  onReady: (done: number) => void,
): Promise<readonly Spare[]> {
  const all = kept.get(wallet) ?? [];
  const spares = all.filter(({ spare }) => spare.layers === layers).slice(0, count);
  kept.set(
    wallet,
    all.filter((each) => !spares.includes(each)),
  );
  onReady(spares.length);
  while (spares.length < count) {
    spares.push(await prepareSpare(layers, random, workers));
    onReady(spares.length);
  }
  return spares;
}

/** Prepares what a payment of two inputs needs, one after the other, while `mayGoOn`. */
export async function keepSpares(
  wallet: object,
  { layers, random }: Omit<Wanted, 'count'>,
  workers: MembershipWorkers,
  mayGoOn: () => boolean,
): Promise<void> {
  const fitting = (): Spare[] => (kept.get(wallet) ?? []).filter(({ spare }) => spare.layers === layers);
  while (fitting().length < KEPT && mayGoOn()) {
    const spare = await prepareSpare(layers, random, workers);
    // Spares for another number of layers are of no use any more.
    kept.set(wallet, [...fitting(), spare]);
  }
}

export function forgetSpares(wallet: object): void {
  for (const { spare } of kept.get(wallet) ?? [])
    for (const secret of [spare.free.o, spare.free.i, spare.free.r]) secret.wipe();
  kept.delete(wallet);
}

const prepareSpare = async (
  layers: number,
  random: RandomBytes,
  workers: MembershipWorkers,
): Promise<Spare> => {
  const spare = drawSpare(layers, random);
  return { spare, prepared: await workers.blinds(spare.tasks) };
};
