/**
 * The set that multisig signers exchange: transactions, the signers so far, and the partial signature for each group
 * of signers that can complete them.
 * Upstream: `multisig_tx_set`, `multisig_sig` in src/wallet/wallet2.h; `multisig_out`, `rctSig` in
 * src/ringct/rctTypes.h. Test: tests/unit/protocol/multisig/tx-set.test.ts.
 */
import { fault } from '../faults.ts';
import {
  bytes32,
  fixed,
  list,
  mapped,
  publicKey,
  struct,
  versioned,
  type Coded,
  type Coder,
} from '../archive/coder.ts';
import { pendingOf } from '../archive/sets.ts';
import { NONCES_PER_ATTEMPT } from './info.ts';
import { MAX_SIGNERS } from './rounds.ts';

/** Most inputs of one transaction. */
const MAX_INPUTS = 4096;
const MAX_NONCES = 1 << 20;
/** Most key shares of an account: one for each group of N - M + 1 of at most 16 signers. */
const MAX_SHARES = 12_870;

/** A field that is not used since CLSAG: `size` zero bytes. */
const unused = (size: number): Coder<undefined> =>
  mapped(
    fixed(size),
    (bytes) => {
      if (bytes.some((byte) => byte !== 0)) throw fault('bad_format', { what: 'multisig signature' });
      return undefined;
    },
    () => new Uint8Array(size),
  );

/** For each input, in the transaction's order: sums of public nonces. */
const nonceSums = list(list(bytes32, NONCES_PER_ATTEMPT), MAX_INPUTS);

/** The partial signature of one group of signers. */
export const attempt = versioned(
  'multisig signature',
  1,
  struct({
    sigs: unused(44),
    /** Signers who are not in this group. */
    ignore: list(publicKey, MAX_SIGNERS),
    /** The public nonces k·G that are used; a signer finds its own ones by them. */
    usedNonces: list(bytes32, MAX_NONCES),
    /** Public key shares whose responses the signature contains. */
    signingKeys: list(publicKey, MAX_SHARES),
    msout: unused(2),
    /** Sums of k·G. */
    L: nonceSums,
    /** Sums of k·Hp(output key). */
    R: nonceSums,
    c0: list(bytes32, MAX_INPUTS),
    s: list(bytes32, MAX_INPUTS),
  }),
);
export type Attempt = Coded<typeof attempt>;

const multisigPending = pendingOf(attempt);
export type MultisigPending = Coded<typeof multisigPending>;

/** The content of a `multisigUnsigned` envelope. */
export const multisigTxSet = struct({
  txs: list(multisigPending, 1024),
  /** Base public keys of the signers who have signed. */
  signers: list(publicKey, MAX_SIGNERS),
});
export type MultisigTxSet = Coded<typeof multisigTxSet>;
