/**
 * Answers as monero-wallet-rpc gives them in its release or on its development branch; each method states its differences. Programs of the wallet server get the release's answers unless its flag `--rpc-compat master` asks for the
 * others; the page gets the newer ones.
 * Upstream: src/wallet/wallet_rpc_server.cpp, wallet_rpc_server_commands_defs.h of both.
 */
import type { Compat, CompatDifference } from './facts.ts';
import type { AnyMethod } from './method.ts';
import { writeShape, type Shape } from './schema.ts';

type Fields = Readonly<Record<string, unknown>>;
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
/** The result, in wire form, as this version gives it. */
export function resultFor(
  compat: Compat | undefined,
  method: Stated & Pick<AnyMethod, 'result'>,
  result: Fields,
): Fields {
  const { without, result: fixed } = differenceIn(compat, method);
  return { ...writeShape(method.result, result, without), ...fixed };
}
