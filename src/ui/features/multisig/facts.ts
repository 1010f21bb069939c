/** State of the shared wallet, from an answer of x_multisig. */
import type { Client, Result } from '../../../client/client.ts';

type Wire = Result<'x_multisig'>;
export type Signer = NonNullable<Wire['signers']>[number];
/** A message of another signer. */
export type SignerMessage = NonNullable<Wire['messages']>[number];
/**
 * `begun`: the wallet will become a shared one, and the first round has not ended. `message`: ours of this round; empty when
 * all rounds are over, and for the first one until the password was typed.
 */
export interface Facts extends Pick<
  Wire,
  'multisig' | 'ready' | 'threshold' | 'total' | 'round' | 'rounds' | 'begun' | 'used' | 'address' | 'message'
> {
  /** Multisig info must be exchanged before these coins can be spent. */
  readonly infoNeeded: boolean;
  /** The user has not enabled multisig, which is experimental. */
  readonly disabled: boolean;
  readonly signers: readonly Signer[];
  /** Messages read in this round. */
  readonly others: readonly SignerMessage[];
  /** Our last multisig info, the data read from others since, whether it was imported, and whether it lacks coins. */
  readonly info:
    | {
        readonly message: string;
        readonly taken: boolean;
        readonly outdated: boolean;
        readonly others: readonly SignerMessage[];
      }
    | undefined;
}

export async function loadFacts(client: Client, enable = false): Promise<Facts> {
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
    info: coins && { ...coins, others: coins.messages ?? [] },
  };
}
