/** The round in which the messages of other signers are stored: messages.ts. */
import { utf8 } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { SignerRound } from '../state/records/multisig.ts';
import type { WalletState } from '../state/state.ts';
import { boundOutputs } from '../state/unsent.ts';
import { multisigStatus } from './status.ts';

/** `keys`: a round of the key exchange. `coins`: an exchange of multisig info about the outputs, before a payment. */
export type RoundKind = 'keys' | 'coins';

/**
 * The current round with the messages read so far. Undefined: no round has begun, the key exchange is complete, or (for
 * `coins`) another copy of the file began it.
 */
export function roundOf(state: WalletState, kind: RoundKind): SignerRound | undefined {
  const record = state.tables.signerRounds.get(kind);
  const { multisig } = state.account;
  // Our message contains public nonces: in another copy of the file they must not sign.
  if (kind === 'coins') return multisig && record?.copy === state.copy ? record : undefined;
  if (!multisig) return record?.round === 1 ? record : undefined;
  if (multisigStatus(state.account).ready) return undefined;
  const round = multisig.rounds + 1;
  return record?.round === round ? record : { round, threshold: 0, total: 0, others: [] };
}

/** A key exchange message as bytes, as `storeMessage` expects it. */
export function messageBytes(text: string): Uint8Array {
  return utf8(text.trim());
}

/** A coin that is neither spent nor bound has no stored nonces: it came after our last info, or its nonces are used. */
export function infoOutdated(state: WalletState): boolean {
  const bound = boundOutputs(state);
  return state.outputs.some(({ key, spent }) => {
    const name = toHex(key);
    const { nonces = [] } = state.tables.multisigOutputs.get(name) ?? {};
    return !spent && !bound.has(name) && nonces.length === 0;
  });
}
