/** JSON-RPC envelope in, method, envelope out. Upstream: contrib/epee/include/net/http_server_handlers_map2.h. */
import type { Session } from '../wallet/session.ts';
import { errorOf, type WireError } from './errors.ts';
import { fault } from './faults.ts';
import type { AnyMethod } from './method.ts';
import { registry } from './registry.gen.ts';
import { readShape, writeShape } from './schema.ts';

export interface DispatchOptions {
  /** Only what the reference allows with --restricted-rpc. */
  readonly restricted?: boolean;
}
export interface Envelope {
  readonly jsonrpc: '2.0';
  readonly id: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: WireError;
}

const byName = new Map<string, AnyMethod>(
  Object.values(registry as unknown as Record<string, AnyMethod>).flatMap((method) =>
    [method.name, ...(method.aliases ?? [])].map((name): [string, AnyMethod] => [name, method]),
  ),
);

/** Answers one envelope; never throws. */
export const dispatch = async (
  session: Session,
  envelope: unknown,
  options: DispatchOptions = {},
): Promise<Envelope> => {
  const request =
    typeof envelope === 'object' && envelope !== null && !Array.isArray(envelope) ? envelope : undefined;
  const {
    id,
    method: name,
    params,
  } = (request ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  const answer = { jsonrpc: '2.0', id: id ?? 0 } as const;
  let method: AnyMethod | undefined;
  let read: Readonly<Record<string, unknown>> = {};
  try {
    if (!request) throw fault('parse_error');
    if (typeof name !== 'string') throw fault('invalid_request');
    method = byName.get(name);
    if (!method) throw fault('method_not_found', { method: name });
    const given = typeof params === 'object' && params !== null && !Array.isArray(params) ? params : {};
    read = readShape(method.params, given);
    if (options.restricted && !method.restricted) throw fault('denied');
    await session.ready;
    const context = {
      session,
      get wallet() {
        return session.wallet;
      },
    };
    const result = await method.handle(read, context);
    return { ...answer, result: writeShape(method.result, result) };
  } catch (error) {
    return { ...answer, error: errorOf(error, method?.errors, read) };
  }
};
