/**
 * x_give_up_payment: gives up a payment that waits for a block and that the node's pool has not shown for a while, which
 * frees its inputs. Another node may still have it. So later payments of the account spend one of its inputs, and only
 * one of the two can be mined. Faults not_waiting, cannot_give_up.
 */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_give_up_payment',
  access: 'change',
  console: { warning: 'frees_money', needs: ['txid'] },
  params: { txid: str },
  handle: ({ txid }, { wallet }) => wallet.payments.giveUp(txid),
});
