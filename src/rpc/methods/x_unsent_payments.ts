/**
 * x_unsent_payments: payments that others must sign or that must be sent, newest first. Contains the sets only of the
 * payment requested by `id`.
 */
import type { UnsentPayment } from '../../wallet/types.ts';
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, oneOf, str, u32, u64 } from '../schema.ts';

export default defineMethod({
  name: 'x_unsent_payments',
  access: 'read',
  console: { needs: ['id'] },
  params: { id: str },
  result: {
    payments: listOf(
      obj({
        id: str,
        /** `sign`: the signing device or more signers must sign. `send`: it has enough signatures. */
        next: oneOf('sign', 'send'),
        account_index: u32,
        destinations: listOf(obj({ address: str, amount: u64, own: def(bool, false) })),
        fee: u64,
        change: u64,
        /** Total amount of its inputs. */
        bound: u64,
        /** Number of its transactions. */
        transactions: count,
        note: str,
        made_at: count,
        /** Differences between the signed payment and the request. */
        differs: listOf(str),
        /** Multisig: public keys of the signers whose signatures the set contains. */
        signers: listOf(str),
        /** The set to sign and the set to send, in hex; empty when there is none. */
        set: str,
        signed_set: str,
      }),
    ),
  },
  handle: ({ id: wanted }, { wallet }) => {
    const { state } = wallet;
    const payments = wallet.payments
      .unsent()
      .filter(([id]) => wanted === '' || id === wanted)
      .map(([id, payment]) => ({
        id,
        next: nextOf(payment, state.account.multisig?.threshold),
        account_index: payment.account,
        destinations: payment.destinations.map(({ address, amount, minor }) => ({
          address,
          amount,
          own: minor !== undefined,
        })),
        fee: payment.fee,
        change: payment.change,
        bound: payment.inputs.flat().reduce((sum, key) => {
          const index = state.byKey.get(toHex(key));
          return sum + (index === undefined ? 0n : state.outputs[index]!.amount);
        }, 0n),
        transactions: payment.inputs.length,
        note: payment.note,
        made_at: payment.madeAt,
        differs: payment.signed ? [...payment.signed.differs] : [],
        signers: payment.signers.map(toHex),
        set: wanted === '' || !payment.set ? '' : toHex(payment.set),
        signed_set: wanted === '' || !payment.signed ? '' : toHex(payment.signed.set),
      }))
      .sort((a, b) => b.made_at - a.made_at);
    return { payments };
  },
});

const nextOf = ({ signed, signers }: UnsentPayment, threshold: number | undefined): 'sign' | 'send' =>
  (threshold === undefined ? signed !== undefined : signers.length >= threshold) ? 'send' : 'sign';
