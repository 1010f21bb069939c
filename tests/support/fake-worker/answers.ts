/** All methods that the page calls. */
import { ACCOUNTS } from './answers/accounts.ts';
import { COLD } from './answers/cold.ts';
import { HISTORY } from './answers/history.ts';
import { MULTISIG } from './answers/multisig.ts';
import { NEW_WALLETS } from './answers/new-wallets.ts';
import { NODE } from './answers/node.ts';
import { OWN_NODE } from './answers/own-node.ts';
import { SENDING } from './answers/sending.ts';
import { SITES } from './answers/sites.ts';
import { WALLETS } from './answers/wallets.ts';

export const ANSWERS = {
  ...ACCOUNTS,
  ...COLD,
  ...HISTORY,
  ...MULTISIG,
  ...NEW_WALLETS,
  ...NODE,
  ...OWN_NODE,
  ...SENDING,
  ...SITES,
  ...WALLETS,
};
