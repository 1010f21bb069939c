import type { WideTowerPoint } from '../kernel/tower.ts';
import type { ProofScalars } from '../kernel/tower-sums.ts';
import type { BlindTask, PreparedBlind } from '../protocol/membership/blinds.ts';
import type { MembershipClaim } from '../protocol/membership/tx.ts';

/** Scalars alone, as threads exchange them. */
export type SharedScalars = Omit<ProofScalars, 'others'>;

/** The arithmetic of membership proofs. An implementation may share it among workers. */
export interface MembershipWorkers {
  /** Each takes some hundredths of a second. */
  blinds(tasks: readonly BlindTask[]): Promise<readonly PreparedBlind[]>;
  /** Sums of multiples of the generators of a proof. */
  sums(curve: 'selene' | 'helios', batch: readonly SharedScalars[]): Promise<readonly WideTowerPoint[]>;
  verify(claim: MembershipClaim): Promise<boolean>;
}
