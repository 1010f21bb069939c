/**
 * What an unsigned transaction does, found out by the half that is to sign it. The set comes from a device that may be
 * in other hands: nothing in it is believed that can be computed. What is spent has to be ours and worth what is said,
 * change has to come back to us, and only what will be signed is shown.
 * Upstream: `on_describe_transfer` in src/wallet/wallet_rpc_server.cpp, `simple_wallet::accept_loaded_tx`.
 */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { isFault } from '../../base/fault.ts';
import { U64_MAX } from '../../base/amount.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { SubaddressIndex } from '../../ports/scan-pool.ts';
import { formatAddress, type Address } from '../../protocol/address/address.ts';
import { decode } from '../../protocol/archive/coder.ts';
import {
  RCT_CONFIG_NOW,
  type ConstructionData,
  type DestinationEntry,
  type Source,
} from '../../protocol/archive/construction.ts';
import { openEnvelope } from '../../protocol/archive/envelope.ts';
import { unsignedSet, type UnsignedSet } from '../../protocol/archive/sets.ts';
import { subaddressSpendPublic } from '../../protocol/keys/subaddress.ts';
import { commit } from '../../protocol/rct/amount.ts';
import { parseExtra } from '../../protocol/tx/extra.ts';
import { addressOf } from '../account/addresses.ts';
import { fault } from '../faults.ts';
import type { TxInputPlan } from '../spend/build-tx.ts';
import type { PlannedOutput } from '../spend/outputs.ts';
import type { AccountRecord, OwnedOutput } from '../state/types.ts';
import { keyImageAt, openings } from './own-output.ts';

export interface Examiner {
  readonly account: AccountRecord;
  /** Where a spend key of ours stands; undefined when it is nobody's here, as far as one looks ahead. */
  readonly indexOf: (spendPublic: Uint8Array) => Promise<SubaddressIndex | undefined>;
  /** What was told before. */
  readonly outputs: readonly OwnedOutput[];
  /** The key image that a source is said to have, where none can be made alone: among the signers of a multisig wallet. */
  readonly keyImageOf?: (source: Source) => Uint8Array;
}
/** With addresses that may be ours beyond that, by what the set says; each is tried, none believed. */
interface Hinted extends Examiner {
  readonly hints: ReadonlyMap<string, SubaddressIndex>;
}

export interface Recipient {
  readonly address: Address;
  readonly amount: bigint;
  /** One of our own addresses. */
  readonly own?: SubaddressIndex;
}

export interface Examined {
  readonly inputs: readonly TxInputPlan[];
  readonly outputs: readonly PlannedOutput[];
  /** Whom it pays, change aside; what goes to one address is one. */
  readonly recipients: readonly Recipient[];
  readonly change: bigint;
  readonly changeAddress?: Address;
  /** Our own addresses that it pays, the change's included. */
  readonly own: readonly SubaddressIndex[];
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly fee: bigint;
  /** Outputs of nothing, which hide how many are paid. */
  readonly dummies: number;
  readonly paymentId?: Uint8Array;
  readonly ringSize: number;
}

const refuse = (why: string) => fault('bad_unsigned_set', { why });

/** Faults bad_unsigned_set, old_format. */
export const readUnsignedSet = ({ viewSecret }: AccountRecord, bytes: Uint8Array): UnsignedSet => {
  try {
    return decode(unsignedSet, openEnvelope('unsigned', viewSecret, bytes));
  } catch (error) {
    if (!isFault(error) || error.code === 'old_format') throw error;
    throw refuse(error.code);
  }
};

export interface ExaminedTx {
  readonly data: ConstructionData;
  readonly examined: Examined;
}

/** Each on its own, and that they go together. Fault bad_unsigned_set {why}. */
export const examineAll = async (
  examiner: Examiner,
  { txs, outputs }: Pick<UnsignedSet, 'txs'> & { readonly outputs: Pick<UnsignedSet['outputs'], 'outputs'> },
): Promise<ExaminedTx[]> => {
  const hints = hintsOf(examiner.account, [
    ...txs.map(({ account: major }) => ({ major, minor: 0 })),
    ...outputs.outputs,
    ...examiner.outputs.map(({ subaddress }) => subaddress),
  ]);
  const all: ExaminedTx[] = [];
  for (const data of txs) all.push({ data, examined: await examine({ ...examiner, hints }, data) });
  const changes = all.flatMap(({ examined: { changeAddress } }) => (changeAddress ? [changeAddress] : []));
  if (new Set(changes.map(formatAddress)).size > 1) throw refuse('Change goes to more than one address');
  const spent = all.flatMap(({ examined }) => examined.inputs.map(({ output }) => toHex(output.key)));
  if (new Set(spent).size < spent.length) throw refuse('it spends an output twice');
  return all;
};

