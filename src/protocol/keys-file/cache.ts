/**
 * Reads the cache file that belongs to a `.keys` file, for what the chain does not contain: labels, notes,
 * transaction keys, contacts, tags and payees of sent transactions. The format has no lengths, so everything before
 * these is read too.
 * Upstream: `wallet2::load_wallet_cache`, the archive object of `wallet2` (src/wallet/wallet2.h), and
 * src/wallet/wallet2_basic/wallet2_serialization.h. Vectors: monero/data/wallet_00fd416a. Wallets from before 0.18
 * have another format (boost) and are refused with `old`.
 */
import { withoutArmour } from '../../base/armour.ts';
import { equalBytes, utf8 } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { chacha20 } from '../../kernel/hash/chacha20.ts';
import {
  blob,
  bool,
  bytes32,
  decode,
  encode,
  fixed,
  index,
  index32,
  keyImage,
  list,
  map,
  pair,
  publicKey,
  secretKey,
  struct,
  text,
  txid,
  u32,
  u64,
  varint,
  versioned,
  type Coded,
  type Coder,
} from '../archive/coder.ts';
import { destinationEntry } from '../archive/construction.ts';
import { Reader } from '../encoding/reader.ts';
import { fault } from '../faults.ts';
import type { RandomBytes } from '../ring/scalar.ts';
import { putPrefix, readPrefix } from '../tx/prefix.ts';
import type { TxPrefix } from '../tx/types.ts';
import { cacheKeyOf, fileKeyOf } from './cipher.ts';

/** Largest cache; a wallet with a hundred thousand payments has some hundred megabytes. */
const MAX_CACHE_BYTES = 1 << 30;
const MANY = 1 << 24;
const MAX_TEXT = 1 << 16;
const MAGIC = utf8('monero wallet cache');

const prefix: Coder<TxPrefix> = {
  min: 5,
  read: (reader) => readPrefix(reader),
  write: (writer, value) => {
    putPrefix(writer, value);
  },
};
const subaddress = struct({ major: u32, minor: u32 });
const minors = list(index32, MANY);
const rings = list(pair(keyImage, list(varint, MANY)), MANY);
const destinations = list(destinationEntry, 4096);

const chain = versioned(
  'hash chain',
  0,
  struct({ offset: index, genesis: bytes32, hashes: list(bytes32, MANY) }),
);

const multisigInfo = struct({
  signer: publicKey,
  nonces: list(struct({ L: bytes32, R: bytes32 }), MANY),
  keyImages: list(bytes32, MANY),
});

const transfer = struct({
  height: u64,
  tx: prefix,
  txid,
  outputIndex: u64,
  globalIndex: u64,
  spent: bool,
  frozen: bool,
  spentHeight: u64,
  keyImage,
  mask: bytes32,
  amount: u64,
  rct: bool,
  keyImageKnown: bool,
  keyImageRequested: bool,
  pkIndex: u64,
  subaddress,
  keyImagePartial: bool,
  multisigK: list(bytes32, MANY),
  multisigInfo: list(multisigInfo, 16),
  uses: list(pair(varint, bytes32), MANY),
});

const unconfirmed = versioned(
  'unconfirmed transfer',
  1,
  struct({
    tx: prefix,
    amountIn: varint,
    amountOut: varint,
    change: varint,
    sentTime: varint,
    destinations,
    paymentId: bytes32,
    state: varint,
    timestamp: varint,
    account: index32,
    minors,
    rings,
  }),
);

const confirmed = versioned(
  'confirmed transfer',
  1,
  struct({
    tx: prefix,
    amountIn: varint,
    amountOut: varint,
    change: varint,
    height: index,
    destinations,
    paymentId: bytes32,
    timestamp: index,
    unlockTime: varint,
    account: index32,
    minors,
    rings,
  }),
);

