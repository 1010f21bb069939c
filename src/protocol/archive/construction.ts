/**
 * The plan of a transaction: recipients, spent outputs and their rings. The wallet with the spend key builds the
 * transaction from it.
 * Upstream: `tx_construction_data` (src/wallet/wallet2.h), `tx_source_entry`, `tx_destination_entry`
 * (src/cryptonote_core/cryptonote_tx_utils.h), `RCTConfig`, `multisig_kLRki` (src/ringct/rctTypes.h).
 */
import { asPublicKey } from '../../base/brands.ts';
import { fault } from '../faults.ts';
import {
  blob,
  bool,
  bytes32,
  commitment,
  fixed,
  index,
  index32,
  latin1,
  list,
  mapped,
  pair,
  publicKey,
  struct,
  u32,
  u64,
  u8,
  varint,
  versioned,
  type Coded,
  type Coder,
} from './coder.ts';
import { MAX_EXPORTED_OUTPUTS, MAX_ADDITIONAL_KEYS } from './outputs.ts';

/** Most ring members to read; the network requires 16. */
const MAX_RING = 1024;
const MAX_ADDRESS = 512;
/** Most inputs and outputs to read; the weight limit allows fewer in a transaction. */
const MAX_SOURCES = 4096;
const MAX_DESTINATIONS = 4096;
const MAX_EXTRA = 1 << 16;

const ringMember = mapped(
  pair(index, struct({ key: publicKey, commitment })),
  ([globalIndex, member]) => ({ index: globalIndex, ...member }),
  ({ index: globalIndex, ...member }) => [globalIndex, member] as const,
);

const sourceFields = struct({
  ring: list(ringMember, MAX_RING),
  realIndex: u64,
  txPublicKey: publicKey,
  additionalKeys: list(publicKey, MAX_ADDITIONAL_KEYS),
  /** Index of the output in its transaction. */
  outputIndex: u64,
  amount: u64,
  rct: bool,
  mask: bytes32,
  /** k, L, R and key image in multisig; otherwise zeros. */
  multisig: fixed(128),
});

/** A spent output and its ring. `outputIndex` may be any number, which `expectRealSources` checks. */
export const source = mapped(
  sourceFields,
  ({ realIndex, outputIndex, ...rest }) => {
    if (realIndex >= BigInt(rest.ring.length)) throw fault('bad_format', { what: 'transaction source' });
    return { ...rest, realIndex: Number(realIndex), outputIndex: Number(outputIndex) };
  },
  ({ realIndex, outputIndex, ...rest }) => ({
    ...rest,
    realIndex: BigInt(realIndex),
    outputIndex: BigInt(outputIndex),
  }),
);
export type ConstructionSource = Coded<typeof source>;

export const destinationEntry = struct({
  /** The address as the user typed it; may be empty. */
  original: latin1(MAX_ADDRESS),
  amount: varint,
  spendPublic: publicKey,
  viewPublic: publicKey,
  subaddress: bool,
  integrated: bool,
});
export type DestinationEntry = Coded<typeof destinationEntry>;

export const NO_DESTINATION: DestinationEntry = {
  original: '',
  amount: 0n,
  spendPublic: asPublicKey(new Uint8Array(32)),
  viewPublic: asPublicKey(new Uint8Array(32)),
  subaddress: false,
  integrated: false,
};

const USE_RCT = 1;
const USE_VIEW_TAGS = 2;
const flags: Coder<{ readonly rct: boolean; readonly viewTags: boolean }> = mapped(
  u8,
  (byte) => ({ rct: (byte & USE_RCT) !== 0, viewTags: (byte & USE_VIEW_TAGS) !== 0 }),
  ({ rct, viewTags }) => (rct ? USE_RCT : 0) | (viewTags ? USE_VIEW_TAGS : 0),
);

/** Configuration of current transactions: padded range proofs, Bulletproofs+. */
export const RCT_CONFIG_NOW = { rangeProof: 3, bulletproof: 4 } as const;
const rctConfig = versioned('RCT config', 0, struct({ rangeProof: index32, bulletproof: index32 }), {
  newer: true,
});

export const constructionData = struct({
  sources: list(source, MAX_SOURCES),
  change: destinationEntry,
  /** All outputs, change included. */
  outputs: list(destinationEntry, MAX_DESTINATIONS),
  /** Indices of the sources in the wallet's list of outputs. */
  selected: list(index, MAX_SOURCES),
  extra: blob(MAX_EXTRA),
  unlockTime: u64,
  flags,
  rctConfig,
  /** The destinations as requested, without change. */
  destinations: list(destinationEntry, MAX_DESTINATIONS),
  account: u32,
  minors: list(index32, MAX_SOURCES),
});
export type ConstructionData = Coded<typeof constructionData>;

/** Fault bad_format for a plan with an output that no transaction has. Signed sets may name one: wallet2 does not check it there. */
export function expectRealSources({ sources }: Pick<ConstructionData, 'sources'>): void {
  if (sources.some(({ outputIndex }) => outputIndex >= MAX_EXPORTED_OUTPUTS))
    throw fault('bad_format', { what: 'transaction source' });
}
