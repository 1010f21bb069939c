/** The accounts whose wallets are open: those that are scanned, and inactive ones that a client has asked for. */
import { messageOf } from '../errors.mjs';
import type { Accounts, LightAccount } from './accounts.ts';
import { LightError } from './light-error.ts';
import type { Credentials } from './requests.ts';
import type { LightSession, LightSessions } from './sessions.ts';
import type { InTurn } from './turns.ts';

export interface OpenAccounts {
  /** The session of an account of the list. An account that lost its file gets it again from its client's key. */
  readonly session: (credentials: Credentials) => Promise<LightSession>;
  readonly start: (account: LightAccount) => Promise<LightSession>;
  /** Undefined when its wallet is not open. */
  readonly running: (address: string) => Promise<LightSession> | undefined;
  readonly close: (address: string) => Promise<void>;
  /** Opens the accounts that are scanned, one after the other. */
  readonly begin: () => Promise<void>;
  readonly closeAll: () => Promise<void>;
}
interface Options {
  readonly accounts: Accounts;
  readonly sessions: LightSessions;
  readonly inTurn: InTurn;
  readonly say: (line: string) => void;
}

export function createOpenAccounts({ accounts, sessions, inTurn, say }: Options): OpenAccounts {
  const open = new Map<string, Promise<LightSession>>();
  const close = async (address: string): Promise<void> => {
    const session = open.get(address);
    open.delete(address);
    await (await session?.catch(() => undefined))?.stop();
  };
  const start = (account: LightAccount): Promise<LightSession> => {
    const known = open.get(account.address);
    if (known) return known;
    const session = sessions.open(account);
    open.set(account.address, session);
    session.catch((error: unknown) => {
      say(`Account ${account.name}: ${messageOf(error)}`);
      if (open.get(account.address) === session) open.delete(account.address);
    });
    return session;
  };
  return {
    session: ({ address, viewKey }) =>
      open.get(address) ??
      inTurn(address, async () => {
        const account = accounts.find(address);
        if (!account) throw new LightError(403, 'There is no such account');
        if (!(await sessions.hasFile(account.name))) await sessions.create(account, viewKey);
        return start(account);
      }),
    start,
    running: (address) => open.get(address),
    close,
    begin: async () => {
      for (const account of accounts.all())
        if (account.status === 'active')
          await inTurn(account.address, () => start(accounts.find(account.address) ?? account)).catch(
            () => undefined,
          );
    },
    closeAll: async () => {
      await Promise.all([...open.keys()].map(close));
    },
  };
}
