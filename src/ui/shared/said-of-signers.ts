/** What can go wrong among the signers of one wallet. */
import { CHANGED, say, type Sentences } from './say.ts';

export const OF_SIGNERS: Sentences = {
  multisig_disabled: say(
    'Sharing a wallet among signers is an experiment, and it is switched off here.',
    `${CHANGED} Switch it on if you know what it may cost.`,
  ),
  already_multisig: say('This wallet is shared among signers already.', `${CHANGED} Use a new wallet.`),
  not_multisig: say('This wallet has one signer only.', `${CHANGED} Open the shared wallet.`),
  multisig_unfinished: say(
    'The signers of this wallet have not finished making it.',
    `${CHANGED} Go on with the messages of the next round.`,
  ),
};
