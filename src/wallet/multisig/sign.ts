/**
 * Signs a multisig set that another signer proposed (first-sign.ts makes the first signature). The transaction is
 * rebuilt from the set's inputs, destinations and seed (deterministic-tx.ts), and only that one is signed, only with
 * unused nonces, which are deleted from the disk before the signature is returned.
 *
 * A set has several attempts to sign each transaction, one for each group of signers that may complete it: `ignore`
 * names the signers that do not take part in an attempt.
 * Upstream: `wallet2::sign_multisig_tx` (src/wallet/wallet2.cpp), `next_partial_sign`
 * (src/multisig/multisig_tx_builder_ringct.cpp).
 */
import { publicKeyOf } from '../../protocol/keys/public-key.ts';
import type { TxId } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { Random } from '../../ports/random.ts';
import { multisigClsag, type MultisigClsag } from '../../protocol/multisig/clsag.ts';
import type { Attempt, MultisigPending, MultisigTxSet } from '../../protocol/multisig/tx-set.ts';
import { signingMessageOf, txHash } from '../../protocol/tx/hash.ts';
import type { Transaction } from '../../protocol/tx/types.ts';
import type { ExaminedTx } from '../cold/examine.ts';
import { fault } from '../faults.ts';
import type { Keep } from '../spend/unsent-payment.ts';
import { put, type Ledger, type WalletState } from '../state/state.ts';
import type { MultisigRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Put } from '../state/tables.ts';
import { finished, flawOf } from './finish.ts';
import { sumOf } from './first-sign.ts';
import type { DeterministicTx } from './deterministic-tx.ts';
import { ownNonces, withoutNonces, type OwnNonces } from './nonces.ts';
import { ownSigner, readyMultisig } from './status.ts';
import { checkProofs, examineSet, idOfSet, openTxSet, rebuild, sealTxSet, type SetReader } from './tx-set.ts';
import { unsentOfSet, withSet } from './unsent.ts';

export interface MultisigSignDeps {
  readonly ledger: Ledger;
  readonly random: Random;
  readonly indexOf: SetReader['indexOf'];
  /** Given to store the signed set in the commit that deletes its nonces. */
  readonly keep?: Keep;
}
export interface MultisigSigned {
  /** The encrypted set, for the next signer or for submitting. */
  readonly set: Uint8Array;
  /** Ids of the transactions when enough signers have signed; empty before. */
  readonly txids: readonly TxId[];
}

const refuse = (why: string) => fault('cannot_sign_multisig', { why });

/**
 * Signs all transactions of the set. On a fault none is signed. Own faults: bad_multisig_set; cannot_sign_multisig;
 * multisig_export_needed: our nonces in the set are used up or were replaced.
 */
export async function signMultisig(deps: MultisigSignDeps, bytes: Uint8Array): Promise<MultisigSigned> {
  const { ledger, random } = deps;
  const { state } = ledger;
  const multisig = readyMultisig(state);
  const set = openTxSet(state, bytes);
  checkSigners(multisig, set);
  if (isFrozen(state, set)) throw refuse('Will not sign multisig tx containing frozen outputs');
  const own = remembering(ownNonces(state));
  const signed: SignedTx[] = [];
  let examined: readonly ExaminedTx[];
  try {
    examined = await examineSet({ state, indexOf: deps.indexOf }, set);
    for (const each of examined) signed.push(signOne(state, multisig, set, signed.length, each, own));
  } catch (error) {
    throw isFault(error) && error.code !== 'multisig_export_needed' ? refusalOf(error) : error;
  }
  const after = {
    txs: signed.map(({ pending }) => pending),
    signers: [...set.signers, ownSigner(multisig)],
  };
  const sealed = sealTxSet(random, state.account, after);
  const complete = signed.flatMap(({ pending, complete: done }) => (done ? [pending] : []));
  const outputs = signed.flatMap(({ rebuilt }) => rebuilt.inputs.map(({ output }) => output));
  await ledger.commit((now) => ({
    puts: [
      ...withoutNonces(now, outputs, own.used),
      ...complete.map(({ tx, txKey, additionalKeys }) =>
        put('txKeys', toHex(txHash(tx)), { key: txKey, additional: additionalKeys }),
      ),
      ...(deps.keep ? [keptSet(now, after, examined, deps.keep, sealed)] : []),
    ],
    deletes: [],
  }));
  for (const nonces of own.used.values()) for (const nonce of nonces) nonce.fill(0);
  return { set: sealed, txids: complete.map(({ tx }) => txHash(tx)) };
}

const keptSet = (
  state: WalletState,
  set: MultisigTxSet,
  examined: readonly ExaminedTx[],
  keep: Keep,
  sealed: Uint8Array,
): Put => {
  const id = idOfSet(set.txs);
  const known = state.tables.unsentPayments.get(id);
  const payment = unsentOfSet(state, set, examined, keep, sealed);
  return put('unsentPayments', id, known ? withSet(known, payment) : payment);
};

const refusalOf = (error: Error & { readonly code: string; readonly data: unknown }): Error => {
  const { why } = error.data as { readonly why?: string };
  return refuse(why ?? error.code);
};

