/** JSON-RPC to monero-wallet-rpc with exact numbers and patience. */
import { post } from '../../scripts/tools/app/monero.ts';
import { parseJson } from '../../src/server/json.mjs';

const PATIENCE_MS = 600_000;

/** A method of a wallet, and its result. */
export type Call = (method: string, params?: object) => Promise<unknown>;
interface Envelope {
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly code: number };
}

export async function callWallet(base: string, method: string, params: object = {}): Promise<unknown> {
  const request = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params });
  const text = await post(`${base}/json_rpc`, request, PATIENCE_MS);
  // Numbers that a double may not hold become text, which BigInt reads as well.
  const exact = text.replace(/("\s*:\s*)(\d{16,})(?=\s*[,}\]])/g, '$1"$2"');
  const { result, error } = parseJson(exact) as Envelope;
  if (error) throw new Error(`${error.message} (${error.code})`);
  return result;
}

/* What a wallet found on the chain, through RPC methods that Ostro and monero-wallet-rpc share. */

type Amount = string | number | bigint;
interface Account {
  readonly account_index: number;
  readonly balance: Amount;
  readonly unlocked_balance: Amount;
}
/** The fields of `expected` in chain.json, with the same names. Amounts are bigint. */
export interface Findings {
  readonly balance: bigint;
  readonly unlocked_balance: bigint;
  readonly accounts: number;
  readonly outputs: number;
  readonly spent_outputs: number;
  readonly transfers_in: number;
  readonly transfers_out: number;
  readonly height: number;
}
export type Expected = Readonly<Record<keyof Findings, string | number>>;

export async function findingsOf(call: Call): Promise<Findings> {
  const { subaddress_accounts: accounts = [] } = (await call('get_accounts')) as {
    subaddress_accounts?: readonly Account[];
  };
  const count = async (type: string) => {
    let sum = 0;
    for (const { account_index } of accounts) {
      const params = { transfer_type: type, account_index };
      const answer = (await call('incoming_transfers', params)) as { transfers?: readonly unknown[] };
      sum += (answer.transfers ?? []).length;
    }
    return sum;
  };
  const sumOf = (field: 'balance' | 'unlocked_balance') =>
    accounts.reduce((sum, each) => sum + BigInt(each[field]), 0n);
  const history = (await call('get_transfers', { in: true, out: true, all_accounts: true })) as {
    in?: readonly unknown[];
    out?: readonly unknown[];
  };
  const { height } = (await call('get_height')) as { height: Amount };
  return {
    balance: sumOf('balance'),
    unlocked_balance: sumOf('unlocked_balance'),
    accounts: accounts.length,
    outputs: await count('all'),
    spent_outputs: await count('unavailable'),
    transfers_in: (history.in ?? []).length,
    transfers_out: (history.out ?? []).length,
    height: Number(height),
  };
}
