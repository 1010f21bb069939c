/** The transactions of transactions.json. */
import { asCommitment, asPublicKey } from '../../../src/base/brands.ts';
import { fromHex } from '../../../src/base/hex.ts';
import type { RingMember } from '../../../src/protocol/rct/clsag.ts';
import { readTransaction } from '../../../src/protocol/tx/transaction.ts';
import type { Transaction } from '../../../src/protocol/tx/types.ts';
import file from './transactions.json' with { type: 'json' };

export interface RealTransaction {
  readonly id: string;
  readonly era: string;
  readonly hex: string;
  readonly signingMessage?: string;
  /** For each input its ring members: 32 bytes of output key and 32 bytes of commitment each. */
  readonly rings?: readonly (readonly string[])[];
}
export interface TransactionWithRings {
  readonly tx: Transaction;
  readonly rings: readonly (readonly RingMember[])[];
}

export const realTransactions: readonly RealTransaction[] = file.transactions;

/** The transaction whose id begins so. */
export function realTransaction(idStart: string): TransactionWithRings {
  const { hex, rings = [] } = realTransactions.find(({ id }) => id.startsWith(idStart))!;
  return { tx: readTransaction(fromHex(hex)), rings: rings.map((ring) => ring.map(readMember)) };
}

const readMember = (hex: string): RingMember => ({
  key: asPublicKey(fromHex(hex.slice(0, 64))),
  commitment: asCommitment(fromHex(hex.slice(64))),
});
