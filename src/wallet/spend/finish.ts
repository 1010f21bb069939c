/**
 * What a prepared payment becomes: who has the spend key decides. This wallet signs it; or it writes an unsigned set for
 * the signing device; or, as one signer of several, a multisig set for the others.
 * Upstream: the three ends of `fill_response` in src/wallet/wallet_rpc_server.cpp.
 */
import type { KeyImage } from '../../base/brands.ts';
import type { AccountRecord, TxKeys } from '../state/types.ts';
import type { PendingTx } from './pending.ts';
import type { Prepared } from './prepared.ts';
import { signAll, type SpendDeps } from './spend.ts';
import type { Keep } from './unsent-payment.ts';

/** What can be said of a transaction that others have yet to sign. */
export interface Proposal {
  readonly fee: bigint;
  readonly weight: number;
  readonly amounts: readonly bigint[];
  readonly change: bigint;
  readonly keyImages: readonly KeyImage[];
  readonly inputs: readonly bigint[];
  /** For a signing device, not the id that it will have: the device picks keys of its own. It tells proposals apart. */
  readonly id?: Uint8Array;
  /** For other signers, who make the very same transaction again from them. */
  readonly keys?: TxKeys;
}

/** All transactions of a payment in one sealed set. */
export interface ProposedSet {
  readonly set: Uint8Array;
  readonly proposals: readonly Proposal[];
  /** Key of its record among the unsent payments, where the payment is kept. */
  readonly id?: string;
}

/** Writes the sets: wallet/cold and wallet/multisig, which stand on this module. */
export interface SetWriters {
  unsigned(prepared: readonly Prepared[], keep?: Keep): Promise<ProposedSet>;
  multisig(prepared: readonly Prepared[], keep?: Keep): Promise<ProposedSet>;
}

export type Finished =
  | { readonly kind: 'signed'; readonly txs: readonly PendingTx[] }
  | ({ readonly kind: 'unsigned' | 'multisig' } & ProposedSet);

/** Who signs what an account pays. */
export function signerOf({ multisig, spendSecret }: AccountRecord): 'here' | 'device' | 'signers' {
  if (multisig) return 'signers';
  return spendSecret ? 'here' : 'device';
}

/**
 * With `keep` a set is stored as an unsent payment, its inputs bound, before it is answered. Faults built_wrong,
 * output_not_spendable (with `keep`), those of proposeMultisig.
 */
export async function finish(
  deps: Pick<SpendDeps, 'random' | 'cryptoWorkers' | 'ledger'> & { readonly sets: SetWriters },
  prepared: readonly Prepared[],
  keep?: Keep,
): Promise<Finished> {
  switch (signerOf(deps.ledger.state.account)) {
    case 'here':
      return { kind: 'signed', txs: await signAll(deps, prepared) };
    case 'device':
      return { kind: 'unsigned', ...(await deps.sets.unsigned(prepared, keep)) };
    case 'signers':
      return { kind: 'multisig', ...(await deps.sets.multisig(prepared, keep)) };
  }
}
