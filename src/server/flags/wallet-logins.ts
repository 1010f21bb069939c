/** The file of --wallet-logins: the wallets of the server, and who may use each. */
import { foldedName } from '../../base/wallet-name.ts';
import { FlagError } from './flag-error.ts';
import { readLogin, type Login } from './node-flags.ts';

/** Names that need no escapes in a path and no care in a folder; `NAME.background` belongs to NAME. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export type Logins = ReadonlyMap<string, Login>;

/**
 * Lines of `NAME USER:PASSWORD`; empty lines and those that begin with `#` do not count. Throws FlagError, which names the line
 * and never what is written in it.
 */
export function readLogins(text: string): Logins {
  const logins = new Map<string, Login>();
  text.split(/\r?\n/).forEach((line, i) => {
    if (/^\s*(#|$)/.test(line)) return;
    const [, name = '', pair] = /^\s*(\S+)\s+(\S.*)$/.exec(line) ?? [];
    const at = `--wallet-logins, line ${i + 1}`;
    if (!NAME.test(name))
      throw new FlagError(`${at}: it must be NAME USER:PASSWORD, with letters, digits, - and _ in NAME`);
    // Some file systems do not distinguish capital letters.
    if ([...logins.keys()].some((other) => foldedName(other) === foldedName(name)))
      throw new FlagError(`${at}: this wallet has a login already`);
    const login = pair !== undefined && /^[^:]+:./.test(pair) ? readLogin(pair, 'wallet-logins') : undefined;
    if (!login) throw new FlagError(`${at}: after the name it needs USER:PASSWORD`);
    logins.set(name, login);
  });
  if (logins.size === 0) throw new FlagError('--wallet-logins names no wallet');
  return logins;
}
