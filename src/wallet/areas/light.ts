/** The wallet as an account of a light-wallet server. */
import type { TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { isUnlocked } from '../ledger/balance.ts';
import { lightOutput, type LightOutput } from '../light/account.ts';
import { MAX_REORG } from '../state/chain.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Core } from './core.ts';

export function createLight({ ledger, state, now }: Pick<Core, 'ledger' | 'state' | 'now'>) {
  return {
    /** From now on the transactions for clients are stored. Answers true if blocks were read without. */
    start: async (): Promise<boolean> => {
      if (state.settings.lightWallet) return false;
      await ledger.commit(({ settings }) => ({
        puts: [{ table: 'settings', key: '', value: { ...settings, lightWallet: true } }],
        deletes: [],
      }));
      return state.height > 0;
    },
    /** Outputs in chain order, without those of Carrot. */
    outputs: (): readonly LightOutput[] =>
      state.outputs.flatMap((output) => lightOutput(state.account, output) ?? []),
    /** Ids of the newest blocks, 32 bytes each, at most as many as a reorg can replace. */
    newestIds: () => state.chain.hashes.slice(-32 * MAX_REORG),
    isUnlocked: (output: OwnedOutput) => isUnlocked(output, state.height, now()),
    /** In chain order. */
    transactions: () => [...state.tables.lightTransactions.values()].sort((a, b) => a.height - b.height),
    /** Payments that wait in the pool. */
    inPool: () => [...state.history.inPool.values()],
    /** The payment id of a transaction, if it has one. */
    paymentIdOf: (txid: TxId) =>
      state.history.paymentsOf(toHex(txid)).find(({ paymentId }) => paymentId)?.paymentId,
  };
}
