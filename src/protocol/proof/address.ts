import type { Address } from '../address/address.ts';

/** The two public keys of the address in a proof. */
export type ProofAddress = Pick<Address, 'spendPublic' | 'viewPublic'>;

/** Proofs use another base point for a subaddress. An integrated address counts as its standard address. */
export type ReceivingAddress = ProofAddress & Pick<Address, 'kind'>;
