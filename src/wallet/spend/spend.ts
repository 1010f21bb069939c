/** Building payments and sweeps: plan, rings, amounts, proofs. Nothing here tells the node what is paid. */
import { toHex } from '../../base/hex.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FeeSource } from '../../ports/fee-source.ts';
import type { OutputSource } from '../../ports/output-source.ts';
import type { Random } from '../../ports/random.ts';
import { subaddressTable } from '../../protocol/keys/subaddress.ts';
import { addressOf } from '../account/addresses.ts';
import { chooseRings } from '../decoys/rings.ts';
import { fault } from '../faults.ts';
import { change as changeOf, put, type Ledger, type WalletState } from '../state/state.ts';
import type { Destination, OwnedOutput } from '../state/types.ts';
import { buildTx } from './build-tx.ts';
import { feeRate, type FeeRate, type Priority } from './fees.ts';
import type { PendingTx } from './pending.ts';
import { planPayment, planSweep, type Payee, type PayWish, type PlannedTx, type SweepWish } from './plan.ts';
import { settle } from './settle.ts';

export interface SpendDeps {
  readonly ledger: Ledger;
  readonly outputs: OutputSource;
  readonly fees: FeeSource;
  readonly blocks: BlockSource;
  readonly random: Random;
  readonly clock: Clock;
}

/** Faults of planPayment, of the node, decoys_suspicious, not_enough_outputs, watch_only. */
export const buildPayment = async (
  deps: SpendDeps,
  wish: PayWish & { readonly priority: Priority },
): Promise<PendingTx[]> => {
  needSpendKey(deps.ledger.state);
  const rate = await feeRate(deps, wish.priority);
  // The estimate can lie below the real weight by a few bytes: then choose again with that much more in hand.
  for (let margin = 0n, attempt = 0; ; attempt++) {
    const plans = planPayment(deps.ledger.state, deps.random, wish, rate, seconds(deps), margin);
    const built = await buildAll(deps, plans, rate);
    if (built) return built;
    if (attempt === 3) throw fault('built_wrong', { what: 'the fee does not settle' });
    margin = margin * 2n + 500n * rate.perByte;
  }
};

export const buildSweep = async (
  deps: SpendDeps,
  wish: SweepWish & { readonly priority: Priority },
): Promise<PendingTx[]> => {
  needSpendKey(deps.ledger.state);
  const rate = await feeRate(deps, wish.priority);
  const plans = planSweep(deps.ledger.state, deps.random, wish, rate, seconds(deps));
  const built = await buildAll(deps, plans, rate);
  if (!built) throw fault('nothing_to_sweep');
  return built;
};

const seconds = ({ clock }: Pick<SpendDeps, 'clock'>): number => Math.floor(clock.now() / 1000);

const needSpendKey = (state: WalletState): void => {
  if (!state.account.spendSecret) throw fault('watch_only');
};

const buildAll = async (
  deps: SpendDeps,
  plans: readonly PlannedTx[],
  rate: FeeRate,
): Promise<PendingTx[] | undefined> => {
  const { ledger, random } = deps;
  const spending = plans.flatMap(({ inputs }) => inputs);
  const rings = await chooseRings(
    { ...deps, knownRing: ({ keyImage }) => ledger.state.tables.rings.get(toHex(keyImage!)) },
    spending,
  );
  // Kept before anything can be sent: the node has seen what we asked for.
  await ledger.commit(
    changeOf(
      spending.map((output, i) =>
        put('rings', toHex(output.keyImage!), { indices: rings[i]!.members.map(({ index }) => index) }),
      ),
    ),
  );
  const ringOf = new Map(spending.map((output, i) => [output, rings[i]!]));
  const built: PendingTx[] = [];
  for (const plan of plans) {
    const pending = buildOne(random, ledger.state, plan, ringOf, rate);
    if (!pending) return undefined;
    built.push(pending);
  }
  return built;
};

const buildOne = (
  random: Random,
  state: WalletState,
  plan: PlannedTx,
  ringOf: ReadonlyMap<OwnedOutput, Awaited<ReturnType<typeof chooseRings>>[number]>,
  rate: FeeRate,
): PendingTx | undefined => {
  const { account } = state;
  const inputs = plan.inputs.map((output) => ({ output, ring: ringOf.get(output)! }));
  const major = plan.inputs[0]!.subaddress.major;
  const settled = settle(random, account, plan, inputs, rate, addressOf(account, { major, minor: 0 }));
  if (!settled) return undefined;
  const { outputs, secrets, fee, change, payees } = settled;
  const { blob, txid, weight } = buildTx(random, account, outputs, inputs, fee, secrets);
  const paymentId = payees.find(({ address }) => address.paymentId)?.address.paymentId;
  return {
    blob,
    txid,
    fee,
    weight,
    keys: secrets,
    account: major,
    keyImages: plan.inputs.map(({ keyImage }) => keyImage!),
    destinations: destinationsOf(state, payees, major),
    change,
    amountIn: plan.inputs.reduce((sum, { amount }) => sum + amount, 0n),
    ...(paymentId && { paymentId }),
  };
};

/** For the record: with the index of those that are addresses of the paying account. */
const destinationsOf = (
  { account, tables }: WalletState,
  payees: readonly Payee[],
  major: number,
): Destination[] => {
  const count = (tables.labels.get(String(major))?.length ?? 0) + account.lookahead.minor;
  const row = subaddressTable(account, major, 0, count);
  const minors = new Map(
    Array.from({ length: count }, (_, minor) => [toHex(row.subarray(minor * 32, minor * 32 + 32)), minor]),
  );
  return payees.map(({ address, text, amount }) => {
    const minor = minors.get(toHex(address.spendPublic));
    return { address: text, amount, ...(minor !== undefined && { minor }) };
  });
};
