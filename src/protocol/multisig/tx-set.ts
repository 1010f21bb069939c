/**
 * The multisig transaction set that signers exchange: transactions, the signers so far, and for each group of signers
 * that can finish them the partial signature.
 * Upstream: `multisig_tx_set`, `multisig_sig` in src/wallet/wallet2.h; `multisig_out`, `rctSig` in
 * src/ringct/rctTypes.h.
 * Round trip: tests/unit/protocol/multisig/tx-set.test.ts.
 */
import { fault } from '../faults.ts';
import { fixed, key, list, mapped, struct, versioned, type Coded, type Coder } from '../archive/coder.ts';
import { pendingOf } from '../archive/sets.ts';
import { NONCES_PER_ATTEMPT } from './info.ts';
import { MAX_SIGNERS } from './rounds.ts';

/** Inputs of one transaction. */
const MAX_INPUTS = 4096;
const MAX_NONCES = 1 << 20;
/** Most key shares of an account: one for each group of N - M + 1 of at most 16 signers. */
const MAX_SHARES = 12_870;

/** A field unused since CLSAG: `size` zero bytes. */
const unused = (size: number): Coder<undefined> =>
  mapped(
    fixed(size),
    (bytes) => {
      if (bytes.some((byte) => byte !== 0)) throw fault('bad_format', { what: 'multisig signature' });
      return undefined;
    },
    () => new Uint8Array(size),
  );

/** Per input, in the order of the transaction: sums of public nonces. */
const nonceSums = list(list(key, NONCES_PER_ATTEMPT), MAX_INPUTS);

/** The partial signature of one group of signers. */
export const attempt = versioned(
  'multisig signature',
  1,
  struct({
    sigs: unused(44),
    /** Signers left out of this attempt. */
    ignore: list(key, MAX_SIGNERS),
    /** The public nonces on G in use; a signer finds its own nonces by them. */
    usedNonces: list(key, MAX_NONCES),
    /** Public key shares whose responses it contains. */
    signingKeys: list(key, MAX_SHARES),
    msout: unused(2),
    /** On G. */
    L: nonceSums,
    /** On Hp(output key). */
    R: nonceSums,
    c0: list(key, MAX_INPUTS),
    s: list(key, MAX_INPUTS),
  }),
);
export type Attempt = Coded<typeof attempt>;

const multisigPending = pendingOf(attempt);
export type MultisigPending = Coded<typeof multisigPending>;

/** The content of a `multisigUnsigned` envelope. */
export const multisigTxSet = struct({
  txs: list(multisigPending, 1024),
  /** Base public keys of the signers who have signed. */
  signers: list(key, MAX_SIGNERS),
});
export type MultisigTxSet = Coded<typeof multisigTxSet>;
