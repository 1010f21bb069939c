/** Outputs of the wallet, one by one. */
import type { KeyImage, TxId } from '../../base/brands.ts';
import { onDemand } from '../../base/on-demand.ts';
import { DEVICE_ATTRIBUTE, deviceWith } from '../../base/signing-devices.ts';
import { doubtfulOutputs } from '../cold/doubt.ts';
import { hasRead, ownAmong } from '../explorer/own-parts.ts';
import { isUnlocked, isUsable } from '../ledger/balance.ts';
import { coinsFrom } from '../ledger/coins.ts';
import { outputByKeyImage, setFrozen } from '../ledger/outputs.ts';
import { askSpent } from '../ledger/spent-status.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Core } from './core.ts';

const scanning = onDemand(() => import('../sync/scan-transactions.ts'));

/** `state`: what a light-wallet server named while one is in use. */
export function createCoins(core: Core, { state }: Pick<Core, 'state'>) {
  const { ledger, now } = core;
  return {
    get outputs() {
      return state.outputs;
    },
    /** Unspent outputs of an account in parts: `from` the `next` of the part before, 0 at first and after the last. */
    list: (which: { readonly account: number; readonly from: number; readonly limit: number }) => ({
      height: state.height,
      ...coinsFrom(state, which, now()),
    }),
    /** Number of coins that may be spent without the knowledge of this wallet. */
    doubtful: () => doubtfulOutputs(state),
    /** The chosen signing device; `other` when none was chosen. */
    signingDevice: () => deviceWith(state.tables.attributes.get(DEVICE_ATTRIBUTE)),
    /** Searches the outputs that payments choose from. Fault unknown_key_image. */
    byKeyImage: (keyImage: KeyImage) => outputByKeyImage(state, keyImage),
    isUnlocked: (output: { readonly unlockTime: bigint; readonly height: number }) =>
      isUnlocked(output, state.height, now()),
    /** False for outputs from before RingCT, and for those of Carrot without membership proofs. */
    isUsable: (output: Pick<OwnedOutput, 'rct' | 'carrot'>) => isUsable(state, output),
    /** Fault unknown_key_image. */
    setFrozen: (keyImage: KeyImage, frozen: boolean) => setFrozen(ledger, keyImage, frozen, state),
    /** Amounts that this wallet received and spent in these transactions. */
    ownAmong: (txids: readonly TxId[]) => ownAmong(state, txids),
    /** The wallet has scanned the block at this height. */
    hasRead: (height: number) => hasRead(core.state, height),
    /** Asks the chosen node which outputs are spent. It can conclude that they belong together. Faults: the node's. */
    askSpent: () => askSpent(core.chosenNode(), ledger),
    /** Asks the chosen node for these transactions, adds their outputs, asks whether they are spent. Faults unknown_tx, the node's. */
    scanTransactions: async (txids: readonly TxId[]) =>
      (await scanning()).scanTransactions({ ...core, chain: core.chosenNode() }, txids),
  };
}
