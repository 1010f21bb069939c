import type { BlindTask, PreparedBlind } from '../protocol/membership/blinds.ts';
import type { MembershipClaim } from '../protocol/membership/tx.ts';

/** Scalars alone, as threads exchange them: `ProofScalars` of kernel/tower-sums.ts without other points. */
export interface SharedScalars {
  readonly left?: readonly bigint[];
  readonly right?: readonly bigint[];
  readonly value?: bigint;
  readonly mask?: bigint;
  readonly secret?: boolean;
}

/** The arithmetic of membership proofs. An implementation may share it among workers. */
export interface MembershipWorkers {
  /** Each takes some hundredths of a second. */
  blinds(tasks: readonly BlindTask[]): Promise<readonly PreparedBlind[]>;
  /** Sums of multiples of the generators of a proof: points of 64 bytes, as kernel/tower.ts writes them. */
  sums(curve: 'selene' | 'helios', batch: readonly SharedScalars[]): Promise<readonly Uint8Array[]>;
  verify(claim: MembershipClaim): Promise<boolean>;
}
