/**
 * Finds our outputs in a batch of transactions. Pure; runs in the pool workers, where the kernel
 * computes the derivations of the whole batch at once.
 * Upstream: `wallet2::process_new_transaction`, `check_acc_out_precomp`, `scan_output` (src/wallet/wallet2.cpp).
 */
import { sumAmounts } from '../../base/amount.ts';
import { copyBytes } from '../../base/bytes.ts';
import { asKeyImage, asPublicKey, type PublicKey, type SecretKey } from '../../base/brands.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { FoundOutput, ScanKeys } from '../../ports/scan-pool.ts';
import { decryptPaymentId } from '../../protocol/keys/payment-id.ts';
import { subaddressSecret } from '../../protocol/keys/subaddress.ts';
import { extraPaymentId, parseExtra, type TxExtra } from '../../protocol/tx/extra.ts';
import { MAX_TX_SIZE } from '../../protocol/tx/prefix.ts';
import type { RctBase, TxPrefix } from '../../protocol/tx/types.ts';
import { openOutputs, type OpenedOutput } from './open-outputs.ts';
import { candidateOutputs, pointsOf, type CandidateOutputs } from './candidates.ts';
import { keysOf, scanOffsetsOf, type TxScanOffsets } from './tx-scan-offsets.ts';
import { indexKeys } from './spend-keys.ts';

/** From this block version on, unencrypted payment ids are ignored (IGNORE_LONG_PAYMENT_ID_FROM_BLOCK_VERSION). */
const LONG_PAYMENT_IDS_END = 12;

/** The keys, and the look-ahead table indexed by spend key. */
export interface Scanner {
  readonly keys: ScanKeys;
  /** The row of the table whose spend key is the 32 bytes at `at`; -1 when it is not ours. */
  readonly rowOf: (bytes: Uint8Array, at: number) => number;
}

export function createScanner(keys: ScanKeys): Scanner {
  return { keys, rowOf: indexKeys(keys.table) };
}

/** A transaction as the scan needs it. `globalIndices` is empty for one that is not in a block. */
export interface ScanTx {
  readonly prefix: TxPrefix;
  readonly rct: RctBase | undefined;
  readonly coinbase: boolean;
  readonly blockVersion: number;
  readonly globalIndices: readonly number[];
}

/**
 * Tests every output with the transaction's first public key (extra tag 01), then with the output's additional key
 * (tag 04), then with further public keys of tag 01; the first key that fits an output counts. Results are in that
 * order of keys within a transaction, then by output, as upstream.
 */
export function findOutputs(scanner: Scanner, txs: readonly ScanTx[]): FoundOutput[] {
  return findIn(
    scanner,
    txs.map(({ prefix }) => scanOffsetsOf(prefix)),
    (txIndex) => txs[txIndex]!,
  );
}

/** `findOutputs` where only positions of keys are read; `txOf` reads a whole transaction with a matching output. */
export function findIn(
  scanner: Scanner,
  offsets: readonly TxScanOffsets[],
  txOf: (txIndex: number) => ScanTx,
): FoundOutput[] {
  const derivations = kernel.deriveBatch(scanner.keys.viewSecret, pointsOf(offsets));
  return findAmong(scanner, candidateOutputs(offsets, derivations), derivations, txOf);
}

/** Returns the candidates that are ours; they come in batches. `derivations`: 32 bytes each. */
export function findAmong(
  scanner: Scanner,
  candidates: Iterable<CandidateOutputs>,
  derivations: Uint8Array,
  txOf: (txIndex: number) => ScanTx,
): FoundOutput[] {
  const hits = readHits(matches(scanner, candidates), txOf);
  const opened = openOutputs(hits, derivations);
  const kept = hits.flatMap((hit, i): Kept[] => (opened[i] ? [{ ...hit, opening: opened[i] }] : []));
  const keyImages = keyImagesOf(scanner.keys, kept);
  const { majors, minors } = scanner.keys.table;
  return kept.map((hit, i): FoundOutput => {
    const { tx, txIndex, outputIndex, pkIndex, row, opening } = hit;
    const derivation = at(derivations, hit.mainDerivation);
    const paymentId = paymentIdOf(extraPaymentId(hit.extra), derivation, tx.blockVersion);
    return {
      tx: txIndex,
      outputIndex,
      globalIndex: tx.globalIndices[outputIndex] ?? 0,
      key: asPublicKey(outputKey(hit).slice()),
      subaddress: { major: majors[row]!, minor: minors[row]! },
      amount: opening.amount,
      mask: opening.mask,
      rct: opening.rct,
      txPublicKey: hit.main[pkIndex]!,
      pkIndex,
      additionalKeys: hit.additional,
      ...(paymentId && { paymentId }),
      unlockTime: tx.prefix.unlockTime,
      fee: feeOf(tx),
      coinbase: tx.coinbase,
      ...(keyImages && { keyImage: asKeyImage(at(keyImages, i)) }),
    };
  });
}

/** A hit whose commitment matches its amount and mask. */
interface Kept extends Hit {
  readonly opening: OpenedOutput;
}
const outputKey = ({ tx, outputIndex }: Hit): PublicKey => tx.prefix.outputs[outputIndex]!.key;

