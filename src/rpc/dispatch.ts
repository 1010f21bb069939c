/**
 * Reads a JSON-RPC request, calls the method, returns the response as an object. Upstream:
 * contrib/epee/include/net/http_server_handlers_map2.h.
 */
import type { CallIdentity } from '../wallet/types.ts';
import { isFault } from '../base/fault.ts';
import { isRecord } from '../base/shape.ts';
import type { WalletSession } from '../wallet/session/types.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { allowedIn, existsIn, paramsFor, resultFor } from './compat.ts';
import { errorOf } from './errors.ts';
import type { Compat } from './facts.ts';
import { fault } from './faults.ts';
import type { AnyMethod, MethodAnswer } from './method.ts';
import { findMethod } from './method-table.ts';
import { readShape } from './schema.ts';
import { checkMethod } from './wire/background.ts';
import { identityOf } from './wire/once.ts';

export interface DispatchOptions {
  /** Allows only the methods that the reference allows with --restricted-rpc. */
  readonly restricted?: boolean;
  /** Answers as this version of the reference; absent: with all that is known here (compat.ts). */
  readonly compat?: Compat;
  /** The caller is not the page of this app: methods for the page alone do not exist for it. */
  readonly outside?: boolean;
  /** Marks calls of a sending method that are the same one, repeated because its answer was lost (wire/once.ts). */
  readonly idempotencyKey?: string;
  /** Receives errors that are not faults, that is, bugs. The caller gets no details of them. */
  readonly onBug?: (error: unknown) => void;
}
export interface Envelope extends MethodAnswer {
  readonly jsonrpc: '2.0';
  readonly id: unknown;
}

/** An empty list counts as a missing value, as in the reference. */
const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** Answers one request. Never rejects. */
export async function dispatch(
  session: WalletSession,
  envelope: unknown,
  options: DispatchOptions = {},
): Promise<Envelope> {
  const request = isRecord(envelope) ? envelope : undefined;
  const { jsonrpc, id, method: name, params } = request ?? {};
  // For an unknown method, the reference returns a missing id as an empty text.
  const given = isGiven(id) ? id : undefined;
  let answer: Envelope = { jsonrpc: '2.0', id: 0 };
  let method: AnyMethod | undefined;
  let read: Readonly<Record<string, unknown>> = {};
  try {
    if (!request) throw fault('parse_error');
    if (typeof name !== 'string') throw fault('invalid_request');
    const found = findMethod(name);
    if (found instanceof Promise)
      method = await found.catch((error: unknown) => {
        // The code of the methods could not be loaded.
        answer = { jsonrpc: '2.0', id: given ?? 0 };
        throw error;
      });
    else method = found;
    if (options.outside && method?.pageOnly) method = undefined;
    if (method && !existsIn(options.compat, method)) method = undefined;
    if (method && isGiven(jsonrpc) && typeof jsonrpc !== 'string')
      throw fault('invalid_params', { path: 'jsonrpc', wanted: 'string' });
    answer = { jsonrpc: '2.0', id: given ?? (method ? 0 : '') };
    if (!method) throw fault('method_not_found', { method: name });
    const fields = isRecord(params) ? params : {};
    read = paramsFor(options.compat, method, readShape(method.params, fields));
    if (options.restricted && !method.restricted && !allowedIn(options.compat, method)) throw fault('denied');
    await session.ready;
    checkMethod(session, method);
    const identity = identityFor(method, read, options);
    if (method.access === 'change' || method.access === 'spend') await session.open?.file.confirmOwner?.();
    /** The wallet that the method has read. */
    let used: Wallet | undefined;
    const context = {
      session,
      restricted: options.restricted ?? false,
      ...(identity && { identity }),
      get wallet() {
        return (used = session.wallet);
      },
      call: (inner: string, params: Readonly<Record<string, unknown>>) =>
        dispatch(session, { jsonrpc: '2.0', id: 0, method: inner, params }, withoutKey(options)),
    };
    const answered = await method.handle(read, context);
    const result = await resultFor(options.compat, method, answered, () => session.world.clock.sleep(0));
    // This program may have stood still: another one may have the wallet now, in a newer state.
    if (method.access === 'read') await used?.file.confirmOwner?.();
    return { ...answer, result };
  } catch (error) {
    if (!isFault(error)) options.onBug?.(error);
    return { ...answer, error: errorOf(error, method?.errors, read) };
  }
}

/**
 * Undefined without a key, and for methods that only read. Faults bad_idempotency_key, and no_idempotency for methods
 * that change something else than they send: a caller that repeats them must not count on the key.
 */
const identityFor = (
  { name, keyed, access, restricted }: AnyMethod,
  params: object,
  { idempotencyKey }: DispatchOptions,
): CallIdentity | undefined => {
  const reads = keyed === undefined && (access === 'read' || restricted === true);
  if (idempotencyKey === undefined || reads) return undefined;
  if (!keyed) throw fault('no_idempotency', { method: name });
  return identityOf(idempotencyKey, name, params);
};
const withoutKey = ({ idempotencyKey: _key, ...options }: DispatchOptions): DispatchOptions => options;