/** A scalar multiplication each: no set may make us work for minutes. */
const MAX_HINTS = 10_000;

const hintsOf = (
  account: AccountRecord,
  told: readonly SubaddressIndex[],
): ReadonlyMap<string, SubaddressIndex> => {
  const distinct = new Map(told.map(({ major, minor }) => [`${major}:${minor}`, { major, minor }]));
  return new Map(
    [...distinct.values()]
      .slice(0, MAX_HINTS)
      .map((index) => [toHex(subaddressSpendPublic(account, index.major, index.minor)), index]),
  );
};

/** Fault bad_unsigned_set {why}. */
const examine = async (examiner: Hinted, tx: ConstructionData): Promise<Examined> => {
  if (tx.sources.length === 0) throw refuse('it spends nothing');
  if (tx.outputs.length < 2) throw refuse('it has fewer than two outputs');
  const { rct, viewTags } = tx.flags;
  const { rangeProof, bulletproof } = tx.rctConfig;
  if (
    !rct ||
    !viewTags ||
    rangeProof !== RCT_CONFIG_NOW.rangeProof ||
    bulletproof !== RCT_CONFIG_NOW.bulletproof
  )
    throw refuse('it is of an old kind');
  const inputs: TxInputPlan[] = [];
  for (const source of tx.sources) inputs.push(await inputOf(examiner, source));
  for (const each of [...tx.outputs, ...(tx.change.amount > 0n ? [tx.change] : [])])
    if (!kernel.isOnCurve(each.spendPublic) || !kernel.isOnCurve(each.viewPublic))
      throw refuse('an address is none');
  const amountIn = sum(inputs.map(({ output }) => output));
  const amountOut = sum(tx.outputs);
  if (amountOut > amountIn || amountIn > U64_MAX) throw refuse('it pays more than it spends');
  const paymentId = paymentIdOf(tx.extra);
  const change = await changeOf(examiner, tx);
  const recipients = await recipientsOf(examiner, tx, paymentId);
  return {
    inputs,
    outputs: tx.outputs.map((entry) => {
      const isChange = sameAddress(entry, tx.change);
      return {
        address: addressFor(examiner.account, entry, isChange ? undefined : paymentId),
        amount: entry.amount,
        change: isChange,
      };
    }),
    recipients: recipients.filter(({ amount }) => amount > 0n),
    change: tx.change.amount,
    ...(change && { changeAddress: change.address }),
    own: [...(change ? [change.index] : []), ...recipients.flatMap(({ own }) => (own ? [own] : []))],
    amountIn,
    amountOut,
    fee: amountIn - amountOut,
    dummies: recipients.filter(({ amount }) => amount === 0n).length,
    ...(paymentId && { paymentId }),
    ringSize: tx.sources.reduce((min, { ring }) => Math.min(min, ring.length), Infinity),
  };
};

const sum = (items: readonly { readonly amount: bigint }[]): bigint =>
  items.reduce((total, { amount }) => total + amount, 0n);

const ownIndex = async (
  { indexOf, hints }: Hinted,
  spendPublic: Uint8Array,
): Promise<SubaddressIndex | undefined> => hints.get(toHex(spendPublic)) ?? indexOf(spendPublic);

const sameAddress = (a: DestinationEntry, b: DestinationEntry): boolean =>
  equalBytes(a.spendPublic, b.spendPublic) && equalBytes(a.viewPublic, b.viewPublic);

