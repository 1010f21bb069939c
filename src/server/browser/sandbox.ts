/** Chromium's sandbox, which protects the machine from an attack that breaks out of the page. Only a flag disables it. */
import { messageOf } from '../../../scripts/tools/setup/errors.mjs';
import { FlagError } from '../flags/flag-error.ts';

const INSTEAD =
  'Whatever breaks out of a browser without sandbox can do all that this user can, and read every wallet. ' +
  'Run this server as another user, who may use the sandbox, or accept the risk with --no-browser-sandbox';

/** Throws when this user's Chromium would not start with a sandbox; `wanted` is what the flags say. */
export function checkSandbox(wanted: boolean, uid = process.getuid?.()) {
  if (wanted && uid === 0) throw new FlagError(`Chromium has no sandbox for root. ${INSTEAD}`);
}

/** What a failed start of Chromium means: another user's system may forbid the sandbox too. */
export function explainStart(wanted: boolean, error: unknown) {
  if (wanted && /no usable sandbox|sandbox_host|setuid sandbox/i.test(messageOf(error)))
    return new FlagError(`Chromium finds no sandbox on this system. ${INSTEAD}`);
  return error instanceof Error ? error : new Error(messageOf(error));
}