/** `signers` of the set: those who have signed; of the record: all members. Fault cannot_sign_multisig. */
const checkSigners = (multisig: MultisigRecord, { txs, signers }: MultisigTxSet): void => {
  if (txs.length === 0) throw refuse('No tx found');
  const signerNames = new Set(signers.map(toHex));
  const members = new Set(multisig.signers.map(toHex));
  if (signerNames.has(toHex(ownSigner(multisig))))
    throw refuse('Transaction already signed by this private key');
  if (signerNames.size > multisig.threshold) throw refuse('Transaction was signed by too many signers');
  if (signerNames.size === multisig.threshold) throw refuse('Transaction is already fully signed');
  if (
    signerNames.size < signers.length ||
    signerNames.size === 0 ||
    [...signerNames].some((name) => !members.has(name))
  )
    throw refuse('Transaction was signed by somebody else');
};

const isFrozen = ({ outputs }: WalletState, { txs }: MultisigTxSet): boolean =>
  txs.some(({ selected, construction }) =>
    [...selected, ...construction.selected].some((outputIndex) => outputs[outputIndex]!.frozen),
  );

/** Wraps `nonces` and notes which ones it returned, by one-time key in hex. */
const remembering = (nonces: OwnNonces): OwnNonces & { readonly used: Map<string, Uint8Array[]> } => {
  const used = new Map<string, Uint8Array[]>();
  return {
    used,
    take: (output, wanted) => {
      const taken = nonces.take(output, wanted);
      const key = toHex(output.key);
      used.set(key, [...(used.get(key) ?? []), ...taken]);
      return taken;
    },
  };
};

interface SignedTx {
  readonly pending: MultisigPending;
  readonly rebuilt: DeterministicTx;
  readonly complete: boolean;
}

const signOne = (
  state: WalletState,
  multisig: MultisigRecord,
  set: MultisigTxSet,
  which: number,
  { examined }: ExaminedTx,
  nonces: OwnNonces,
): SignedTx => {
  const before = set.txs[which]!;
  if (before.multisig.length === 0) throw refuse('No signatures found in multisig tx');
  const rebuilt = rebuild(state, before, examined);
  checkProofs(before, rebuilt);
  const self = toHex(ownSigner(multisig));
  const without = ({ ignore }: Attempt): boolean => ignore.some((signer) => toHex(signer) === self);
  if (before.multisig.every(without)) throw refuse('No attempt to sign it counts on this signer');
  const contexts = contextsOf(before.tx, rebuilt);
  const attempts = before.multisig.map((attempt) =>
    without(attempt) ? attempt : signAttempt(multisig, attempt, rebuilt, contexts, nonces),
  );
  const complete = set.signers.length + 1 >= multisig.threshold;
  const tx = complete ? finishOne(self, set, before.tx, attempts, rebuilt) : before.tx;
  return { pending: { ...before, tx, multisig: attempts }, rebuilt, complete };
};

const contextsOf = (tx: Transaction, { inputs }: DeterministicTx): MultisigClsag[] => {
  const message = signingMessageOf(tx);
  const { clsags, pseudoOuts } = tx.prunable!;
  return inputs.map(({ output, ring: { members, realIndex } }, i) => {
    const { D, s } = clsags[i]!;
    const keyImage = output.keyImage!;
    return multisigClsag({ message, ring: members, realIndex, pseudoOut: pseudoOuts[i]!, keyImage, D, s });
  });
};

/** Adds our responses, computed with those of our key shares that no other signer has used. */
const signAttempt = (
  multisig: MultisigRecord,
  attempt: Attempt,
  { inputs }: DeterministicTx,
  contexts: readonly MultisigClsag[],
  nonces: OwnNonces,
): Attempt => {
  const { L, R, c0, s } = attempt;
  if ([L, R, c0, s].some(({ length }) => length !== inputs.length)) throw refuse('numbers of inputs differ');
  const wanted = new Set(attempt.usedNonces.map(toHex));
  const own = inputs.map(({ output }: { readonly output: OwnedOutput }) => nonces.take(output, wanted));
  const signedWith = new Set(attempt.signingKeys.map(toHex));
  const shares = multisig.keys
    .map((share) => ({ share, publicKey: publicKeyOf(share) }))
    .filter(({ publicKey }) => !signedWith.has(toHex(publicKey)));
  const challenges = contexts.map((context, i) => {
    const challenge = context.challenge({ L: L[i]!, R: R[i]! });
    if (!equalBytes(challenge.c0, c0[i]!)) throw refuse('another transaction was signed before');
    return challenge;
  });
  const secret = sumOf(shares.map(({ share }) => share));
  const responses = challenges.map((challenge, i) => challenge.next(own[i]!, secret, s[i]!));
  secret.fill(0);
  return {
    ...attempt,
    s: responses,
    signingKeys: [...attempt.signingKeys, ...shares.map(({ publicKey }) => publicKey)],
  };
};

/** Completes the transaction with the attempt of exactly those signers who have signed. */
const finishOne = (
  self: string,
  { signers }: MultisigTxSet,
  tx: Transaction,
  attempts: readonly Attempt[],
  { inputs }: DeterministicTx,
): Transaction => {
  const present = new Set([self, ...signers.map(toHex)]);
  const [attempt, second] = attempts.filter(({ ignore }) =>
    ignore.every((signer) => !present.has(toHex(signer))),
  );
  if (second) throw refuse('More than one transaction is final');
  if (!attempt)
    throw refuse(
      'Unable to finalize the transaction: the ignore sets for these tx attempts seem to be malformed.',
    );
  const done = finished(inputs, tx, attempt);
  const flaw = flawOf(inputs, done);
  if (flaw) throw refuse(`the signature of somebody else does not fit: ${flaw}`);
  return done;
};