/** Ours, and worth what is said: its commitment opens. That ring and chain agree is for the network to judge. */
const inputOf = async (examiner: Hinted, source: Source): Promise<TxInputPlan> => {
  const { account } = examiner;
  const { ring, realIndex, amount, mask, txPublicKey, additionalKeys, outputIndex, rct } = source;
  const real = ring[realIndex]!;
  if (ring.some((member, i) => i > 0 && member.index <= ring[i - 1]!.index))
    throw refuse('a ring is not in order');
  if (ring.some(({ key, commitment }) => !kernel.isOnCurve(key) || !kernel.isOnCurve(commitment)))
    throw refuse('a ring member is none');
  if (!rct) throw refuse('it spends an output of the old kind');
  if (!kernel.isReducedScalar(mask) || !equalBytes(commit({ amount, mask }), real.commitment))
    throw refuse('an amount is not what it says');
  const told = { key: real.key, outputIndex, txPublicKey, additionalKeys };
  for (const { spendPublic } of openings(account, told)) {
    const subaddress = await ownIndex(examiner, spendPublic);
    const keyImage = examiner.keyImageOf?.(source) ?? (subaddress && keyImageAt(account, told, subaddress));
    if (!subaddress || !keyImage) continue;
    const output: OwnedOutput = {
      ...told,
      txid: new Uint8Array(32),
      globalIndex: real.index,
      keyImage,
      amount,
      mask,
      rct,
      coinbase: false,
      subaddress,
      height: 0,
      timestamp: 0,
      unlockTime: 0n,
      pkIndex: 0,
      frozen: false,
    };
    return { output, ring: { members: ring, realIndex } };
  }
  throw refuse('it spends what is not ours');
};

/** The change has to be among what is paid, and to come back to us. Undefined when there is none. */
const changeOf = async (
  examiner: Hinted,
  { change, outputs }: ConstructionData,
): Promise<{ readonly address: Address; readonly index: SubaddressIndex } | undefined> => {
  const paid = outputs.filter((entry) => sameAddress(entry, change));
  if (change.amount === 0n) {
    // An output that only pretends to be change would not reach whom it pays.
    if (sum(paid) > 0n) throw refuse('change of nothing goes to an address that is paid');
    return undefined;
  }
  if (paid.length === 0) throw refuse('Claimed change does not go to a paid address');
  if (sum(paid) < change.amount) throw refuse('Claimed change is larger than payment to the change address');
  const index = await ownIndex(examiner, change.spendPublic);
  const own = index && addressOf(examiner.account, index);
  if (!index || !own || !equalBytes(own.viewPublic, change.viewPublic))
    throw refuse('Claimed change does not come back to this wallet');
  if (paid.some(({ subaddress }) => subaddress !== (own.kind === 'subaddress')))
    throw refuse('Claimed change does not come back to this wallet');
  return { address: own, index };
};

const recipientsOf = async (
  examiner: Hinted,
  { outputs, change }: ConstructionData,
  paymentId: Uint8Array | undefined,
): Promise<Recipient[]> => {
  const byAddress = new Map<string, { entry: DestinationEntry; amount: bigint }>();
  for (const entry of outputs) {
    const name = toHex(entry.spendPublic) + toHex(entry.viewPublic);
    const known = byAddress.get(name);
    if (known && known.entry.subaddress !== entry.subaddress) throw refuse('one address in two forms');
    byAddress.set(name, { entry, amount: (known?.amount ?? 0n) + entry.amount });
  }
  const recipients: Recipient[] = [];
  for (const { entry, amount } of byAddress.values()) {
    const isChange = change.amount > 0n && sameAddress(entry, change);
    if (isChange && amount === change.amount) continue;
    const own = await ownIndex(examiner, entry.spendPublic);
    recipients.push({
      address: addressFor(examiner.account, entry, paymentId),
      amount: isChange ? amount - change.amount : amount,
      ...(own && { own }),
    });
  }
  if (paymentId && recipients.filter(({ amount }) => amount > 0n).length > 1)
    throw refuse('a payment id for more than one recipient');
  return recipients;
};

const addressFor = (
  { network }: AccountRecord,
  { spendPublic, viewPublic, subaddress }: DestinationEntry,
  paymentId: Uint8Array | undefined,
): Address =>
  subaddress
    ? { network, kind: 'subaddress', spendPublic, viewPublic }
    : paymentId
      ? { network, kind: 'integrated', spendPublic, viewPublic, paymentId }
      : { network, kind: 'standard', spendPublic, viewPublic };

/** Keys are made anew; beside them there may be a payment id. Anything else would be a message that nobody sees. */
const paymentIdOf = (extra: Uint8Array): Uint8Array | undefined => {
  const { fields, rest } = parseExtra(extra);
  const nonces = fields.flatMap((field) => (field.kind === 'nonce' ? [field.bytes] : []));
  const known = fields.every(({ kind }) => ['publicKey', 'additionalKeys', 'nonce'].includes(kind));
  if (rest.length > 0 || !known || nonces.length > 1) throw refuse('its extra holds more than keys');
  const [nonce] = nonces;
  if (!nonce) return undefined;
  if (nonce.length !== 9 || nonce[0] !== 1) throw refuse('its extra holds more than a payment id');
  const id = nonce.slice(1);
  return id.every((byte) => byte === 0) ? undefined : id;
};
