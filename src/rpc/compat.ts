/**
 * Answers as monero-wallet-rpc gives them in its release or on its development branch; each method states its differences. Programs of the wallet server get the release's answers unless its flag `--rpc-compat master` asks for the
 * others; the page gets the newer ones.
 * Upstream: src/wallet/wallet_rpc_server.cpp, wallet_rpc_server_commands_defs.h of both.
 */
import type { Compat, CompatDifference } from './facts.ts';
import type { AnyMethod } from './method.ts';
import { writeShape, type Field, type Shape } from './schema.ts';

type Fields = Readonly<Record<string, unknown>>;
type Pause = () => Promise<void>;
type Stated = Pick<AnyMethod, 'compat'>;

const differenceIn = (compat: Compat | undefined, method: Stated): CompatDifference<Shape, Shape> =>
  (compat && method.compat?.[compat]) ?? {};

/** The method exists in that version. */
export function existsIn(compat: Compat | undefined, method: Stated): boolean {
  return differenceIn(compat, method).absent !== true;
}
/** The imitated version answers the method in restricted mode, although the release does not. */
export function allowedIn(compat: Compat | undefined, method: Stated): boolean {
  return differenceIn(compat, method).restricted === true;
}
/** The parameters, without values for those that this version does not know. */
export function paramsFor(compat: Compat | undefined, method: Stated, params: Fields): Fields {
  return { ...params, ...differenceIn(compat, method).params };
}
/** The result, in wire form, as this version gives it. Long lists are written in turns: `pause` waits for the next one. */
export async function resultFor(
  compat: Compat | undefined,
  method: Stated & Pick<AnyMethod, 'result'>,
  result: Fields,
  pause: Pause,
): Promise<Fields> {
  const { without, result: fixed } = differenceIn(compat, method);
  const short: Record<string, unknown> = {};
  const long: Record<string, unknown> = {};
  for (const [name, { items }] of Object.entries(method.result)) {
    const value = result[name];
    if (!items || !Array.isArray(value) || value.length <= IN_ONE_TURN) short[name] = value;
    else if (name !== without) long[name] = await writeList(items, value, without, pause);
  }
  return { ...writeShape(method.result, short, without), ...long, ...fixed };
}

/** Items of a list that are written in one turn. */
const IN_ONE_TURN = 1000;
const writeList = async (
  items: Field<unknown>,
  list: readonly unknown[],
  without: string | undefined,
  pause: Pause,
): Promise<unknown[]> => {
  const written: unknown[] = [];
  for (const item of list) {
    if (written.length % IN_ONE_TURN === IN_ONE_TURN - 1) await pause();
    written.push(items.write(item, without));
  }
  return written;
};
