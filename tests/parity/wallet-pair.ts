/**
 * Our engine and monero-wallet-rpc behind one face: the same calls, and answers read by the same schema of the method,
 * so that they compare. An answer of theirs that has more than our schema knows is an error.
 */
import { FIRST_OWNER, FOREIGN_ADDRESS } from '../../scripts/tools/app/funded-chain.ts';
import { dispatch } from '../../src/rpc/dispatch.ts';
import type { MethodName, Params } from '../../src/rpc/contract.ts';
import type { AnyMethod } from '../../src/rpc/method.ts';
import { registry } from '../../src/rpc/registry.gen.ts';
import type { Infer } from '../../src/base/shape.ts';
import { readShape, writeShape } from '../../src/rpc/schema.ts';
import type { OwnedSession } from '../../src/wallet/session/session.ts';
import { startEngine } from '../support/engine.ts';
import { RpcError, type JsonObject, type Regtest, type WalletRpc } from '../support/regtest.ts';
import { until } from '../support/until.ts';

/** As read: amounts are bigint, counts and heights number; lists that were left out are empty. */
export type Answer<Name extends MethodName> = Infer<(typeof registry)[Name]['result']>;
export type Entry = Answer<'get_transfer_by_txid'>['transfer'];

export { FOREIGN_ADDRESS };

export interface TestWallet {
  readonly call: <Name extends MethodName>(method: Name, params?: Params<Name>) => Promise<Answer<Name>>;
}

/** Our engine on the chain's node, driven through the table of methods. */
export function ourWallet(chain: Regtest): TestWallet & { readonly session: OwnedSession } {
  const session = startEngine(chain.url);
  return { session, call: callsOf(session) };
}

/** Calls of a session through the table of methods. */
export function callsOf(session: OwnedSession): TestWallet['call'] {
  return async (method, params) => {
    let bug: unknown;
    const onBug = (thrown: unknown): void => {
      bug = thrown;
    };
    const envelope = { id: 0, method, params: params ?? {} };
    const { result, error } = await dispatch(session, envelope, { onBug });
    if (bug !== undefined) throw new Error(`a bug in ${method}`, { cause: bug });
    if (error) throw new RpcError(method, error.code, `${error.message} (${error.data?.fault ?? ''})`);
    return readAnswer(method, result ?? {});
  };
}

/** `rpc` is the server itself, for methods that we do not have. */
export async function theirWallet(chain: Regtest): Promise<TestWallet & { readonly rpc: WalletRpc }> {
  const rpc = await chain.walletRpc();
  return {
    rpc,
    call: async (method, params) => readAnswer(method, await rpc.call(method, params as JsonObject)),
  };
}

const readAnswer = <Name extends MethodName>(method: Name, answer: object): Answer<Name> => {
  const shape = (registry[method] as unknown as AnyMethod).result;
  const read = readShape(shape, answer);
  expectNothingLost(method, answer, writeShape(shape, read));
  return read as Answer<Name>;
};

/** Every field that says something must have come through the schema. */
const expectNothingLost = (where: string, given: unknown, kept: unknown): void => {
  if (typeof given !== 'object' || given === null) return;
  for (const [name, value] of Object.entries(given)) {
    const there = (kept as Record<string, unknown> | undefined)?.[name];
    if (there === undefined && !saysNothing(value)) throw new Error(`${where}: our schema has no ${name}`);
    expectNothingLost(`${where}.${name}`, value, there);
  }
};
const saysNothing = (value: unknown): boolean =>
  value === 0 ||
  value === 0n ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** Opens a wallet that has coins on the funded chain, and reads the chain. */
export async function openOwner(
  { call }: TestWallet,
  owner = FIRST_OWNER,
  filename = 'owner',
): Promise<void> {
  await call('restore_deterministic_wallet', { filename, password: '', seed: owner.seed });
  await call('refresh');
}

/** Pays the amount to each address from a wallet of the funded chain, and mines until it can be spent. */
export async function payFromOwner(
  chain: Regtest,
  addresses: readonly string[],
  amount: bigint,
): Promise<void> {
  const payer = ourWallet(chain);
  await openOwner(payer);
  await payer.call('transfer', { destinations: addresses.map((address) => ({ address, amount })) });
  await mineAll(chain, 10);
}

/** A node mines only what it has relayed, which it does in its own time. */
export async function mineAll(chain: Regtest, blocks: number, address = FOREIGN_ADDRESS): Promise<number> {
  await until(async () => {
    const { transactions = [] } = await chain.path('/get_transaction_pool');
    return (transactions as unknown as readonly { readonly relayed: boolean }[]).every(
      ({ relayed }) => relayed,
    );
  });
  return chain.mine(blocks, address);
}
