/**
 * x_unsent_payments: payments that wait for signatures or to be sent, the newest first; their sets only where one is asked
 * for by its `id`.
 */
import { toHex } from '../../base/hex.ts';
import { openPayments } from '../../wallet/state/unsent.ts';
import type { UnsentPayment } from '../../wallet/state/types.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, str, u32, u64 } from '../schema.ts';

export default defineMethod({
  name: 'x_unsent_payments',
  params: { id: str },
  result: {
    payments: listOf(
      obj({
        id: str,
        /** `sign`: by the signing device, or by more signers. `send`: it is signed by enough. */
        next: str,
        account_index: u32,
        destinations: listOf(obj({ address: str, amount: u64, own: def(bool, false) })),
        fee: u64,
        change: u64,
        /** What its inputs hold together. */
        bound: u64,
        note: str,
        made_at: count,
        /** In what the signed payment is not what was asked for. */
        differs: listOf(str),
        /** Of several: the keys of those who say to have signed. */
        signers: listOf(str),
        /** What is to be signed, and what is to be sent: in hex, empty where there is none. */
        set: str,
        signed_set: str,
      }),
    ),
  },
  handle: ({ id: wanted }, { wallet }) => {
    const { state } = wallet;
    const payments = openPayments(state)
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