const payment = versioned(
  'payment',
  0,
  struct({
    txid,
    amount: varint,
    amounts: list(varint, MANY),
    fee: varint,
    height: varint,
    unlockTime: varint,
    timestamp: varint,
    coinbase: bool,
    subaddress,
  }),
);
const poolPayment = versioned('pool payment', 0, struct({ payment, doubleSpendSeen: bool }));

const contact = versioned(
  'address book row',
  0,
  struct({
    spendPublic: publicKey,
    viewPublic: publicKey,
    paymentId: fixed(8),
    description: text(MAX_TEXT),
    subaddress: bool,
    hasPaymentId: bool,
  }),
);

/** The fields up to the last one that is needed; settings of devices and background scans follow. */
const wanted = struct({
  chain,
  transfers: list(transfer, MANY),
  spendPublic: publicKey,
  viewPublic: publicKey,
  keyImages: map(keyImage, index, MANY),
  unconfirmed: map(txid, unconfirmed, MANY),
  payments: map(bytes32, payment, MANY),
  txKeys: map(txid, secretKey, MANY),
  confirmed: map(txid, confirmed, MANY),
  notes: map(txid, text(MAX_TEXT), MANY),
  poolPayments: map(bytes32, poolPayment, MANY),
  positions: map(publicKey, index, MANY),
  contacts: list(contact, MANY),
  seenInPool: list(bytes32, MANY),
  seenTwice: list(bytes32, MANY),
  subaddresses: map(publicKey, subaddress, MANY),
  labels: list(list(text(MAX_TEXT), MANY), MANY),
  additionalTxKeys: map(txid, list(secretKey, 4096), MANY),
  attributes: map(text(MAX_TEXT), text(1 << 24), MANY),
  accountTags: pair(map(text(MAX_TEXT), text(MAX_TEXT), MANY), list(text(MAX_TEXT), MANY)),
});
export type Cache = Coded<typeof wanted>;
export type ConfirmedTransfer = Coded<typeof confirmed>;

const sealed = struct({ iv: fixed(8), content: blob(MAX_CACHE_BYTES) });
/** Versions: 0 the fields below, 1 also whether a node was reached, 2 also the state of background scans. */
const MAX_VERSION = 2;

/**
 * Decrypts with the password of the `.keys` file. Faults bad_cache: `shape` (not a cache file, or one of another
 * wallet or password), `old` (from before version 0.18), `damaged`.
 */
export function readCache(bytes: Uint8Array, password: string): Cache {
  let file: Coded<typeof sealed>;
  try {
    file = decode(sealed, withoutArmour(bytes));
  } catch (error) {
    throw isFault(error) ? fault('bad_cache', { reason: 'shape' }) : error;
  }
  const plain = chacha20(cacheKeyOf(fileKeyOf(password)), file.iv, file.content);
  const reader = new Reader(plain);
  if (plain.length < MAGIC.length || !equalBytes(reader.take(MAGIC.length), MAGIC))
    throw fault('bad_cache', { reason: isBoost(plain) ? 'old' : 'shape' });
  try {
    reader.count(MAX_VERSION);
    return wanted.read(reader);
  } catch (error) {
    throw isFault(error) ? fault('bad_cache', { reason: 'damaged' }) : error;
  }
}

/** Boost archives begin with their signature, a string with its length. */
const isBoost = (plain: Uint8Array): boolean => {
  const name = utf8('serialization::archive');
  for (let at = 0; at < 16; at++) if (equalBytes(plain.subarray(at, at + name.length), name)) return true;
  return false;
};

/** For tests: writes a cache of version 0 that ends with the last field that `readCache` needs. */
export function writeCache(
  { random }: { readonly random: RandomBytes },
  cache: Cache,
  password: string,
): Uint8Array {
  const iv = random(8);
  const body = encode(wanted, cache);
  const plain = new Uint8Array(MAGIC.length + 1 + body.length);
  plain.set(MAGIC);
  plain.set(body, MAGIC.length + 1);
  return encode(sealed, { iv, content: chacha20(cacheKeyOf(fileKeyOf(password)), iv, plain) });
}
