/**
 * Lets other programs of this site use the wallet through `POST {app}/json_rpc`. It is off until the user
 * allows it; the choice is stored and applies to all pages of the site. A login is kept in the memory of one page
 * only: after a reload, access with a login is off until the user sets it again.
 */
import { onDemand } from '../../base/on-demand.ts';
import type { LoginCheck, LoginDeps } from '../http-login.ts';

const loginPart = onDemand(() => import('../http-login.ts'));

export interface RpcAccessToggle {
  readonly state: 'closed' | 'open' | 'login';
  /**
   * Allows access for every script of this site, or for those with the login. The code of a login is loaded when one is
   * made; if that fails, this rejects and nothing has changed.
   */
  open(login?: { readonly username: string; readonly password: string }): Promise<void>;
  close(): void;
  /** Read by the page's end; undefined when access is off. */
  current(): { readonly login: LoginCheck | null } | undefined;
}
/** Where the choice is stored; undefined when the browser stores nothing. */
interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The name that earlier versions gave it, so that their choice stays. */
const KEY = 'ostro-door';
const OPEN = 'open';

export function createRpcAccessToggle(
  given: KeyValueStorage | undefined,
  loadDigest: () => Promise<Pick<LoginDeps, 'md5' | 'nonce'>>,
): RpcAccessToggle {
  /** The choice, if it cannot be stored. */
  let memory: string | null = null;
  let storage: KeyValueStorage | undefined = given;
  /** This page's login, and the tag that the storage contains as long as this login is valid. */
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
      // Storage is blocked or full: the choice lasts until this page closes.
      storage = undefined;
    }
  };
  // Read for every forwarded call, since another page may have switched access off.
  const current = (): { readonly login: LoginCheck | null } | undefined => {
    const value = read();
    if (value === OPEN) return { login: null };
    return mine && value === mine.tag ? { login: mine.login } : undefined;
  };
  const loginOf = async (given: { readonly username: string; readonly password: string }) => {
    const [{ createLogin }, digest] = await Promise.all([loginPart(), loadDigest()]);
    return { tag: `login ${digest.nonce()}`, login: createLogin({ ...given, ...digest }) };
  };
  return {
    get state() {
      const now = current();
      return now === undefined ? 'closed' : now.login === null ? 'open' : 'login';
    },
    open: async (given) => {
      mine = given && (await loginOf(given));
      keep(mine ? mine.tag : OPEN);
    },
    close: () => {
      mine = undefined;
      keep(null);
    },
    current,
  };
}
