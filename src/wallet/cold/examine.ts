/**
 * Examines an unsigned transaction on the signing device. The set comes from a device that may be compromised, so
 * this file recomputes everything that can be computed: inputs must be ours with the stated amounts, change must
 * return to the paying account, the transaction must keep the rules of the network, and so must its fee. A set that
 * fails is not even described. The user sees exactly what will be signed.
 * Upstream: `on_describe_transfer` in src/wallet/wallet_rpc_server.cpp, `simple_wallet::accept_loaded_tx`.
 */
import { haveSameKeys, type SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { toHex } from '../../base/hex.ts';
import { isFault } from '../../base/fault.ts';
import { sumAmounts, U64_MAX } from '../../base/amount.ts';
import { kernel } from '../../kernel/kernel.ts';
import { formatAddress, type Address } from '../../protocol/address/address.ts';
import { decode } from '../../protocol/archive/coder.ts';
import {
  expectRealSources,
  RCT_CONFIG_NOW,
  type ConstructionData,
} from '../../protocol/archive/construction.ts';
import { openEnvelope } from '../../protocol/archive/envelope.ts';
import { unsignedSet, type UnsignedSet } from '../../protocol/archive/sets.ts';
import { brokenRule, RULE_TEXTS } from '../../protocol/tx/rules.ts';
import { RCT_BULLETPROOF_PLUS, type TxPrefix } from '../../protocol/tx/types.ts';
import { fault } from '../faults.ts';
import { sortInputs, weightOf, type TxInputPlan } from '../spend/build-tx.ts';
import type { PlannedOutput } from '../spend/outputs.ts';
import type { WalletState } from '../state/state.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { feeLimit, plannedPrefix } from './fee-limit.ts';
import { inputsOf, type InputReader, type StatedIndices } from './inputs.ts';
import { addressFor, changeOf, paymentIdOf, recipientsOf, type Recipient } from './payees.ts';

export interface Examiner extends InputReader {
  /** Outputs that this wallet knew before it read the set. */
  readonly outputs: readonly OwnedOutput[];
  /** Number of blocks that this wallet has scanned; 0 when it is offline. */
  readonly height: number;
}

export interface Examined {
  readonly inputs: readonly TxInputPlan[];
  readonly outputs: readonly PlannedOutput[];
  /** Payees without change; payments to the same address are added up. */
  readonly recipients: readonly Recipient[];
  readonly change: bigint;
  readonly changeAddress?: Address;
  /** Indices of our own addresses that it pays, change included. */
  readonly own: readonly SubaddressIndex[];
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly fee: bigint;
  readonly weight: number;
  /** Outputs of amount 0, which hide the number of payees. */
  readonly dummies: number;
  readonly paymentId?: Uint8Array;
  readonly ringSize: number;
}

export function examinerOf(state: WalletState, indexOf: InputReader['indexOf']): Examiner {
  return {
    account: state.account,
    indexOf,
    outputs: state.outputs,
    height: state.chain.hashes.length > 0 ? state.height : 0,
  };
}

const refuse = (why: string) => fault('bad_unsigned_set', { why });

/** Faults bad_unsigned_set, old_format. */
export function readUnsignedSet({ viewSecret }: AccountRecord, bytes: Uint8Array): UnsignedSet {
  try {
    const set = decode(unsignedSet, openEnvelope('unsigned', viewSecret, bytes));
    set.txs.forEach(expectRealSources);
    return set;
  } catch (error) {
    if (!isFault(error) || error.code === 'old_format') throw error;
    throw refuse(error.code);
  }
}

export interface ExaminedTx {
  readonly data: ConstructionData;
  readonly examined: Examined;
}

/** Examines each transaction, and checks that no two spend the same output. */
export async function examineAll(
  examiner: Examiner,
  { txs, outputs }: Pick<UnsignedSet, 'txs'> & { readonly outputs: Pick<UnsignedSet['outputs'], 'outputs'> },
): Promise<ExaminedTx[]> {
  const stated = statedIndices(examiner.outputs, outputs.outputs);
  const all: ExaminedTx[] = [];
  for (const data of txs) all.push({ data, examined: await examine(examiner, data, stated) });
  const changes = all.flatMap(({ examined: { changeAddress } }) => (changeAddress ? [changeAddress] : []));
  if (new Set(changes.map(formatAddress)).size > 1) throw refuse('Change goes to more than one address');
  const spent = all.flatMap(({ examined }) => examined.inputs.map(({ output }) => toHex(output.key)));
  if (new Set(spent).size < spent.length) throw refuse('it spends an output twice');
  return all;
}

/** Address indices of outputs by one-time key. This wallet's own records overrule those of the set. */
const statedIndices = (
  known: Examiner['outputs'],
  stated: UnsignedSet['outputs']['outputs'],
): StatedIndices =>
  new Map([
    ...stated.map(({ key, major, minor }) => [toHex(key), { major, minor }] as const),
    ...known.map(({ key, subaddress }) => [toHex(key), subaddress] as const),
  ]);

/** Examines one transaction. Faults bad_unsigned_set {why}, nonzero_unlock_time. */
const examine = async (
  examiner: Examiner,
  tx: ConstructionData,
  stated: StatedIndices,
): Promise<Examined> => {
  const { account } = examiner;
  checkForm(tx);
  const inputs = await inputsOf(examiner, tx, stated);
  const amountIn = sumAmounts(inputs.map(({ output }) => output));
  const amountOut = sumAmounts(tx.outputs);
  if (amountOut > amountIn || amountIn > U64_MAX) throw refuse('it pays more than it spends');
  const paymentId = paymentIdOf(tx.extra);
  const change = changeOf(account, tx);
  const recipients = await recipientsOf(examiner, tx, paymentId);
  const outputs = tx.outputs.map((entry): PlannedOutput => {
    const isChange = haveSameKeys(entry, tx.change);
    const address = addressFor(account, entry, isChange ? undefined : paymentId);
    return { address, amount: entry.amount, change: isChange };
  });
  const fee = amountIn - amountOut;
  const prefix = prefixAsPlanned(account, inputs, outputs);
  const weight = weightOf(prefix, fee);
  expectRules(tx, prefix, inputs, weight);
  if (fee > feeLimit(account, examiner, inputs, weight))
    throw refuse('its fee is higher than the rules of the network can ask for');
  return {
    inputs,
    outputs,
    recipients: recipients.filter(({ amount }) => amount > 0n),
    change: tx.change.amount,
    ...(change && { changeAddress: change.address }),
    own: [...(change ? [change.index] : []), ...recipients.flatMap(({ own }) => (own ? [own] : []))],
    amountIn,
    amountOut,
    fee,
    weight,
    dummies: recipients.filter(({ amount }) => amount === 0n).length,
    ...(paymentId && { paymentId }),
    ringSize: tx.sources.reduce((min, { ring }) => Math.min(min, ring.length), Infinity),
  };
};

const checkForm = ({ outputs, change, flags, rctConfig }: ConstructionData): void => {
  if (
    !flags.rct ||
    !flags.viewTags ||
    rctConfig.rangeProof !== RCT_CONFIG_NOW.rangeProof ||
    rctConfig.bulletproof !== RCT_CONFIG_NOW.bulletproof
  )
    throw refuse('it is of an old kind');
  for (const each of [...outputs, ...(change.amount > 0n ? [change] : [])])
    if (!kernel.isOnCurve(each.spendPublic) || !kernel.isOnCurve(each.viewPublic))
      throw refuse('an address is none');
};

const expectRules = (
  { unlockTime }: ConstructionData,
  prefix: TxPrefix,
  inputs: readonly TxInputPlan[],
  weight: number,
): void => {
  const rule = brokenRule(
    { prefix: { ...prefix, unlockTime }, type: RCT_BULLETPROOF_PLUS, weight },
    sortInputs(inputs).map(({ ring }) => ring.members),
  );
  if (rule === 'unlock_time') throw fault('nonzero_unlock_time');
  if (rule) throw refuse(RULE_TEXTS[rule]);
};

const prefixAsPlanned = (...planned: Parameters<typeof plannedPrefix>): TxPrefix => {
  try {
    return plannedPrefix(...planned);
  } catch (error) {
    throw isFault(error) ? refuse(error.code) : error;
  }
};
