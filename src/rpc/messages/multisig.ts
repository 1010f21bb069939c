/** Error messages about multisig: the reference's texts where programs search for them. */
import type { InfoProblem, KexProblem, KexRoundProblem } from '../../protocol/faults.ts';
import type { SignerMessageProblem } from '../../wallet/faults.ts';

export const MULTISIG_DISABLED =
  'This wallet is multisig, and multisig is disabled. It is an experiment: money in it may become unspendable or be stolen by another signer. prepare_multisig with enable_multisig_experimental enables it.';

export const IMPORT_NEEDED =
  'Not enough multisig data was found to sign: import multisig data from more other participants';
export const EXPORT_NEEDED =
  'This signature was made with stale data: export fresh multisig data, which other participants must then use';

export const BAD_KEX_MESSAGE: Readonly<Record<KexProblem, string>> = {
  short: 'Kex message unexpectedly small.',
  magic: 'Only v2 multisig kex messages are supported.',
  size: 'Multisig kex msg is too large.',
  encoding: 'Multisig kex msg decoding error.',
  old: 'V1 multisig kex messages are deprecated (unsafe).',
  round: 'Invalid kex message round (must be > 1 for the general msg type).',
  key: 'Pubkey from message was invalid.',
  signer: 'Message signing key was invalid.',
  signature: 'Multisig kex msg signature invalid.',
};

export const BAD_KEX_ROUND: Readonly<Record<KexRoundProblem, string>> = {
  round: "Messages don't have the expected kex round number.",
  none: 'At least one input message expected.',
  complete: 'Multisig kex has already completed all required rounds (including post-kex verification).',
  twice: 'Duplicate signers not allowed when converting a wallet to multisig.',
  signers:
    'Number of unique other signers recommending pubkeys does not equal number of required other signers.',
  not_a_signer: 'Multisig kex message with unexpected signer encountered.',
  keys: 'A multisig signer recommended an unexpected number of pubkeys.',
  own_keys: 'Local account did not recommend expected number of multisig keys.',
  other_address:
    'Multisig post-kex round messages from other signers did not all recommend the same pubkey pair.',
};

export const WRONG_SIGNER_MESSAGE: Readonly<Record<SignerMessageProblem, string>> = {
  own: "This message is this wallet's own",
  known: 'This message was read before',
  second: 'Another message of the same signer was read in this round',
  earlier: 'This message belongs to an earlier round',
  later: 'This message belongs to a later round',
  not_a_signer: 'This message is from somebody who is not a signer of this wallet',
  full: 'The messages of all signers were read',
  none: 'No round is under way',
};

export const BAD_INFO: Readonly<Record<InfoProblem, string>> = {
  shape: 'Failed to load output data',
  signer: 'Mismatched signers in imported multisig info',
  point: 'Multisig value is not in the main subgroup',
  not_a_signer: 'Signer is not a member of this multisig wallet',
  count: 'Multisig info has an unexpected number of nonces or partial key images',
  parts: 'Partial key images of the signers do not fit together',
};
