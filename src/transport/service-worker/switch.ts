/**
 * Whether other programs of this site may use the wallet through `POST {app}/json_rpc`: off until the person allows it,
 * and remembered. All pages of the site share the choice. A login is kept in the memory of one page only: after a
 * reload such a door stays closed until it is set again.
 */
import { createLogin, type LoginCheck, type LoginDeps } from '../http-login.ts';

export interface RpcAccessToggle {
  readonly state: 'closed' | 'open' | 'login';
  /** Opens to every script of this site, or to those who know the login. */
  open(login?: { readonly username: string; readonly password: string }): void;
  close(): void;
  /** For the page's end. */
  current(): { readonly login: LoginCheck | null } | undefined;
}
/** Where it is remembered; undefined where the browser keeps nothing. */
interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const KEY = 'ostro-door';
const OPEN = 'open';

export function createRpcAccessToggle(
  given: KeyValueStorage | undefined,
  digest: Pick<LoginDeps, 'md5' | 'nonce'>,
): RpcAccessToggle {
  /** What holds where nothing can be remembered. */
  let memory: string | null = null;
  let storage: KeyValueStorage | undefined = given;
  /** This page's login, and the name under which the storage says that it is the one that counts. */
  let mine: { readonly tag: string; readonly login: LoginCheck } | undefined;
  const read = (): string | null => {
    try {
      return storage ? storage.getItem(KEY) : memory;
    } catch {
      return null;
    }
  };
  const keep = (value: string | null): void => {
    memory = value;
    try {
      if (value === null) storage?.removeItem(KEY);
      else storage?.setItem(KEY, value);
    } catch {
      // Blocked or full: the choice holds in this page, until it closes.
      storage = undefined;
    }
  };
  // Read at every forwarded call: another page may have closed the door since.
  const current = (): { readonly login: LoginCheck | null } | undefined => {
    const value = read();
    if (value === OPEN) return { login: null };
    return mine && value === mine.tag ? { login: mine.login } : undefined;
  };
  return {
    get state() {
      const now = current();
      return now === undefined ? 'closed' : now.login === null ? 'open' : 'login';
    },
    open: (login) => {
      mine = login && { tag: `login ${digest.nonce()}`, login: createLogin({ ...login, ...digest }) };
      keep(mine ? mine.tag : OPEN);
    },
    close: () => {
      mine = undefined;
      keep(null);
    },
    current,
  };
}