/** 32 bytes for each output; undefined without the spend key. */
const keyImagesOf = (keys: ScanKeys, outputs: readonly Kept[]): Uint8Array | undefined => {
  const { spendSecret, table } = keys;
  if (!spendSecret || outputs.length === 0) return undefined;
  /** Secret spend key of an address, by row of the look-ahead table. */
  const known = new Map<number, Uint8Array>();
  const secretOf = (row: number): Uint8Array => {
    const secret = known.get(row) ?? secretAt(keys, spendSecret, table.majors[row]!, table.minors[row]!);
    known.set(row, secret);
    return secret;
  };
  // The output's secret key: Hs(derivation, output index) plus the secret spend key of its address.
  const secrets = outputs.map(({ opening, row }) => kernel.scalarAdd(opening.scalar, secretOf(row)));
  return kernel.keyImageBatch(join(secrets), join(outputs.map(outputKey)));
};
const secretAt = (
  { viewSecret }: ScanKeys,
  spendSecret: SecretKey,
  major: number,
  minor: number,
): Uint8Array =>
  major === 0 && minor === 0
    ? spendSecret
    : kernel.scalarAdd(spendSecret, subaddressSecret(viewSecret, major, minor));

interface Match {
  readonly txIndex: number;
  readonly outputIndex: number;
  /** Index of the public key of tag 01 that was tried, alone or together with the additional keys. */
  readonly pkIndex: number;
  /** Index of the derivation that found it: with a public key of tag 01, or with the additional key of the output. */
  readonly derivation: number;
  /** Index of the derivation with the transaction's public key `pkIndex`. It decrypts the payment id. */
  readonly mainDerivation: number;
  /** Row of the look-ahead table. */
  readonly row: number;
}

/** Candidates whose spend key is in the table, in order; each output once. */
const matches = (scanner: Scanner, batches: Iterable<CandidateOutputs>): Match[] => {
  const taken = new Set<number>();
  const found: Match[] = [];
  for (const candidates of batches) addMatches(found, taken, scanner, candidates);
  return found;
};

const addMatches = (
  found: Match[],
  taken: Set<number>,
  scanner: Scanner,
  candidates: CandidateOutputs,
): void => {
  for (let i = 0; i < candidates.count; i++) {
    const row = scanner.rowOf(candidates.spendKeys, 32 * i);
    if (row < 0) continue;
    const [txIndex, outputIndex] = [candidates.txs[i]!, candidates.outputs[i]!];
    // A transaction has fewer outputs than bytes, so the number is unique.
    const outputId = txIndex * MAX_TX_SIZE + outputIndex;
    if (taken.has(outputId)) continue;
    taken.add(outputId);
    const [pkIndex, derivation, mainDerivation] = [
      candidates.pks[i]!,
      candidates.derivations[i]!,
      candidates.mains[i]!,
    ];
    found.push({ txIndex, outputIndex, pkIndex, derivation, mainDerivation, row });
  }
};

/** A match with its transaction. The keys are copies: views would keep the node's whole answer in memory. */
interface Hit extends Match {
  readonly tx: ScanTx;
  readonly extra: TxExtra;
  readonly main: readonly PublicKey[];
  readonly additional: readonly PublicKey[];
}

const readHits = (found: readonly Match[], txOf: (txIndex: number) => ScanTx): Hit[] => {
  let last: ({ readonly txIndex: number } & Pick<Hit, 'tx' | 'extra' | 'main' | 'additional'>) | undefined;
  return found.map((match): Hit => {
    if (last?.txIndex !== match.txIndex) {
      const tx = txOf(match.txIndex);
      const extra = parseExtra(tx.prefix.extra);
      const { main, additional } = keysOf(extra);
      last = {
        txIndex: match.txIndex,
        tx,
        extra,
        main: main.map(copyBytes),
        additional: additional.map(copyBytes),
      };
    }
    return { ...match, ...last };
  });
};

const at = (items: Uint8Array, index: number): Uint8Array => items.subarray(32 * index, 32 * index + 32);

const join = (items: readonly Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(items.length * 32);
  for (const [i, item] of items.entries()) out.set(item, 32 * i);
  return out;
};

/** The fee of a transaction in piconero. Version 1 does not state it: it is the inputs minus the outputs. */
export function feeOf({ prefix, rct, coinbase }: Pick<ScanTx, 'prefix' | 'rct' | 'coinbase'>): bigint {
  if (coinbase) return 0n;
  if (prefix.version >= 2) return rct?.fee ?? 0n;
  const outputs = sumAmounts(prefix.outputs);
  const inputs = prefix.inputs.reduce((sum, input) => sum + (input.kind === 'key' ? input.amount : 0n), 0n);
  return inputs > outputs ? inputs - outputs : 0n;
}

const paymentIdOf = (
  id: ReturnType<typeof extraPaymentId>,
  derivation: Uint8Array,
  blockVersion: number,
): Uint8Array | undefined => {
  if (!id) return undefined;
  if (id.kind === 'encrypted') return decryptPaymentId(id.bytes, derivation);
  return blockVersion >= LONG_PAYMENT_IDS_END ? undefined : id.bytes.slice();
};
