/** The next step of a signer, and the message that the other signers need for it. */
import type { PublicKey } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { allRounds } from '../../protocol/multisig/rounds.ts';
import type { WalletState } from '../state/state.ts';
import { currentMessage, isUsed, prepareMultisig } from './make-multisig.ts';
import { importNeeded, multisigStatus, ownSigner } from './status.ts';

/**
 * - `impossible`: a view-only wallet, or one that has been used
 * - `enable`: the user has not enabled multisig, which is experimental
 * - `begin`: exchange first messages; ours is `message`
 * - `exchange`: exchange messages of the current round; `confirm` is the last round
 * - `export_info`: there are outputs that the multisig infos do not cover: exchange infos
 * - `none`: the wallet can spend
 */
export type NextStep = 'impossible' | 'enable' | 'begin' | 'exchange' | 'confirm' | 'export_info' | 'none';

export interface Progress {
  readonly next: NextStep;
  /** The current round, from 1, and the number of rounds; both 0 before the first. */
  readonly round: number;
  readonly rounds: number;
  /** Our message of this round; empty when all rounds are done. */
  readonly message: string;
  /** Our last message again, for signers who have not finished; empty before all rounds are done. */
  readonly lastMessage: string;
  readonly signers: readonly {
    readonly key: PublicKey;
    readonly own: boolean;
    /** True if the signer's last info covers all outputs. */
    readonly coversAll: boolean;
  }[];
}

export function progressOf(state: WalletState): Progress {
  const { account, settings } = state;
  const { multisig } = account;
  if (!multisig) {
    const possible = account.spendSecret !== undefined && !isUsed(state);
    const next = !possible ? 'impossible' : settings.multisigEnabled ? 'begin' : 'enable';
    return {
      next,
      round: 0,
      rounds: 0,
      message: possible ? prepareMultisig(state) : '',
      lastMessage: '',
      signers: [],
    };
  }
  const { ready, mainDone, total, threshold } = multisigStatus(account);
  const rounds = allRounds(threshold, total);
  const own = ownSigner(multisig);
  return {
    next: nextOf(state, mainDone, ready),
    round: Math.min(multisig.rounds + 1, rounds),
    rounds,
    message: ready ? '' : currentMessage(state),
    lastMessage: ready ? currentMessage(state) : '',
    signers: multisig.signers.map((key) => ({
      key,
      own: equalBytes(key, own),
      coversAll: coversAll(state, key),
    })),
  };
}

const nextOf = (state: WalletState, mainDone: boolean, ready: boolean): NextStep => {
  if (!state.settings.multisigEnabled) return 'enable';
  if (!mainDone) return 'exchange';
  if (!ready) return 'confirm';
  const unspent = state.outputs.filter(({ spent }) => !spent);
  const uncovered = unspent.some(({ key }) => !state.tables.multisigOutputs.get(toHex(key))?.infos.length);
  const alone = state.account.multisig?.threshold === 1;
  return importNeeded(state) || (uncovered && !alone) ? 'export_info' : 'none';
};

const coversAll = ({ outputs, tables }: WalletState, signer: PublicKey): boolean =>
  outputs.length > 0 &&
  outputs.every(({ key }) =>
    tables.multisigOutputs.get(toHex(key))?.infos.some((info) => equalBytes(info.signer, signer)),
  );
