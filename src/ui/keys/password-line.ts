/** Why a password was refused. */
import { explain, oneLine } from '../messages/explain.ts';

const REFUSED = ['wrong_password', 'wrong_old_password'];

/** A line for the field of the password that was typed; empty for an error of another kind. */
export function passwordLine(error: unknown, typed: string): string {
  const why = explain(error);
  if (!REFUSED.includes(why.fault)) return '';
  // A file of another program may have an empty password, so it is tried first.
  return typed === '' ? 'The password is still missing.' : oneLine(why);
}
