/**
 * The same calls, good and bad, to our engine and to monero-wallet-rpc 0.18.4.0, both without a node and with the same
 * seed: they must give the same answers, or the same code and message. Each known difference is listed with its reason.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MethodName } from '../../src/rpc/contract.ts';
import { startOfflineWallet, type OfflineWallet } from '../support/offline-wallet.ts';
import { RpcError } from '../support/regtest.ts';
import { openRpcSession, type RpcSession } from '../support/rpc/fixture.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';
import { levelAnswer } from './known-differences.ts';
import { OFFLINE } from './table/offline.ts';
import type { Step } from './table/step.ts';

const outcome = async (
  call: (method: MethodName, params: never) => Promise<unknown>,
  { method, params }: Step,
) => {
  try {
    return { result: levelAnswer(method, plain(await call(method, params as never)) as object) };
  } catch (error) {
    const { code, message } = error as RpcError;
    if (typeof code !== 'number') throw error;
    // RpcError puts the method before the reference's message and the code behind it.
    return { code, message: message.replace(`${method}: `, '').replace(` (${code})`, '') };
  }
};
/** Amounts as numbers, as JSON.parse gives them. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each)));

let theirs: OfflineWallet;
let ours: RpcSession;
beforeAll(async () => {
  await useWasmKernel();
  theirs = await startOfflineWallet();
  ours = openRpcSession();
});
afterAll(() => theirs.stop());

describe('calls without a node', () => {
  it.each(OFFLINE.map((each, i) => [`${i} ${each.method} ${JSON.stringify(each.params)}`, each] as const))(
    '%s',
    async (_, each) => {
      const a = await outcome(ours.call, each);
      const b = await outcome(theirs.call, each);
      if (!each.differs) expect(a).toEqual(b);
      else if (each.differs.in === 'kind') expect(Object.keys(a)).toEqual(Object.keys(b));
      else if (each.differs.in === 'message') expect('code' in a && a.code).toBe('code' in b && b.code);
    },
  );
});
