/** Where the wallet stands among its signers, from an answer of x_multisig. */
import type { Client } from '../../../client/client.ts';

export interface Signer {
  /** Tells signers apart. */
  readonly key: string;
  readonly own: boolean;
  /** Of all its coins. */
  readonly told: boolean;
}
/** What was read of another signer. */
export interface Message {
  readonly signer: string;
  readonly message: string;
}
export interface Facts {
  readonly multisig: boolean;
  readonly ready: boolean;
  /** Of the account; before the first round is over as it was chosen; 0 before that. */
  readonly threshold: number;
  readonly total: number;
  /** Of the making, from 1; the last is the one in which all confirm. */
  readonly round: number;
  readonly rounds: number;
  /** This wallet is to become one of several, and the first round is not over. */
  readonly begun: boolean;
  /** Money came here or went from here: nobody makes a shared wallet of it. */
  readonly used: boolean;
  /** The others have to tell of coins before these can be spent. */
  readonly tell: boolean;
  /** Nobody has said yet to know that it is an experiment. */
  readonly disabled: boolean;
  readonly address: string;
  readonly signers: readonly Signer[];
  /** Ours, of the round under way; empty when all are over. */
  readonly message: string;
  /** What was read in this round. */
  readonly others: readonly Message[];
  /** What we told of coins last, what was read since, and whether that was taken in. */
  readonly coins:
    { readonly message: string; readonly taken: boolean; readonly others: readonly Message[] } | undefined;
}

export async function lookAtFacts(client: Client, enable = false): Promise<Facts> {
  const answer = await client.call('x_multisig', { enable });
  const { next, signers = [], messages = [], coins } = answer;
  return {
    multisig: answer.multisig,
    ready: answer.ready,
    threshold: answer.threshold,
    total: answer.total,
    round: answer.round,
    rounds: answer.rounds,
    begun: answer.begun,
    used: answer.used,
    tell: next === 'export_info',
    disabled: answer.multisig && next === 'enable',
    address: answer.address,
    signers,
    message: answer.message,
    others: messages,
    coins: coins ? { message: coins.message, taken: coins.taken, others: coins.messages ?? [] } : undefined,
  };
}
