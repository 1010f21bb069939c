/**
 * x_check_proof: checks a proof, a payment key or a signature, with or without an open wallet; a signature without a node.
 * `txid` counts for payments, keys and spendings, `address` for all but spendings; the node is of the address's network.
 * `good` is false if the key finds nothing for the address, or if the proof does not fit the rest: with the message as
 * given, and with each line end as CR and LF, since a field of a page turns these into LF. Faults unsound_proof (no proof
 * at all), bad_*, reserve_of_subaddress, unknown_tx, node_*.
 */
import {
  checkPayment,
  checkReserve,
  checkSpending,
  checkTxKey,
  verifyMessage,
} from '../../wallet/without-wallet.ts';
import { parseAddress } from '../../protocol/address/address.ts';
import { proofKindOf } from '../../protocol/proof/kind.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count, obj, opt, str, u64 } from '../schema.ts';
import { chainOf, nodeFor } from '../wire/node-for.ts';
import { areTxKeys, readTxKeys } from '../wire/tx-keys.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'x_check_proof',
  access: 'read',
  console: { warning: 'asks_about_transactions', needs: ['proof', 'txid', 'address'] },
  params: { proof: str, txid: str, address: str, message: str },
  result: {
    /** sent, received, spending, reserve, message, key */
    kind: str,
    good: bool,
    network: str,
    devnet: bool,
    payment: opt(obj({ received: u64, in_pool: bool, confirmations: count })),
    reserve: opt(obj({ total: u64, spent: u64 })),
    /** The key of the address that signed a message: spend, view. */
    signed_with: opt(str),
  },
  handle: async ({ proof, txid, address: text, message }, { session }) => {
    if (areTxKeys(proof)) {
      const keys = readTxKeys(proof);
      const id = readTxid(txid);
      const address = parseAddress(text);
      const { node, tip } = await nodeFor(session, address);
      const { received, inPool, confirmations } = await checkTxKey({ blocks: node }, id, keys, address);
      const seen = { kind: 'key', good: received > 0n, ...chainOf(tip) };
      return seen.good ? { ...seen, payment: { received, in_pool: inPool, confirmations } } : seen;
    }
    const kind = proofKindOf(proof);
    if (kind === 'message') {
      const address = parseAddress(text);
      const signed = await anyForm(message, (form) => verifyMessage(form, address, proof));
      const seen = { kind, good: signed !== undefined, network: address.network, devnet: false };
      return { ...seen, ...(signed && { signed_with: signed.key }) };
    }
    if (kind === 'spending') {
      const id = readTxid(txid);
      const { node, tip } = await nodeFor(session);
      const good = await anyForm(
        message,
        async (form) => (await checkSpending({ blocks: node, outputs: node }, id, form, proof)) || undefined,
      );
      return { kind, good: good === true, ...chainOf(tip) };
    }
    const address = parseAddress(text);
    if (kind === 'reserve') {
      if (address.kind === 'subaddress') throw fault('reserve_of_subaddress');
      const { node, tip } = await nodeFor(session, address);
      const { clock } = session.world;
      const reserve = await anyForm(message, (form) =>
        checkReserve({ blocks: node, relay: node, clock }, address, form, proof),
      );
      return { kind, good: reserve !== undefined, ...chainOf(tip), ...(reserve && { reserve }) };
    }
    const id = readTxid(txid);
    const { node, tip } = await nodeFor(session, address);
    const seen = await anyForm(message, (form) =>
      checkPayment({ blocks: node }, { txid: id, address, message: form }, proof),
    );
    if (!seen) return { kind, good: false, ...chainOf(tip) };
    const { received, inPool, confirmations } = seen;
    return { kind, good: true, ...chainOf(tip), payment: { received, in_pool: inPool, confirmations } };
  },
});

/** The first answer of `check` for the message as given, and with its line ends as CR and LF. */
const anyForm = async <T>(
  message: string,
  check: (form: string) => T | undefined | Promise<T | undefined>,
): Promise<T | undefined> => {
  const answer = await check(message);
  const other = message.replace(/\r?\n/g, '\r\n');
  return answer !== undefined || other === message ? answer : check(other);
};
