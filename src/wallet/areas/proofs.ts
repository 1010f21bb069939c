/** Proofs of what this wallet paid, spent and has. They are checked without a wallet: wallet/without-wallet.ts. */
import { asTxId, type TxId } from '../../base/brands.ts';
import { fromHex } from '../../base/hex.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { parseAddressFor } from '../../protocol/address/address.ts';
import type { MessageKey } from '../../protocol/proof/message.ts';
import { signAs } from '../proofs/messages.ts';
import { provePayment, type PaymentClaim } from '../proofs/payment.ts';
import { proveReserve, type Reserve } from '../proofs/reserve.ts';
import { proveSpending } from '../proofs/spending.ts';
import type { Core } from './core.ts';

/** `shown`: has the outputs that a light-wallet server names, while one is in use. */
export function createProofs(
  { state, random, nextTurn, pause, chosenNode, indexOf }: Core,
  { state: shown }: Core,
) {
  return {
    payment: (claim: PaymentClaim) => provePayment({ blocks: chosenNode(), random, state, indexOf }, claim),
    /**
     * A proof for a payee of a payment of this wallet. It needs no node while the wallet has the whole transaction.
     * `txid` in hex.
     */
    sentPayment: ({ txid: id, address, message }: SentClaim) => {
      const txid = asTxId(fromHex(id));
      const claim = { txid, address: parseAddressFor(state.account.network, address), message };
      const blob = state.tables.outgoing.get(id)?.blob;
      const blocks = blob ? onlyTransaction(txid, blob) : chosenNode();
      return provePayment({ blocks, random, state, indexOf: () => Promise.resolve(undefined) }, claim);
    },
    spending: (txid: TxId, message: string) => {
      const node = chosenNode();
      return proveSpending({ blocks: node, outputs: node, random, state: shown }, txid, message);
    },
    /** Without `reserve`: of everything. Fault cannot_prove. */
    reserve: (message: string, reserve?: Reserve) =>
      proveReserve({ random, nextTurn, pause, state: shown }, message, reserve),
    text: (index: SubaddressIndex, key: MessageKey, data: string) =>
      signAs({ random }, state.account, index, key, data),
  };
}

interface SentClaim {
  /** In hex. */
  readonly txid: string;
  readonly address: string;
  readonly message: string;
}

const onlyTransaction = (txid: TxId, blob: Uint8Array): Pick<BlockSource, 'transactions'> => ({
  transactions: () =>
    Promise.resolve([{ txid, pruned: false, inPool: true, outputIndices: [], doubleSpendSeen: false, blob }]),
});
