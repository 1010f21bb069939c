/** The accounts for their clients: creates them, and carries out what a client asks for. */
import { requireTable } from './address-table.ts';
import { accountName, type Accounts, type LightAccount } from './accounts.ts';
import { knownAccount, scanFrom } from './administration.ts';
import { LightError } from './light-error.ts';
import type { OpenAccounts } from './open-accounts.ts';
import { addRanges, extentOf, type SubaddressRanges, type WireRanges } from './ranges.ts';
import type { Credentials, Lookahead } from './requests.ts';
import type { LightSession, LightSessions } from './sessions.ts';
import type { InTurn } from './turns.ts';

/** The number of accounts, requested ones among them. */
const MOST_ACCOUNTS = 1000;
export interface Keeper {
  readonly find: (address: string) => LightAccount | undefined;
  readonly session: (credentials: Credentials) => Promise<LightSession>;
  readonly create: (credentials: Credentials, wanted: NewAccount) => Promise<LightAccount>;
  /** Adds the subaddresses that `more` answers for those that are there; resolves to those that are new, and all. */
  readonly addSubaddresses: (
    credentials: Credentials,
    more: (known: SubaddressRanges) => readonly WireRanges[],
  ) => Promise<ReturnType<typeof addRanges>>;
  /** Asks for a scan from another height or for other subaddresses: 'new' or 'waiting' for the administrator, or 'done'. */
  readonly wantRescan: (
    address: string,
    from: number,
    lookahead: Lookahead,
  ) => Promise<'done' | 'new' | 'waiting'>;
}
interface NewAccount {
  readonly generatedLocally: boolean;
  readonly height: number;
  readonly lookahead: Lookahead;
}
interface KeeperOptions {
  readonly accounts: Accounts;
  readonly sessions: LightSessions;
  readonly open: OpenAccounts;
  readonly inTurn: InTurn;
  /** The steps that need no administrator. */
  readonly accepts: { readonly creation: boolean; readonly rescans: boolean };
}

export function createKeeper({ accounts, sessions, open, inTurn, accepts }: KeeperOptions): Keeper {
  return {
    find: accounts.find,
    session: open.session,
    create: ({ address, viewKey }, { generatedLocally, height, lookahead }) =>
      inTurn(address, async () => {
        const before = accounts.find(address);
        if (before) return before;
        if (accounts.all().length >= MOST_ACCOUNTS) throw new LightError(501, 'No more accounts are made');
        const account: LightAccount = {
          ...{ address, name: accountName(address), generatedLocally, start: height, lookahead, ranges: {} },
          status: accepts.creation ? 'active' : 'requested',
        };
        if (!(await sessions.hasFile(account.name))) await sessions.create(account, viewKey);
        await accounts.put(account);
        if (accepts.creation) await open.start(account);
        return account;
      }),
    addSubaddresses: ({ address }, more) =>
      inTurn(address, async () => {
        const account = knownAccount(accounts, address);
        const ranges = addRanges(account.ranges, more(account.ranges));
        const { major, minor } = extentOf(ranges.all);
        requireTable(major, minor);
        const next = { ...account, ranges: ranges.all };
        // Addresses that a wallet does not know when it reads are never found, so a closed one is opened for it.
        const session = await (open.running(address) ?? open.start(account));
        await session.widen(next);
        await accounts.put(next);
        return ranges;
      }),
    wantRescan: (address, from, lookahead) =>
      inTurn(address, async () => {
        const account = knownAccount(accounts, address);
        const { maj_i, min_i } = account.lookahead;
        if (from >= account.start && maj_i === lookahead.maj_i && min_i === lookahead.min_i) return 'done';
        if (account.wanted) return 'waiting';
        const wanted = { from: Math.min(from, account.start), lookahead };
        if (accepts.rescans) await scanFrom({ accounts, sessions, open }, account, wanted.from, lookahead);
        else await accounts.put({ ...account, wanted });
        return 'new';
      }),
  };
}
