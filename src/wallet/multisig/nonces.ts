/**
 * Nonces: ours sign once; those of other signers are used once per proposal. Two signatures with the same nonce
 * reveal the key.
 * Upstream: `get_multisig_composite_kLRki`, `get_multisig_k`, `clear_multisig_k_and_store` (src/wallet/wallet2.cpp).
 */
import type { Scalar } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { Random } from '../../ports/random.ts';
import type { NonceSums } from '../../protocol/multisig/clsag.ts';
import { NONCES_PER_ATTEMPT } from '../../protocol/multisig/info.ts';
import { fault } from '../faults.ts';
import { randomScalar } from '../spend/build-tx.ts';
import { put, type WalletState } from '../state/state.ts';
import type { MultisigInfo, OwnedOutput, Put } from '../state/types.ts';

export interface DrawnNonces {
  /** Our new nonces; secret, the caller must wipe them. */
  readonly own: readonly Scalar[];
  readonly sums: NonceSums;
}

/** Public nonces (k·G in hex) that a proposal has used already. */
export type Taken = Set<string>;

/**
 * Draws new nonces of ours and takes the next two unused ones of each of `infos`; adds them to `taken` and `used`.
 * Fault multisig_import_needed: a signer has sent too few.
 */
export function drawNonces(
  random: Random,
  { key }: OwnedOutput,
  infos: readonly MultisigInfo[],
  taken: Taken,
  used: Uint8Array[],
): DrawnNonces {
  const base = kernel.hashToPoint(key);
  const own = Array.from({ length: NONCES_PER_ATTEMPT }, () => randomScalar(random));
  const L: Uint8Array[] = [];
  const R: Uint8Array[] = [];
  for (const nonce of own) {
    let left = kernel.mulBase(nonce);
    let right = kernel.mul(nonce, base);
    for (const { nonces } of infos) {
      const next = nonces.find((each) => !taken.has(toHex(each.L)));
      if (!next) throw fault('multisig_import_needed');
      taken.add(toHex(next.L));
      used.push(next.L);
      left = kernel.pointAdd(left, next.L);
      right = kernel.pointAdd(right, next.R);
    }
    L.push(left);
    R.push(right);
  }
  return { own, sums: { L, R } };
}

/** Our nonces that a set uses; each is returned once. */
export interface OwnNonces {
  /** Two of our nonces for an output that are in `wanted`. Fault multisig_export_needed. */
  take(output: OwnedOutput, wanted: ReadonlySet<string>): readonly Scalar[];
}

export function ownNonces({ tables }: WalletState): OwnNonces {
  const left = new Map<string, { readonly nonce: Scalar; readonly L: string }[]>();
  const of = (output: string): { readonly nonce: Scalar; readonly L: string }[] => {
    const known = left.get(output);
    if (known) return known;
    const nonces = tables.multisigOutputs.get(output)?.nonces ?? [];
    const made = nonces.map((nonce) => ({ nonce, L: toHex(kernel.mulBase(nonce)) }));
    left.set(output, made);
    return made;
  };
  return {
    take: ({ key }, wanted) => {
      const nonces = of(toHex(key));
      return Array.from({ length: NONCES_PER_ATTEMPT }, () => {
        const position = nonces.findIndex(({ L }) => wanted.has(L));
        const [found] = position < 0 ? [] : nonces.splice(position, 1);
        if (!found) throw fault('multisig_export_needed');
        return found.nonce;
      });
    },
  };
}

/**
 * The change that deletes the nonces of these outputs. Commit it before a signature leaves the wallet. Fault
 * multisig_export_needed when a nonce is not stored any more, since another call has used it.
 */
export function withoutNonces(
  { tables }: WalletState,
  outputs: readonly OwnedOutput[],
  used: ReadonlyMap<string, readonly Uint8Array[]> = new Map(),
): Put[] {
  return [...new Set(outputs.map(({ key }) => toHex(key)))].flatMap((key) => {
    const record = tables.multisigOutputs.get(key);
    const there = record?.nonces ?? [];
    if (used.get(key)?.some((nonce) => !there.some((each) => equalBytes(each, nonce))))
      throw fault('multisig_export_needed');
    return record && there.length > 0
      ? [put('multisigOutputs', key, { nonces: [], infos: record.infos })]
      : [];
  });
}

/** Whether this wallet file has nonces, which no other copy of it may use. */
export function holdsNonces({ tables }: WalletState): boolean {
  return [...tables.multisigOutputs.values()].some(({ nonces }) => nonces.length > 0);
}
