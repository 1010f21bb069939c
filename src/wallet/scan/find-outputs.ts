/**
 * Which outputs of a batch of transactions are ours. Pure; runs in the pool, where the kernel derives the shared
 * secrets of the whole batch at once.
 * Upstream: `wallet2::process_new_transaction`, `check_acc_out_precomp`, `scan_output` (src/wallet/wallet2.cpp).
 */
import { toHex } from '../../base/hex.ts';
import { equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { FoundOutput, ScanKeys, SubaddressIndex } from '../../ports/scan-pool.ts';
import {
  deriveSecretKey,
  deriveSubaddressPublicKey,
  derivationToScalar,
  deriveViewTag,
  generateKeyImage,
} from '../../protocol/keys/derivation.ts';
import { decryptPaymentId } from '../../protocol/keys/payment-id.ts';
import { subaddressSecret } from '../../protocol/keys/subaddress.ts';
import { openAmount } from '../../protocol/rct/amount.ts';
import { additionalPublicKeys, extraPaymentId, parseExtra, txPublicKeys } from '../../protocol/tx/extra.ts';
import type { RctBase, TxPrefix } from '../../protocol/tx/types.ts';

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

export const findOutputs = (scanner: Scanner, txs: readonly ScanTx[]): FoundOutput[] => {
  const parsed = txs.map((tx) => {
    const fields = parseExtra(tx.prefix.extra);
    return { tx, fields, main: txPublicKeys(fields), additional: additionalPublicKeys(fields) };
  });
  const derivations = deriveAll(
    scanner.keys.viewSecret,
    parsed.flatMap(({ main, additional }) => [...main, ...additional]),
  );
  const found: FoundOutput[] = [];
  let at = 0;
  for (const [index, { tx, fields, main, additional }] of parsed.entries()) {
    const mainDerivations = derivations.slice(at, at + main.length);
    const additionalDerivations = derivations.slice(at + main.length, at + main.length + additional.length);
    at += main.length + additional.length;
    const taken = new Set<number>();
    for (const [pkIndex, derivation] of mainDerivations.entries()) {
      for (const [outputIndex, output] of tx.prefix.outputs.entries()) {
        if (taken.has(outputIndex)) continue;
        // Additional keys belong to the transaction as a whole: tried once, beside its first key.
        const candidates = pkIndex === 0 ? [derivation, additionalDerivations[outputIndex]] : [derivation];
        const hit = candidates
          .map((candidate) => candidate && match(scanner, candidate, outputIndex, output))
          .find((candidate) => candidate !== undefined);
        if (!hit) continue;
        taken.add(outputIndex);
        const opened = open(tx, outputIndex, hit.derivation);
        if (!opened) continue;
        const secret = outputSecret(scanner.keys, hit, outputIndex);
        if (secret && !equalBytes(kernel.mulBase(secret), output.key)) continue;
        const paymentId = paymentIdOf(extraPaymentId(fields), derivation, tx.blockVersion);
        found.push({
          tx: index,
          outputIndex,
          globalIndex: tx.globalIndices[outputIndex] ?? 0,
          key: output.key.slice(),
          ...(secret && { keyImage: generateKeyImage(output.key, secret) }),
          subaddress: hit.subaddress,
          ...opened,
          txPublicKey: main[pkIndex]!.slice(),
          pkIndex,
          additionalKeys: additional.map((key) => key.slice()),
          ...(paymentId && { paymentId }),
          unlockTime: tx.prefix.unlockTime,
          fee: feeOf(tx),
          coinbase: tx.coinbase,
        });
      }
    }
  }
  return found;
};

/** The fee of a transaction: stated in RingCT, the difference of clear amounts before. */
export const feeOf = ({ prefix, rct, coinbase }: Pick<ScanTx, 'prefix' | 'rct' | 'coinbase'>): bigint => {
  if (coinbase) return 0n;
  if (prefix.version >= 2) return rct?.fee ?? 0n;
  const paid = prefix.outputs.reduce((sum, { amount }) => sum + amount, 0n);
  const taken = prefix.inputs.reduce((sum, input) => sum + (input.kind === 'key' ? input.amount : 0n), 0n);
  return taken > paid ? taken - paid : 0n;
};

const deriveAll = (viewSecret: Uint8Array, points: readonly Uint8Array[]): Uint8Array[] => {
  const flat = new Uint8Array(points.length * 32);
  for (const [i, point] of points.entries()) flat.set(point, 32 * i);
  const out = kernel.deriveBatch(viewSecret, flat);
  return points.map((_, i) => out.subarray(32 * i, 32 * i + 32));
};

interface Hit {
  readonly derivation: Uint8Array;
  readonly subaddress: SubaddressIndex;
}

const match = (
  scanner: Scanner,
  derivation: Uint8Array,
  outputIndex: number,
  output: { readonly key: Uint8Array; readonly viewTag?: number },
): Hit | undefined => {
  if (output.viewTag !== undefined && deriveViewTag(derivation, outputIndex) !== output.viewTag)
    return undefined;
  if (!kernel.isOnCurve(output.key)) return undefined;
  const subaddress = scanner.indexOf(deriveSubaddressPublicKey(output.key, derivation, outputIndex));
  return subaddress && { derivation, subaddress };
};

/** Amount and mask; undefined when the commitment does not open or nothing is in it: wallet2 drops such outputs. */
const open = (
  { prefix, rct, coinbase }: ScanTx,
  outputIndex: number,
  derivation: Uint8Array,
): { amount: bigint; mask: Uint8Array; rct: boolean } | undefined => {
  const { amount } = prefix.outputs[outputIndex]!;
  if (amount > 0n) return { amount, mask: ONE, rct: coinbase && prefix.version >= 2 };
  const ecdh = rct?.ecdh[outputIndex];
  const commitment = rct?.commitments[outputIndex];
  if (!rct || !ecdh || !commitment) return undefined;
  const opened = openAmount({
    type: rct.type,
    ecdh,
    commitment,
    sharedScalar: derivationToScalar(derivation, outputIndex),
  });
  return opened && opened.amount > 0n ? { ...opened, rct: true } : undefined;
};

const outputSecret = (keys: ScanKeys, hit: Hit, outputIndex: number): Uint8Array | undefined => {
  if (!keys.spendSecret) return undefined;
  const { major, minor } = hit.subaddress;
  const secret = deriveSecretKey(hit.derivation, outputIndex, keys.spendSecret);
  return major === 0 && minor === 0
    ? secret
    : kernel.scalarAdd(secret, subaddressSecret(keys.viewSecret, major, minor));
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
