/**
 * Which outputs of a batch of transactions are ours. Pure; runs in the pool, where the kernel derives the shared
 * secrets of the whole batch at once.
 * Upstream: `wallet2::process_new_transaction`, `check_acc_out_precomp`, `scan_output` (src/wallet/wallet2.cpp).
 */
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { FoundOutput, ScanKeys, SubaddressIndex } from '../../ports/scan-pool.ts';
import { derivationToScalar } from '../../protocol/keys/derivation.ts';
import { decryptPaymentId } from '../../protocol/keys/payment-id.ts';
import { subaddressSecret } from '../../protocol/keys/subaddress.ts';
import { openAmount } from '../../protocol/rct/amount.ts';
import {
  additionalPublicKeys,
  extraPaymentId,
  parseExtra,
  txPublicKeys,
  type TxExtra,
} from '../../protocol/tx/extra.ts';
import type { RctBase, TxOutput, TxPrefix } from '../../protocol/tx/types.ts';

/** Clear payment ids are ignored from this block version on (IGNORE_LONG_PAYMENT_ID_FROM_BLOCK_VERSION). */
const LONG_PAYMENT_IDS_END = 12;
const ONE = Uint8Array.of(1, ...new Uint8Array(31));

/** Keys in the form the scan wants them: the look-ahead table as a map. */
export interface Scanner {
  readonly keys: ScanKeys;
  readonly indexOf: (spendPublic: Uint8Array) => SubaddressIndex | undefined;
}

export const createScanner = (keys: ScanKeys): Scanner => {
  const { table } = keys;
  const rows = new Map<string, number>();
  for (let i = 0; i < table.majors.length; i++) rows.set(toHex(table.keys.subarray(32 * i, 32 * i + 32)), i);
  return {
    keys,
    indexOf: (spendPublic) => {
      const row = rows.get(toHex(spendPublic));
      return row === undefined ? undefined : { major: table.majors[row]!, minor: table.minors[row]! };
    },
  };
};

/** A transaction as the scan needs it. `globalIndices` is empty for one that is not in a block. */
export interface ScanTx {
  readonly prefix: TxPrefix;
  readonly rct: RctBase | undefined;
  readonly coinbase: boolean;
  readonly blockVersion: number;
  readonly globalIndices: readonly number[];
}

/**
 * Every output is tested against the transaction's public keys in order, the additional key of its index beside the
 * first; once found it is not tested again. In chain order, then key order, then output order, as upstream.
 */
export const findOutputs = (scanner: Scanner, txs: readonly ScanTx[]): FoundOutput[] => {
  const parsed = parseAll(txs);
  const { viewSecret } = scanner.keys;
  const derivations = kernel.deriveBatch(viewSecret, join(parsed.flatMap(({ points }) => points)));
  const found: FoundOutput[] = [];
  const secrets: Uint8Array[] = [];
  const taken = new Set<string>();
  for (const hit of matches(scanner, parsed, derivations)) {
    const { seat, outputIndex, pkIndex } = hit;
    if (taken.has(`${seat}:${outputIndex}`)) continue;
    taken.add(`${seat}:${outputIndex}`);
    const { tx, extra, main, additional, first } = parsed[seat]!;
    const scalar = derivationToScalar(at(derivations, hit.derivation), outputIndex);
    const opened = open(tx, outputIndex, scalar);
    if (!opened) continue;
    const secret = outputSecret(scanner.keys, scalar, hit.subaddress);
    if (secret) secrets.push(secret);
    const paymentId = paymentIdOf(extraPaymentId(extra), at(derivations, first + pkIndex), tx.blockVersion);
    found.push({
      tx: seat,
      outputIndex,
      globalIndex: tx.globalIndices[outputIndex] ?? 0,
      key: tx.prefix.outputs[outputIndex]!.key.slice(),
      subaddress: hit.subaddress,
      ...opened,
      txPublicKey: main[pkIndex]!.slice(),
      pkIndex,
      additionalKeys: additional.map((each) => each.slice()),
      ...(paymentId && { paymentId }),
      unlockTime: tx.prefix.unlockTime,
      fee: feeOf(tx),
      coinbase: tx.coinbase,
    });
  }
  if (secrets.length === 0) return found;
  const keyImages = kernel.keyImageBatch(join(secrets), join(found.map(({ key }) => key)));
  return found.map((output, i) => ({ ...output, keyImage: at(keyImages, i).slice() }));
};

interface ParsedTx {
  readonly tx: ScanTx;
  readonly extra: TxExtra;
  readonly main: readonly Uint8Array[];
  readonly additional: readonly Uint8Array[];
  /** Public keys to derive with: `main`, then `additional`; the first has this position among all of the batch. */
  readonly points: readonly Uint8Array[];
  readonly first: number;
}

