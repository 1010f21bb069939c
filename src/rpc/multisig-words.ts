/** What can be wrong among the signers of a multisig account, in the reference's words where programs look for them. */

export const MULTISIG_DISABLED =
  'This wallet is multisig, and multisig is disabled. It is an experiment: money in it may become unspendable or be stolen by another signer. prepare_multisig with enable_multisig_experimental enables it.';
