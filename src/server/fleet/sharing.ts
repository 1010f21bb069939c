/**
 * --share-wallets: the servers of a database keep its view-only wallets open, each its fair share, which changes when a server
 * comes or goes. The lease of a wallet decides who has it; a server only takes free ones, and gives back those that it opened
 * itself and that are too many. Wallets that callers have opened stay open.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../errors.mjs';
import { parseJson } from '../json.mjs';
import type { Programs } from '../../ports/programs.ts';

/** Milliseconds between two looks at the database: with the lease of a server that ended (6 s) far below 15 s. */
const ROUND_MS = 2000;

interface SharingOptions {
  readonly programs: Programs;
  readonly names: readonly string[];
  /** The password of all shared wallets. */
  readonly password: string;
  /** Asks the session of a wallet with all rights, and starts it. */
  readonly command: (name: string, envelope: string) => Promise<string>;
  /** Closes the wallet and ends its session. */
  readonly end: (name: string) => Promise<void>;
  readonly say: (line: string) => void;
}
export interface Sharing {
  /** Resolves when the round that runs has ended. */
  readonly stop: () => Promise<void>;
}
interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}
const WRONG_PASSWORD = /invalid password/i;

/** The wallets that a server met in earlier rounds. */
export interface EarlierRounds {
  /** Wallets that can spend or that have another password. */
  readonly others: Set<string>;
  /** Wallets that sharing opened here. */
  readonly shared: Set<string>;
}

/** Shares until `stop`. */
export function startSharing(options: SharingOptions, roundMs = ROUND_MS): Sharing {
  const ending = new AbortController();
  const { signal } = ending;
  const known: EarlierRounds = { others: new Set(), shared: new Set() };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await round(options, known, signal).catch((error: unknown) => options.say(messageOf(error)));
      await pause(roundMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

/** Opens or closes wallets until this server has its share. */
export async function round(
  options: SharingOptions,
  { others, shared }: EarlierRounds,
  signal: AbortSignal,
): Promise<void> {
  const { programs, say } = options;
  const names = options.names.filter((name) => !others.has(name));
  const [servers, stored, free] = await Promise.all([
    programs.count(),
    programs.stored(names),
    programs.free(names),
  ]);
  const mine = names.filter((name) => programs.holds(name));
  const share = Math.ceil(stored.length / Math.max(1, servers));
  const surplus = Math.max(0, mine.length - share);
  for (const name of mine.filter((each) => shared.has(each)).slice(0, surplus)) {
    if (signal.aborted) return;
    shared.delete(name);
    await options.end(name);
  }
  let wanted = share - mine.length;
  for (const name of startingAt(free, programs.holder)) {
    if (wanted <= 0 || signal.aborted) return;
    // A caller has opened it since the list was read.
    if (programs.holds(name)) continue;
    const outcome = await open(options, name);
    if (outcome === 'open') {
      shared.add(name);
      wanted -= 1;
    } else if (outcome === 'other') others.add(name);
    else say(`${name}: ${outcome.error}`);
  }
}

/** Servers that start together begin at different wallets. */
const startingAt = (names: readonly string[], holder: string): readonly string[] => {
  const at = names.length === 0 ? 0 : parseInt(holder.slice(0, 8), 16) % names.length;
  return [...names.slice(at), ...names.slice(0, at)];
};

const open = async (
  { command, end, password, programs }: SharingOptions,
  name: string,
): Promise<'open' | 'other' | { readonly error: string }> => {
  const call = async (method: string, params: object): Promise<Answer> =>
    parseJson(await command(name, JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }))) as Answer;
  const { error } = await call('open_wallet', { filename: name, password });
  if (error) {
    // A caller may have opened it meanwhile, with its own password.
    if (!programs.holds(name)) await end(name);
    return WRONG_PASSWORD.test(error.message) ? 'other' : { error: error.message };
  }
  const { result } = await call('x_status', {});
  if (result?.['kind'] === 'view') return 'open';
  await end(name);
  return 'other';
};
