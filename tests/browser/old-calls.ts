/** Opens wallets that version 0.1 wrote in a running program and compares its answers with those of the old program. */
import { expect } from 'vitest';
import { expectSame, type OldCall, type OldWallet } from '../vectors/wallets-0.1/old-wallets.ts';

/** Sends the text of a JSON-RPC request. */
export type Send = (envelope: string) => Promise<string>;

export async function callOld(
  send: Send,
  method: string,
  params: object,
): Promise<Omit<OldCall, 'method' | 'params'>> {
  const text = await send(JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }));
  const { result, error } = JSON.parse(text) as OldCall;
  if (error) return { error: { code: error.code, message: error.message } };
  return { result: result! };
}

export async function checkOldWallet(
  send: Send,
  name: string,
  { password, calls }: OldWallet,
): Promise<void> {
  expect(await callOld(send, 'open_wallet', { filename: name, password }), name).toEqual({ result: {} });
  for (const old of calls) expectSame(await callOld(send, old.method, old.params), old, { release: true });
}
