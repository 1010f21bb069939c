/** Answers public methods without a wallet, a session or a store: for the frame page, which any site may load. */
import { isFault } from '../base/fault.ts';
import { errorOf } from './errors.ts';
import type { MethodAnswer } from './method.ts';
import type { AnyPublicMethod, PublicContext } from './public-method.ts';
import { publicMethods } from './public-methods.gen.ts';
import { readShape, writeShape } from './schema.ts';

const METHODS: ReadonlyMap<string, AnyPublicMethod> = new Map(
  (publicMethods as unknown as readonly AnyPublicMethod[]).map((method) => [method.name, method]),
);

/** Names of the methods that `answerPublic` knows. */
export const PUBLIC_NAMES: readonly string[] = [...METHODS.keys()];

/** Never rejects. Undefined: no public method has this name. */
export async function answerPublic(
  context: PublicContext,
  { method: name, params }: { readonly method: string; readonly params: object },
  onBug: (error: unknown) => void,
): Promise<MethodAnswer | undefined> {
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
