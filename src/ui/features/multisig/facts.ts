/** State of the shared wallet, from an answer of x_multisig. */
import type { Client } from '../../../client/client.ts';

export interface Signer {
  /** Public key that identifies the signer. */
  readonly key: string;
  readonly own: boolean;
  /** Its multisig info covers all coins. */
  readonly complete: boolean;
}
/** A message of another signer. */
export interface Message {
  readonly signer: string;
  readonly message: string;
}
export interface Facts {
  readonly multisig: boolean;
  readonly ready: boolean;
  /** Number of signatures needed: of the account, or as chosen before the first round ends; 0 before. */
  readonly threshold: number;
  readonly total: number;
  /** Round of the key exchange, from 1. In the last one all signers confirm the address. */
  readonly round: number;
  readonly rounds: number;
  /** This wallet will become a shared one; the first round has not ended. */
  readonly begun: boolean;
  /** The wallet has received or sent money, so it cannot become a shared one. */
  readonly used: boolean;
  /** Multisig info must be exchanged before these coins can be spent. */
  readonly infoNeeded: boolean;
  /** The user has not enabled multisig, which is experimental. */
  readonly disabled: boolean;
  readonly address: string;
  readonly signers: readonly Signer[];
  /** Our message of this round; empty when all rounds are over, and for the first one until the password was typed. */
  readonly message: string;
  /** Messages read in this round. */
  readonly others: readonly Message[];
  /** Our last multisig info, the data read from others since, and whether it was imported. */
  readonly info:
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
    infoNeeded: next === 'export_info',
    disabled: answer.multisig && next === 'enable',
    address: answer.address,
    signers,
    message: answer.message,
    others: messages,
    info: coins ? { message: coins.message, taken: coins.taken, others: coins.messages ?? [] } : undefined,
  };
}
