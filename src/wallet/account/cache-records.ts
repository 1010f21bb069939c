/** Reads from a cache of the reference what the chain does not contain; the scan finds balances and heights. */
import { haveSameKeys } from '../../protocol/keys/subaddress.ts';
import type { TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import { formatAddress, withPaymentId, type Address, type Network } from '../../protocol/address/address.ts';
import type { Cache, ConfirmedTransfer } from '../../protocol/keys-file/cache.ts';
import type { AccountKeys } from '../../protocol/keys/account.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { fault } from '../faults.ts';
import { RELAYED } from '../state/records/relay.ts';
import { put } from '../state/state.ts';
import type { Destination, Outgoing } from '../state/records/payments.ts';
import type { Put } from '../state/tables.ts';

/** The amount for "not known": change that a view-only wallet could not see. */
const UNKNOWN = 0xffff_ffff_ffff_ffffn;

/** Fault bad_cache when the cache belongs to another wallet. */
export function cacheRecords(cache: Cache, keys: AccountKeys, network: Network): Put[] {
  if (!haveSameKeys(cache, keys)) throw fault('bad_cache', { reason: 'shape' });
  const additional = new Map(cache.additionalTxKeys.map(([txid, list]) => [toHex(txid), list]));
  const [descriptions, tags] = cache.accountTags;
  return [
    ...cache.labels.flatMap((labels, major) =>
      labels.length > 0 ? [put('labels', String(major), labels)] : [],
    ),
    ...cache.notes.map(([txid, note]) => put('notes', toHex(txid), note)),
    ...cache.txKeys.map(([txid, key]) =>
      put('txKeys', toHex(txid), { key, additional: additional.get(toHex(txid)) ?? [] }),
    ),
    ...contactsOf(cache, network).map((entry, i) => put('book', String(i), entry)),
    ...cache.attributes.map(([name, value]) => put('attributes', name, value)),
    ...descriptions.map(([tag, description]) => put('tags', tag, description)),
    ...tags.flatMap((tag, major) => (tag === '' ? [] : [put('accountTags', String(major), tag)])),
    ...cache.confirmed.flatMap(([txid, sent]) => outgoingOf(txid, sent, network)),
    ...(keys.spendSecret ? [] : keyImagesOf(cache)),
  ];
}

const contactsOf = ({ contacts }: Cache, network: Network) =>
  contacts.flatMap(({ spendPublic, viewPublic, subaddress, hasPaymentId, paymentId, description }) => {
    if (!kernel.isOnCurve(spendPublic) || !kernel.isOnCurve(viewPublic)) return [];
    const kind = subaddress ? 'subaddress' : 'standard';
    const plain: Address = { network, kind, spendPublic, viewPublic };
    const address = hasPaymentId && !subaddress ? withPaymentId(plain, paymentId) : plain;
    return [{ address: formatAddress(address), description }];
  });

/** The payees of a sent transaction. When the scan finds the transaction, it keeps them. */
const outgoingOf = (txid: TxId, sent: ConfirmedTransfer, network: Network): Put[] => {
  const { amountIn, amountOut, change, height, timestamp, account, minors, unlockTime } = sent;
  if (height === 0 || change === UNKNOWN || amountOut > amountIn) return [];
  const paymentId = paymentIdOf(sent.paymentId);
  const record: Outgoing = {
    txid,
    state: 'confirmed',
    height,
    timestamp,
    amountIn,
    change,
    fee: amountIn - amountOut,
    // Until the scan finds the transaction, no output of it is known.
    returned: 0n,
    account,
    subaddresses: minors,
    destinations: sent.destinations.map(
      ({ original, amount, subaddress, spendPublic, viewPublic }): Destination => ({
        amount,
        address:
          original ||
          formatAddress({ network, kind: subaddress ? 'subaddress' : 'standard', spendPublic, viewPublic }),
      }),
    ),
    ...(paymentId && { paymentId }),
    unlockTime,
    keyImages: keyInputs(sent.tx).map(({ keyImage }) => keyImage),
    relay: RELAYED,
  };
  return [put('outgoing', toHex(txid), record)];
};

const paymentIdOf = (id: Uint8Array): Uint8Array | undefined => {
  if (id.every((byte) => byte === 0)) return undefined;
  return id.subarray(8).every((byte) => byte === 0) ? id.slice(0, 8) : id;
};

/** Key images, which a view-only wallet would have to import again otherwise. */
const keyImagesOf = ({ transfers }: Cache): Put[] =>
  transfers.flatMap(({ tx, outputIndex, keyImage, keyImageKnown }) => {
    const key = tx.outputs[Number(outputIndex)]?.key;
    return keyImageKnown && key ? [put('keyImages', toHex(key), keyImage)] : [];
  });
