/** Answers public methods without a wallet, a session or a store: for the frame page, which any site may load. */
import { isFault } from '../base/fault.ts';
import { errorOf } from './errors.ts';
import checkReserveProof from './methods/check_reserve_proof.ts';
import checkSpendProof from './methods/check_spend_proof.ts';
import checkTxKey from './methods/check_tx_key.ts';
import checkTxProof from './methods/check_tx_proof.ts';
import getLanguages from './methods/get_languages.ts';
import getVersion from './methods/get_version.ts';
import makeUri from './methods/make_uri.ts';
import parseUri from './methods/parse_uri.ts';
import splitIntegratedAddress from './methods/split_integrated_address.ts';
import validateAddress from './methods/validate_address.ts';
import verify from './methods/verify.ts';
import type { Answer } from './method.ts';
import type { AnyPublicMethod, PublicContext } from './public-method.ts';
import { readShape, writeShape } from './schema.ts';

/** Imported one by one: the registry would bring the whole wallet into the frame's worker. */
const METHODS: ReadonlyMap<string, AnyPublicMethod> = new Map(
  (
    [
      checkReserveProof,
      checkSpendProof,
      checkTxKey,
      checkTxProof,
      getLanguages,
      getVersion,
      makeUri,
      parseUri,
      splitIntegratedAddress,
      validateAddress,
      verify,
    ] as unknown as readonly AnyPublicMethod[]
  ).map((method) => [method.name, method]),
);

/** Names of the methods that `answerPublic` knows. */
export const PUBLIC_NAMES: readonly string[] = [...METHODS.keys()];

/** Never rejects. Undefined: no public method has this name. */
export async function answerPublic(
  context: PublicContext,
  { method: name, params }: { readonly method: string; readonly params: object },
  onBug: (error: unknown) => void,
): Promise<Answer | undefined> {
  const method = METHODS.get(name);
  if (!method) return undefined;
  try {
    const result = await method.handle(readShape(method.params, params), context);
    return { result: writeShape(method.result, result) };
  } catch (error) {
    if (!isFault(error)) onBug(error);
    return { error: errorOf(error, method.errors) };
  }
}
