import type { Address } from '../address/address.ts';

/** The two public keys that a proof speaks about. */
export type ProofAddress = Pick<Address, 'spendPublic' | 'viewPublic'>;

/** A subaddress takes other base points in transaction proofs; an integrated address counts as its standard twin. */
export type ReceivingAddress = ProofAddress & Pick<Address, 'kind'>;
