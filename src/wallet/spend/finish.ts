/**
 * Finishes a prepared payment. With the spend key, this wallet signs it. A view-only wallet writes an unsigned set
 * for the signing device, and a multisig signer a multisig set for the other signers.
 * Upstream: the three ends of `fill_response` in src/wallet/wallet_rpc_server.cpp.
 */
import type { KeyImage } from '../../base/brands.ts';
import { fault } from '../faults.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { TxKeys } from '../state/records/payments.ts';
import type { PendingTx } from './pending.ts';
import type { AnyPrepared, Prepared } from './prepared.ts';
import { signAll, type Signing } from './spend.ts';
import type { Keep } from './unsent-payment.ts';

/** A transaction that others must sign, as far as it is known. */
export interface Proposal {
  readonly fee: bigint;
  readonly weight: number;
  readonly amounts: readonly bigint[];
  readonly keyImages: readonly KeyImage[];
  /** Tells proposals apart. In an unsigned set it changes later: the device draws its own transaction keys. */
  readonly id?: Uint8Array;
  /** In a multisig set: transaction keys, with which the other signers rebuild the same transaction. */
  readonly keys?: TxKeys;
}

/** All transactions of a payment in one encrypted set. */
export interface ProposedSet {
  readonly set: Uint8Array;
  readonly proposals: readonly Proposal[];
  /** Key of the payment's record in `unsentPayments`, if it was stored. */
  readonly id?: string;
}

/** Writes the sets. wallet/cold and wallet/multisig implement it; they import this module. */
export interface SetWriters {
  unsigned(prepared: readonly Prepared[], keep?: Keep): Promise<ProposedSet>;
  multisig(prepared: readonly Prepared[], keep?: Keep): Promise<ProposedSet>;
}

export type Finished =
  | { readonly kind: 'signed'; readonly txs: readonly PendingTx[] }
  | ({ readonly kind: 'unsigned' | 'multisig' } & ProposedSet);

/** The signer of an account's payments: this wallet, the signing device, or several multisig signers. */
export function signerOf({ multisig, spendSecret }: AccountRecord): 'here' | 'device' | 'signers' {
  if (multisig) return 'signers';
  return spendSecret ? 'here' : 'device';
}

/**
 * Signs, or writes a set. With `keep` the set is stored as an unsent payment and its inputs are bound before this
 * returns. Own faults: built_wrong, output_not_spendable (with `keep`), background_syncing: the spend key was locked away
 * meanwhile.
 */
export async function finish(
  deps: Signing & { readonly sets: SetWriters },
  given: readonly AnyPrepared[],
  keep?: Keep,
): Promise<Finished> {
  const { account, settings } = deps.ledger.state;
  if (settings.background?.away) throw fault('background_syncing');
  const signer = signerOf(account);
  if (signer === 'here') return { kind: 'signed', txs: await signAll(deps, given) };
  // Payments that prove membership are prepared for wallets alone that sign them.
  const prepared = given as readonly Prepared[];
  for (const { stored } of prepared) await stored;
  switch (signer) {
    case 'device':
      return { kind: 'unsigned', ...(await deps.sets.unsigned(prepared, keep)) };
    case 'signers':
      return { kind: 'multisig', ...(await deps.sets.multisig(prepared, keep)) };
  }
}
