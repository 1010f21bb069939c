/**
 * Nonces of multisig signatures. We use each of our nonces for one signature only: two signatures with the same nonce
 * reveal the key share. Each signer exports the public nonces of its outputs (export_multisig_info) and stores the
 * secret ones. The proposer of a transaction draws new nonces of its own, and adds to them exported ones of every other
 * signer, each at most once; that signer finds and deletes the secret ones when it signs. After a signature the signers
 * export again.
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
import type { MultisigInfo } from '../state/records/multisig.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Put } from '../state/tables.ts';

export interface DrawnNonces {
  /** Our new nonces; secret, the caller must wipe them. */
  readonly own: readonly Scalar[];
  readonly sums: NonceSums;
}

/** Public nonces of other signers (k·G in hex) that the proposed transaction uses already. */
export type Taken = Set<string>;

/**
 * Draws new nonces of ours. Takes as many from each other signer (`infos`: what they sent for this output), none of them
 * in `taken`, and adds these to `taken` and, for the record of this signing attempt, to `usedNonces`. Fault
 * multisig_import_needed: a signer has sent too few.
 */
export function drawNonces(
  random: Random,
  { key }: OwnedOutput,
  infos: readonly MultisigInfo[],
  taken: Taken,
  usedNonces: Uint8Array[],
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
      usedNonces.push(next.L);
      left = kernel.pointAdd(left, next.L);
      right = kernel.pointAdd(right, next.R);
    }
    L.push(left);
    R.push(right);
  }
  return { own, sums: { L, R } };
}

/** Our stored nonces. One object returns each nonce at most once. */
export interface OwnNonces {
  /**
   * Takes as many nonces as a signature of this output needs, of those whose public nonce (k·G in hex) is in
   * `wanted`. Fault multisig_export_needed.
   */
  take(output: OwnedOutput, wanted: ReadonlySet<string>): readonly Scalar[];
}

export function ownNonces({ tables }: WalletState): OwnNonces {
  const unused = new Map<string, { readonly nonce: Scalar; readonly L: string }[]>();
  const unusedOf = (output: string): { readonly nonce: Scalar; readonly L: string }[] => {
    const known = unused.get(output);
    if (known) return known;
    const nonces = tables.multisigOutputs.get(output)?.nonces ?? [];
    const withPublic = nonces.map((nonce) => ({ nonce, L: toHex(kernel.mulBase(nonce)) }));
    unused.set(output, withPublic);
    return withPublic;
  };
  return {
    take: ({ key }, wanted) => {
      const nonces = unusedOf(toHex(key));
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
 * The database update that deletes all stored nonces of these outputs, unused ones too: the output is spent, or its
 * signers export new nonces. Commit it before a signature leaves the wallet.
 * `ownUsed`: the stored nonces that the signature uses, by the output's one-time key in hex. Fault
 * multisig_export_needed when one of them is not stored any more, since another signing has used it.
 */
export function withoutNonces(
  { tables }: WalletState,
  outputs: readonly OwnedOutput[],
  ownUsed: ReadonlyMap<string, readonly Uint8Array[]> = new Map(),
): Put[] {
  return [...new Set(outputs.map(({ key }) => toHex(key)))].flatMap((key) => {
    const record = tables.multisigOutputs.get(key);
    const stored = record?.nonces ?? [];
    if (ownUsed.get(key)?.some((nonce) => !stored.some((each) => equalBytes(each, nonce))))
      throw fault('multisig_export_needed');
    return record && stored.length > 0
      ? [put('multisigOutputs', key, { nonces: [], infos: record.infos })]
      : [];
  });
}