const parseAll = (txs: readonly ScanTx[]): ParsedTx[] => {
  let first = 0;
  return txs.map((tx) => {
    const extra = parseExtra(tx.prefix.extra);
    const main = txPublicKeys(extra);
    const additional = main.length > 0 ? additionalPublicKeys(extra) : [];
    const points = [...main, ...additional];
    const parsed = { tx, extra, main, additional, points, first };
    first += points.length;
    return parsed;
  });
};

/** An output and a shared secret that may open it. */
interface Candidate {
  readonly seat: number;
  readonly outputIndex: number;
  readonly pkIndex: number;
  /** Position among the derivations. */
  readonly derivation: number;
}

const candidatesOf = ({ tx, main, additional, first }: ParsedTx, seat: number): Candidate[] =>
  main.flatMap((_, pkIndex) =>
    tx.prefix.outputs.flatMap((_output, outputIndex): Candidate[] => {
      const candidate = { seat, outputIndex, pkIndex, derivation: first + pkIndex };
      return pkIndex === 0 && outputIndex < additional.length
        ? [candidate, { ...candidate, derivation: first + main.length + outputIndex }]
        : [candidate];
    }),
  );

/** Candidates whose view tag (where there is one) and spend key fit; in order. */
const matches = (
  scanner: Scanner,
  parsed: readonly ParsedTx[],
  derivations: Uint8Array,
): (Candidate & { readonly subaddress: SubaddressIndex })[] => {
  const candidates = parsed.flatMap(candidatesOf);
  const output = ({ seat, outputIndex }: Candidate): TxOutput =>
    parsed[seat]!.tx.prefix.outputs[outputIndex]!;
  const tags = kernel.viewTagBatch(derivations, ...positions(candidates));
  const likely = candidates.filter((candidate, i) => {
    const { viewTag } = output(candidate);
    return viewTag === undefined || viewTag === tags[i];
  });
  const keys = join(likely.map((candidate) => output(candidate).key));
  const spendKeys = kernel.spendKeyBatch(derivations, ...positions(likely), keys);
  return likely.flatMap((candidate, i) => {
    const subaddress = scanner.indexOf(at(spendKeys, i));
    return subaddress ? [{ ...candidate, subaddress }] : [];
  });
};

const positions = (candidates: readonly Candidate[]): [which: Uint32Array, indices: Uint32Array] => [
  Uint32Array.from(candidates, ({ derivation }) => derivation),
  Uint32Array.from(candidates, ({ outputIndex }) => outputIndex),
];

const at = (items: Uint8Array, index: number): Uint8Array => items.subarray(32 * index, 32 * index + 32);

const join = (items: readonly Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(items.length * 32);
  for (const [i, item] of items.entries()) out.set(item, 32 * i);
  return out;
};

/** The fee of a transaction: stated in RingCT, the difference of clear amounts before. */
export const feeOf = ({ prefix, rct, coinbase }: Pick<ScanTx, 'prefix' | 'rct' | 'coinbase'>): bigint => {
  if (coinbase) return 0n;
  if (prefix.version >= 2) return rct?.fee ?? 0n;
  const paid = prefix.outputs.reduce((sum, { amount }) => sum + amount, 0n);
  const taken = prefix.inputs.reduce((sum, input) => sum + (input.kind === 'key' ? input.amount : 0n), 0n);
  return taken > paid ? taken - paid : 0n;
};

/** Amount and mask; undefined when the commitment does not open or nothing is in it: wallet2 drops such outputs. */
const open = (
  { prefix, rct, coinbase }: ScanTx,
  outputIndex: number,
  sharedScalar: Uint8Array,
): { amount: bigint; mask: Uint8Array; rct: boolean } | undefined => {
  const { amount } = prefix.outputs[outputIndex]!;
  if (amount > 0n) return { amount, mask: ONE, rct: coinbase && prefix.version >= 2 };
  const ecdh = rct?.ecdh[outputIndex];
  const commitment = rct?.commitments[outputIndex];
  if (!rct || !ecdh || !commitment) return undefined;
  const opened = openAmount({ type: rct.type, ecdh, commitment, sharedScalar });
  return opened && opened.amount > 0n ? { ...opened, rct: true } : undefined;
};

/** x = Hs(D, i) + b, plus m of a subaddress. That x·G is the key follows from the spend key found in the table. */
const outputSecret = (
  { spendSecret, viewSecret }: ScanKeys,
  scalar: Uint8Array,
  { major, minor }: SubaddressIndex,
): Uint8Array | undefined => {
  if (!spendSecret) return undefined;
  const secret = kernel.scalarAdd(scalar, spendSecret);
  return major === 0 && minor === 0
    ? secret
    : kernel.scalarAdd(secret, subaddressSecret(viewSecret, major, minor));
};

const paymentIdOf = (
  id: ReturnType<typeof extraPaymentId>,
  derivation: Uint8Array,
  blockVersion: number,
): Uint8Array | undefined => {
  if (!id) return undefined;
  if (id.kind === 'encrypted') return decryptPaymentId(id.bytes, derivation);
  return blockVersion >= LONG_PAYMENT_IDS_END ? undefined : id.bytes.slice();
};
