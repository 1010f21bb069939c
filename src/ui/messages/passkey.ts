/** Messages for what goes wrong between the page and the authenticator of a passkey. The worker has no part in it. */
import { say } from './message.ts';

const OR_PASSWORD = 'Try again, or use the password.';

export const OF_PASSKEYS = {
  passkey_unsupported: say(
    'This browser cannot use passkeys here.',
    'It needs a recent browser, and https or localhost. The password opens the wallet as before.',
  ),
  passkey_address: say(
    'Passkeys need a page whose address has a name.',
    'The address of this page is a number. Open Ostro under a name, for example localhost.',
  ),
  passkey_without_secret: say(
    'The passkeys of this device cannot open a wallet.',
    'They lack what Ostro needs (PRF). A newer browser, another passkey manager or a security key may have it. Nothing was changed.',
  ),
  passkey_cancelled: say(
    'The passkey was not used.',
    `The question was closed, or this device does not have that passkey. ${OR_PASSWORD}`,
  ),
  passkey_late: say('The passkey was not used in time.', OR_PASSWORD),
  passkey_failed: say('The device could not use the passkey.', OR_PASSWORD),
};
export type PasskeyProblem = keyof typeof OF_PASSKEYS;
