/**
 * Tells the kind of a proof or signature by the beginning of its text. Upstream: the headers in
 * src/wallet/wallet2.cpp.
 */
import { fault } from '../faults.ts';

/**
 * `sent`, `received`: a payment, proved by its sender or by its receiver. `spending`: who made a transaction. `reserve`:
 * what a wallet has. `message`: a signed text.
 */
type ProofKind = 'sent' | 'received' | 'spending' | 'reserve' | 'message';

const KINDS: readonly (readonly [kind: ProofKind, header: RegExp])[] = [
  ['sent', /^OutProofV[12]/],
  ['received', /^InProofV[12]/],
  ['spending', /^SpendProofV1/],
  ['reserve', /^ReserveProofV[12]/],
  ['message', /^SigV[12]/],
];

/** Fault unsound_proof (header): it is none of these, or of a version that this build does not know. */
export function proofKindOf(text: string): ProofKind {
  const found = KINDS.find(([, header]) => header.test(text));
  if (!found) throw fault('unsound_proof', { reason: 'header' });
  return found[0];
}
