/** Which step comes next for one signer of several, and what is to be handed to whom for it. */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { allRounds } from '../../protocol/multisig/rounds.ts';
import type { WalletState } from '../state/state.ts';
import { importNeeded } from './info.ts';
import { currentMessage, isUsed, prepareMultisig } from './making.ts';
import { multisigStatus, ownSigner } from './status.ts';

/**
 * - `impossible`: a wallet that watches, or has been used
 * - `enable`: nobody has said to know that it is an experiment
 * - `begin`: everybody's first message, ours is `message`
 * - `exchange`: everybody's message of the round under way; in `confirm` it is the last round
 * - `tell`: money came that the others have to tell about, or nobody told yet
 * - `none`: it can be spent from
 */
export type NextStep = 'impossible' | 'enable' | 'begin' | 'exchange' | 'confirm' | 'export_info' | 'none';

export interface Progress {
  readonly next: NextStep;
  /** The round under way, from 1 on, and how many there are; both 0 before it is begun. */
  readonly round: number;
  readonly rounds: number;
  /** What the others need from us in this round; empty when all is done. */
  readonly message: string;
  /** Our last message again, for whoever lags behind; empty before all is done. */
  readonly again: string;
  readonly signers: readonly {
    readonly key: Uint8Array;
    readonly own: boolean;
    /** Has told of every output there is. */
    readonly told: boolean;
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
      again: '',
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
    again: ready ? currentMessage(state) : '',
    signers: multisig.signers.map((key) => ({
      key,
      own: equalBytes(key, own),
      told: toldOf(state, key),
    })),
  };
}

const nextOf = (state: WalletState, mainDone: boolean, ready: boolean): NextStep => {
  if (!state.settings.multisigEnabled) return 'enable';
  if (!mainDone) return 'exchange';
  if (!ready) return 'confirm';
  const unspent = state.outputs.filter(({ spent }) => !spent);
  const untold = unspent.some(({ key }) => !state.tables.multisigOutputs.get(toHex(key))?.infos.length);
  const alone = state.account.multisig?.threshold === 1;
  return importNeeded(state) || (untold && !alone) ? 'export_info' : 'none';
};

const toldOf = ({ outputs, tables }: WalletState, signer: Uint8Array): boolean =>
  outputs.length > 0 &&
  outputs.every(({ key }) =>
    tables.multisigOutputs.get(toHex(key))?.infos.some((info) => equalBytes(info.signer, signer)),
  );
