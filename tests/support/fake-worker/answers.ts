/** All methods that the page calls. */
import { ACCOUNTS } from './answers/accounts.ts';
import { COLD } from './answers/cold.ts';
import { COMPANION } from './answers/companion.ts';
import { CONSOLE } from './answers/console.ts';
import { COINS } from './answers/coins.ts';
import { CONTACTS } from './answers/contacts.ts';
import { HISTORY } from './answers/history.ts';
import { LIGHT_SERVER } from './answers/light-server.ts';
import { MISSING } from './answers/missing.ts';
import { MULTISIG } from './answers/multisig.ts';
import { NEW_WALLETS } from './answers/new-wallets.ts';
import { NODE } from './answers/node.ts';
import { OWN_NODE } from './answers/own-node.ts';
import { PAPER } from './answers/paper.ts';
import { PASSKEYS } from './answers/passkeys.ts';
import { REQUESTS } from './answers/requests.ts';
import { PROOFS } from './answers/proofs.ts';
import { SENDING } from './answers/sending.ts';
import { SITES } from './answers/sites.ts';
import { WALLETS } from './answers/wallets.ts';

export const ANSWERS = {
  ...ACCOUNTS,
  ...COLD,
  ...COMPANION,
  ...CONSOLE,
  ...COINS,
  ...CONTACTS,
  ...HISTORY,
  ...LIGHT_SERVER,
  ...MISSING,
  ...MULTISIG,
  ...NEW_WALLETS,
  ...NODE,
  ...OWN_NODE,
  ...PAPER,
  ...PASSKEYS,
  ...REQUESTS,
  ...PROOFS,
  ...SENDING,
  ...SITES,
  ...WALLETS,
};
