/** Prepares payments and sweeps (plan, rings, amounts), and signs them. Nothing here shows the node what is paid. */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CryptoWorkers } from '../../ports/crypto-workers.ts';
import type { OutputDistribution, OutputSource } from '../../ports/output-source.ts';
import type { Random } from '../../ports/random.ts';
import { MAY_PROVE } from '../../protocol/block/known-rules.ts';
import { addressOf } from '../account/addresses.ts';
import { checkDistribution } from '../decoys/distribution.ts';
import type { Earlier } from '../decoys/draws.ts';
import { chooseRings, type ChosenRing } from '../decoys/rings.ts';
import { requireTrusted, withSuspicious } from '../decoys/suspicious.ts';
import { fault } from '../faults.ts';
import { SPENDABLE_AGE } from '../../base/chain.ts';
import { distributionCounts } from '../ledger/output-counts.ts';
import { change as changeOf, put, type Ledger } from '../state/state.ts';
import type { AskedNode, Draw, OwnedOutput } from '../state/records/outputs.ts';
import { buildTx } from './build-tx.ts';
import { feeRate, type FeeRate, type Priority } from './fees.ts';
import { constructionOf } from './construction.ts';
import { destinationsOf } from './destinations.ts';
import { locksOf } from './locks.ts';
import type { PendingTx } from './pending.ts';
import {
  planPayment,
  planSweep,
  type FeeAttempt,
  type PaymentRequest,
  type PlannedTx,
  type SweepRequest,
} from './plan.ts';
import { isProvable, type AnyPrepared, type Prepared, type ProvablePayment } from './prepared.ts';
import { settle } from './settle.ts';
import type { NodeCache } from './node-cache.ts';

export interface SpendDeps {
  readonly ledger: Ledger;
  /** The node for a private question, and the note for its record (nodes/nodes.ts). */
  readonly forPrivate: (before: readonly (AskedNode | undefined)[]) => Promise<{
    readonly node: Pick<OutputSource, 'outputs'>;
    readonly asked: AskedNode;
  }>;
  readonly answers: NodeCache;
  readonly blocks: BlockSource;
  readonly random: Random;
  readonly cryptoWorkers: CryptoWorkers;
  readonly clock: Clock;
}

/** Own faults: decoys_suspicious, not_enough_outputs. */
export async function preparePayment(
  deps: SpendDeps,
  requested: PaymentRequest & { readonly priority: Priority },
): Promise<Prepared[]> {
  const rate = await rateAhead(deps, requested.priority);
  return locksOf(deps.ledger).rings.run(async () => {
    const planned = (attempt: FeeAttempt): PlannedTx[] =>
      planPayment(deps.ledger.state, deps.random, requested, rate, seconds(deps), attempt);
    const first = await prepareAll(deps, planned({ margin: 0n }), rate);
    if (first) return first;
    // The real fee was higher than the least one: select inputs again with a margin.
    for (const bytes of MARGINS) {
      const plans = plannedOr(() => planned({ margin: bytes * rate.perByte }));
      if (plans instanceof Error) {
        // A margin that is too large must not refuse what can be paid.
        const last = await prepareAll(deps, planned({ margin: 0n, everything: true }), rate);
        if (last) return last;
        throw plans;
      }
      const prepared = await prepareAll(deps, plans, rate);
      if (prepared) return prepared;
    }
    throw fault('built_wrong', { what: 'the fee does not settle' });
  });
}

/** Bytes by which transactions may exceed their least weight: some for each member of a ring. */
const MARGINS = [500n, 2_500n, 10_000n] as const;

const plannedOr = (plan: () => PlannedTx[]): PlannedTx[] | Error => {
  try {
    return plan();
  } catch (error) {
    if (isFault(error)) return error;
    throw error;
  }
};

export async function prepareSweep(
  deps: SpendDeps,
  requested: SweepRequest & { readonly priority: Priority },
): Promise<Prepared[]> {
  const rate = await rateAhead(deps, requested.priority);
  const prepared = await locksOf(deps.ledger).rings.run(() => {
    const plans = planSweep(deps.ledger.state, deps.random, requested, rate, seconds(deps));
    return prepareAll(deps, plans, rate);
  });
  if (!prepared) throw fault('nothing_to_sweep', { among: 'account' });
  return prepared;
}

/** The fee rate. Also starts the request of the output distribution, so that a payment waits for both at once. */
const rateAhead = ({ answers }: SpendDeps, priority: Priority): Promise<FeeRate> => {
  // Handled where the rings are drawn.
  answers.distribution().catch(() => undefined);
  return feeRate(answers, priority);
};

const seconds = ({ clock }: Pick<SpendDeps, 'clock'>): number => Math.floor(clock.now() / 1000);

const prepareAll = async (
  deps: SpendDeps,
  plans: readonly PlannedTx[],
  rate: FeeRate,
): Promise<Prepared[] | undefined> => {
  const { ledger, random } = deps;
  const { account } = ledger.state;
  const spending = plans.flatMap(({ inputs }) => inputs);
  const rings = await ringsFor(deps, spending);
  // Not awaited: it is proved and signed meanwhile. Another draw for one of these outputs stores first, and so waits.
  const stored = ledger.commit(
    changeOf(
      spending.map((output, i) =>
        put('rings', ringKeys(output)[0], { indices: rings[i]!.members.map(({ index }) => index) }),
      ),
    ),
  );
  // Handled by those who wait for it.
  stored.catch(() => undefined);
  const ringOf = new Map(spending.map((output, i) => [output, rings[i]!]));
  const prepared: Prepared[] = [];
  for (const plan of plans) {
    const inputs = plan.inputs.map((output) => ({ output, ring: ringOf.get(output)! }));
    const { major } = plan.inputs[0]!.subaddress;
    const settled = settle(random, account, plan, inputs, rate, addressOf(account, { major, minor: 0 }));
    if (!settled) return undefined;
    prepared.push({ account: major, inputs, settled, rate, stored });
  }
  return prepared;
};

