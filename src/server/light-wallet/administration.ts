/** The administrator's changes of accounts, and those of them that clients may make where the flags let them. */
import type { AccountStatus, Accounts, LightAccount } from './accounts.ts';
import { LightError } from './light-error.ts';
import type { OpenAccounts } from './open-accounts.ts';
import type { Lookahead } from './requests.ts';
import type { LightSessions } from './sessions.ts';
import type { InTurn } from './turns.ts';

/** create: a new account. import: to scan an account from another height, or for other subaddresses. */
export type RequestType = 'create' | 'import';
export interface Administration {
  readonly accept: (type: RequestType, address: string) => Promise<void>;
  readonly reject: (type: RequestType, address: string) => Promise<void>;
  readonly setStatus: (address: string, status: 'active' | 'inactive' | 'hidden') => Promise<void>;
  readonly rescan: (address: string, from: number) => Promise<void>;
}
interface Parts {
  readonly accounts: Accounts;
  readonly sessions: LightSessions;
  readonly open: OpenAccounts;
  readonly inTurn: InTurn;
}

export function createAdministration(parts: Parts): Administration {
  const { accounts, sessions, inTurn } = parts;
  return {
    accept: (type, address) =>
      inTurn(address, async () => {
        const account = knownAccount(accounts, address);
        if (type === 'create' && account.status === 'requested') await setStatus(parts, account, 'active');
        else if (type === 'import' && account.wanted)
          await scanFrom(parts, account, account.wanted.from, account.wanted.lookahead);
        else throw new LightError(404, 'There is no such request');
      }),
    reject: (type, address) =>
      inTurn(address, async () => {
        const { wanted, ...account } = knownAccount(accounts, address);
        if (type === 'create' && account.status === 'requested') {
          await accounts.remove(address);
          await sessions.remove(account.name);
        } else if (type === 'import' && wanted) await accounts.put(account);
        else throw new LightError(404, 'There is no such request');
      }),
    setStatus: (address, status) =>
      inTurn(address, () => setStatus(parts, knownAccount(accounts, address), status)),
    rescan: (address, from) =>
      inTurn(address, async () => {
        const account = knownAccount(accounts, address);
        await scanFrom(parts, account, from, account.lookahead);
      }),
  };
}

/** Throws LightError 404. */
export function knownAccount(accounts: Accounts, address: string): LightAccount {
  const account = accounts.find(address);
  if (!account) throw new LightError(404, 'There is no such account');
  return account;
}

/** Scans an account anew, from another height and for other subaddresses. */
export async function scanFrom(
  { accounts, sessions, open }: Omit<Parts, 'inTurn'>,
  before: LightAccount,
  from: number,
  lookahead: Lookahead,
): Promise<void> {
  const { wanted: _wanted, ...account } = { ...before, start: from, lookahead };
  await open.close(account.address);
  await sessions.recreate(account);
  await accounts.put(account);
  if (account.status === 'active') await open.start(account);
}

const setStatus = async (
  { accounts, open }: Parts,
  before: LightAccount,
  status: AccountStatus,
): Promise<void> => {
  const account = { ...before, status };
  await open.close(account.address);
  await accounts.put(account);
  if (status === 'active') await open.start(account);
};
