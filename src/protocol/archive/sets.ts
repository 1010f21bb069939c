/**
 * Unsigned and signed sets of transactions, which a view-only wallet and its signing device exchange.
 * Upstream: `unsigned_tx_set`, `signed_tx_set`, `pending_tx` in src/wallet/wallet2.h.
 */
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { keyInputs } from '../tx/prefix.ts';
import { putTransaction, readTransaction } from '../tx/transaction.ts';
import type { Transaction } from '../tx/types.ts';
import {
  bool,
  bytes32,
  index,
  keyImage,
  latin1,
  list,
  map,
  pair,
  publicKey,
  secretKey,
  struct,
  u64,
  versioned,
  type Coded,
  type Coder,
} from './coder.ts';
import { constructionData, destinationEntry, type ConstructionData } from './construction.ts';
import { exportedOutput, exportedOutputs, MAX_EXPORTED_OUTPUTS, type ExportedOutputs } from './outputs.ts';

const MAX_TXS = 1024;

export interface UnsignedSet {
  readonly txs: readonly ConstructionData[];
  /** Outputs that the signing device may not know yet. */
  readonly outputs: ExportedOutputs;
}

const unsignedNow: Coder<UnsignedSet> = struct({
  txs: list(constructionData, MAX_TXS),
  outputs: exportedOutputs,
});
const unsignedPair = struct({
  txs: list(constructionData, MAX_TXS),
  outputs: pair(index, list(exportedOutput, MAX_EXPORTED_OUTPUTS)),
});
/** Version 1 has no `total`; version 0 contained whole transactions and is not read. */
export const unsignedSet: Coder<UnsignedSet> = versioned('unsigned tx set', 2, unsignedNow, {
  newer: true,
  old: {
    1: (reader) => {
      const { txs, outputs } = unsignedPair.read(reader);
      const [offset, list] = outputs;
      return { txs, outputs: { offset, total: offset + list.length, outputs: list } };
    },
  },
});

/** A transaction without a length before it. */
const transaction: Coder<Transaction> = {
  min: 8,
  read: (reader) => readTransaction(reader),
  write: (writer, tx) => {
    putTransaction(writer, tx);
  },
};

/** A built transaction with all that its wallet knows about it. `sig`: the coder of a multisig signature attempt. */
export function pendingOf<Sig>(sig: Coder<Sig>) {
  const fields = {
    tx: transaction,
    dust: u64,
    fee: u64,
    dustInFee: bool,
    change: destinationEntry,
    selected: list(index, 4096),
    keyImages: latin1(1 << 20),
    txKey: secretKey,
    additionalKeys: list(secretKey, 4096),
    destinations: list(destinationEntry, 4096),
    construction: constructionData,
    multisig: list(sig, 6435),
  };
  const withoutEntropy = struct(fields);
  return versioned('pending transaction', 1, struct({ ...fields, multisigEntropy: bytes32 }), {
    newer: true,
    old: { 0: (reader) => ({ ...withoutEntropy.read(reader), multisigEntropy: new Uint8Array(32) }) },
  });
}

const noMultisig: Coder<never> = {
  min: 1,
  read: () => {
    throw fault('bad_format', { what: 'multisig transaction where none belongs' });
  },
  write: () => undefined,
};

export const pendingTx = pendingOf(noMultisig);
export type PendingRecord = Coded<typeof pendingTx>;

/** The field `keyImages` of a pending transaction: each key image in angle brackets and a space. */
const keyImageTexts = ({ prefix }: Transaction): string =>
  keyInputs(prefix)
    .map(({ keyImage }) => `<${toHex(keyImage)}> `)
    .join('');

/** The fields of a pending transaction that follow from the transaction and its plan. */
export function plannedPending(tx: Transaction, fee: bigint, construction: ConstructionData) {
  const { change, selected, destinations } = construction;
  const keyImages = keyImageTexts(tx);
  return { tx, dust: 0n, fee, dustInFee: false, change, selected, keyImages, destinations, construction };
}

export const signedSet = versioned(
  'signed tx set',
  0,
  struct({
    txs: list(pendingTx, MAX_TXS),
    /** Key images of all outputs that the signing device knows, by index. */
    keyImages: list(keyImage, MAX_EXPORTED_OUTPUTS),
    /** From one-time key to key image, of the outputs that return to the wallet. */
    ownOutputs: map(publicKey, keyImage, MAX_EXPORTED_OUTPUTS),
  }),
  { newer: true },
);
export type SignedSet = Coded<typeof signedSet>;