const ringsFor = async (deps: SpendDeps, spending: readonly OwnedOutput[]): Promise<ChosenRing[]> => {
  const { answers, ledger, forPrivate } = deps;
  const { tables } = ledger.state;
  const earlierOf = (output: OwnedOutput): Earlier => ({
    ring: keptUnder(tables.rings, output),
    draw: keptUnder(tables.draws, output),
  });
  const asked = await forPrivate(
    spending
      .map(earlierOf)
      .filter(({ ring, draw }) => ring !== undefined || draw !== undefined)
      .map(({ draw }) => draw?.asked),
  );
  requireTrusted(
    tables.draws.values(),
    spending.map((output) => earlierOf(output).draw),
    asked.asked,
  );
  const request = { isAnswered: false };
  const outputs: Pick<OutputSource, 'distribution' | 'outputs'> = {
    distribution: async () => {
      const distribution = await answers.distribution();
      checkDistribution(ledger.state, distribution);
      return distribution;
    },
    outputs: async (refs, signal) => {
      const infos = await asked.node.outputs(refs, signal);
      request.isAnswered = true;
      return infos;
    },
  };
  const keepDraws = (draws: readonly Draw[], distribution: OutputDistribution): Promise<void> =>
    ledger.commit((state) =>
      changeOf([
        ...distributionCounts(state.tables.outputCounts, distribution, state.height - SPENDABLE_AGE),
        ...spending.flatMap((output, i) => {
          const { draw } = earlierOf(output);
          const known = draws[i] === draw && draw?.asked && isSame(draw.asked, asked.asked);
          const { suspicious } = draw ?? {};
          const record = { ...draws[i]!, ...(suspicious && { suspicious }), asked: asked.asked };
          return known ? [] : [put('draws', ringKeys(output)[0], record)];
        }),
      ]),
    );
  try {
    return await chooseRings({ ...deps, outputs, earlierOf, keepDraws }, spending);
  } catch (error) {
    // The cached distribution may be the wrong answer.
    answers.forget();
    if (request.isAnswered && isFault(error, 'decoys_suspicious'))
      await ledger.commit((state) =>
        changeOf(
          spending.flatMap((output) => {
            const draw = keptUnder(state.tables.draws, output);
            return draw ? [put('draws', ringKeys(output)[0], withSuspicious(draw, asked.asked))] : [];
          }),
        ),
      );
    throw error;
  }
};

const isSame = (a: AskedNode, b: AskedNode): boolean => a.node === b.node && a.choice === b.choice;

/** Keys of an output in `rings` and `draws`: the key image if known, then the one-time key. */
const ringKeys = ({ key, keyImage }: OwnedOutput): [string, ...string[]] =>
  keyImage ? [toHex(keyImage), toHex(key)] : [toHex(key)];
const keptUnder = <T>(table: ReadonlyMap<string, T>, output: OwnedOutput): T | undefined =>
  ringKeys(output)
    .map((key) => table.get(key))
    .find((each) => each !== undefined);

/** Proves and signs a transaction. Own faults: watch_only, built_wrong. */
export async function signPrepared(
  { random, cryptoWorkers, ledger: { state } }: Pick<SpendDeps, 'random' | 'cryptoWorkers' | 'ledger'>,
  prepared: Prepared,
): Promise<PendingTx> {
  const { account: major, inputs, settled } = prepared;
  const { account } = state;
  if (!account.spendSecret) throw fault('watch_only');
  const { secrets, skeleton, fee, change, payees } = settled;
  const { tx, blob, txid, weight } = await buildTx({ random, cryptoWorkers }, account, inputs, skeleton);
  await prepared.stored;
  const paymentId = payees.find(({ address }) => address.paymentId)?.address.paymentId;
  return {
    construction: constructionOf(state, prepared, tx.prefix.extra),
    blob,
    txid,
    fee,
    weight,
    keys: secrets,
    account: major,
    keyImages: inputs.map(({ output }) => output.keyImage!),
    destinations: destinationsOf(state, payees, major),
    change,
    amountIn: inputs.reduce((sum, { output }) => sum + output.amount, 0n),
    ...(paymentId && { paymentId }),
  };
}

export interface Signing extends Pick<SpendDeps, 'random' | 'cryptoWorkers' | 'ledger'> {
  /** Absent in builds that make no payments that prove membership. */
  readonly prove?: ((prepared: ProvablePayment) => Promise<PendingTx>) | undefined;
}

/** One after the other, since each may use all crypto workers. */
export async function signAll(deps: Signing, prepared: readonly AnyPrepared[]): Promise<PendingTx[]> {
  const signed: PendingTx[] = [];
  for (const each of prepared)
    signed.push(
      await (MAY_PROVE && isProvable(each) ? deps.prove!(each) : signPrepared(deps, each as Prepared)),
    );
  return signed;
}
