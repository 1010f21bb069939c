/**
 * Finds the enotes of an account, and refuses those whose sender mixed keys of two addresses (a Janus attack).
 * Upstream: src/carrot_core/scan.cpp of monero-project/monero, pull request 9559 at c7b6ee459; section 8.1 of the
 * specification (jeffro256/carrot at 8565b5f). Vectors: carrot-legacy-enotes (tests/others) and a selection of them.
 *
 * Two enotes of two transactions with one one-time key are never both found: everything binds the key image of the
 * transaction's first input, or the height of the coinbase, which no other transaction has. Within one transaction the
 * rules forbid it.
 */
import type { PublicKey, Scalar, SecretKey } from '../../base/brands.ts';
import { equalBytes, xorBytes } from '../../base/bytes.ts';
import { isZero } from '../ring/scalar.ts';
import { isMain, NO_PAYMENT_ID } from './address.ts';
import type { SubaddressIndex } from '../keys/subaddress.ts';
import {
  checkCoinbaseEnote,
  checkEnote,
  coinbaseContext,
  inputContext,
  type CoinbaseEnote,
  type Enote,
  type EnoteTx,
  type EnoteType,
} from './enote.ts';
import { ephemeralKey, ephemeralSecret, sharedWithSender } from './ephemeral.ts';
import { openCoinbaseEnote, openEnote, type OpenedEnote } from './open-enote.ts';
import { specialAnchor } from './sealed.ts';
import type { Extension } from './secrets.ts';

const MAIN: SubaddressIndex = { major: 0, minor: 0 };

/** Keys of the scanning wallet. */
export interface Viewer {
  /** k_v. */
  readonly viewSecret: SecretKey;
  /** s_vb, 32 bytes: only an account of Carrot's own hierarchy has it. */
  readonly viewBalance?: Uint8Array;
  /** The table of the account's addresses by their public spend keys; (0, 0) is the main address. */
  readonly find: (spendPublic: PublicKey) => SubaddressIndex | undefined;
}

export interface FoundEnote {
  readonly index: SubaddressIndex;
  /** The sender's statement. Anyone who knows the address may state `change`: believe it only if the account sent it itself. */
  readonly type: EnoteType;
  /** True if only a holder of k_v or s_vb can have made it. */
  readonly fromSelf: boolean;
  /** Piconero. */
  readonly amount: bigint;
  readonly mask: Scalar;
  /** g and t of the one-time key K_o = K_s + g·G + t·T. */
  readonly extension: Extension;
  /** 8 bytes, if the sender paid to an integrated address. */
  readonly paymentId?: Uint8Array;
  /** 16 bytes that an account with s_vb wrote to itself. */
  readonly message?: Uint8Array;
}

/**
 * Undefined: the enote is not the account's, or its sender was dishonest. Fault `bad_enote` for fields of wrong
 * lengths; any other bytes are valid input.
 */
export function scanEnote(viewer: Viewer, enote: Enote, tx: EnoteTx): FoundEnote | undefined {
  checkEnote(enote, tx);
  const context = inputContext(tx.firstKeyImage);
  return scanExternal(viewer, enote, context, tx.sealedPaymentId) ?? scanInternal(viewer, enote, context);
}

const scanExternal = (
  viewer: Viewer,
  enote: Enote,
  context: Uint8Array,
  sealedPaymentId: Uint8Array | undefined,
): FoundEnote | undefined => {
  const shared = sharedWithSender(viewer.viewSecret, enote.ephemeralKey);
  const opened = openEnote({ shared, context }, enote, sealedPaymentId);
  shared.fill(0);
  const index = opened && viewer.find(opened.spendPublic);
  if (!opened || !index) return undefined;
  for (const paymentId of [opened.paymentId, NO_PAYMENT_ID]) {
    const honest = isHonest({ ...opened, paymentId }, enote, context, index);
    if (honest) return { ...foundEnote(opened, index, false), ...(!isZero(paymentId) && { paymentId }) };
  }
  const { ephemeralKey: key, oneTimeKey } = enote;
  const expected = specialAnchor(viewer.viewSecret, { key, context, oneTimeKey });
  return isZero(xorBytes(expected, opened.anchor)) ? foundEnote(opened, index, true) : undefined;
};

/** Enotes of s_vb need no check of the anchor: nobody else can make them. */
const scanInternal = (
  { viewBalance, find }: Viewer,
  enote: Enote,
  context: Uint8Array,
): FoundEnote | undefined => {
  if (viewBalance === undefined) return undefined;
  const opened = openEnote({ shared: viewBalance, context }, enote, undefined);
  const index = opened && find(opened.spendPublic);
  if (!opened || !index) return undefined;
  const { anchor } = opened;
  return { ...foundEnote(opened, index, true), ...(!isZero(anchor) && { message: anchor }) };
};

/**
 * Scans an output of the coinbase in the block at `height`. `mainKeys`: public spend keys of the main addresses of
 * this view key, since coinbases pay no others.
 */
export function scanCoinbaseEnote(
  { viewSecret, mainKeys }: Readonly<{ viewSecret: SecretKey; mainKeys: readonly PublicKey[] }>,
  enote: CoinbaseEnote,
  height: number,
): FoundEnote | undefined {
  checkCoinbaseEnote(enote);
  const context = coinbaseContext(height);
  const shared = sharedWithSender(viewSecret, enote.ephemeralKey);
  const opened = openCoinbaseEnote({ shared, context }, enote, mainKeys);
  shared.fill(0);
  if (!opened || !isHonest(opened, enote, context, MAIN)) return undefined;
  return foundEnote(opened, MAIN, false);
}

/** True if D_e is what an honest sender computes from the anchor for this address: the defence against Janus. */
const isHonest = (
  { anchor, spendPublic, paymentId }: OpenedEnote,
  enote: Pick<Enote, 'ephemeralKey'>,
  context: Uint8Array,
  index: SubaddressIndex,
): boolean => {
  const secret = ephemeralSecret(anchor, context, { spendPublic, paymentId });
  const key = ephemeralKey(secret, { spendPublic, isSubaddress: !isMain(index) });
  secret.fill(0);
  return equalBytes(key, enote.ephemeralKey);
};

const foundEnote = (
  { type, amount, mask, extension }: OpenedEnote,
  index: SubaddressIndex,
  fromSelf: boolean,
): FoundEnote => ({ index, type, fromSelf, amount, mask, extension });
