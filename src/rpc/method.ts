/** A wire method: schema and handler. The schema gives the types. */
import type { CallIdentity } from '../wallet/types.ts';
import type { WalletSession } from '../wallet/session/types.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Errors, WireError } from './errors.ts';
import type { Access, Compat, ConsoleFacts, CompatDifference, SiteFacts, Warning } from './facts.ts';
import type { Infer } from '../base/shape.ts';
import type { Shape } from './schema.ts';

/** The context of a call, for handlers. Reading `wallet` throws no_wallet when none is open. */
export interface RpcContext {
  readonly session: WalletSession;
  readonly wallet: Wallet;
  /** The caller may look and not change anything. */
  readonly restricted: boolean;
  /** The call has an idempotency key. Only for methods with `keyed`. */
  readonly identity?: CallIdentity;
  /** Calls another method of the table with the rights of this caller. Never rejects. */
  readonly call: (method: string, params: Readonly<Record<string, unknown>>) => Promise<MethodAnswer>;
}
export interface MethodAnswer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: WireError;
}

/** Fields of the parameters and of the answer. */
interface Fields<P extends Shape, R extends Shape> {
  readonly params: P;
  readonly result: R;
}
/** All of a method but its fields and its handler. */
export interface MethodFacts<P extends Shape, R extends Shape> {
  readonly name: string;
  /** Other wire names. */
  readonly aliases?: readonly string[];
  /**
   * The method is answered while the spend key is locked away for background sync. Absent: `read` and `app` are, `change`
   * and `spend` are not, because the records would be in the copy that background sync reads with, not in the wallet. Wire
   * methods follow the reference (CHECK_IF_BACKGROUND_SYNCING in src/wallet/wallet_rpc_server.cpp).
   */
  readonly inBackground?: boolean;
  /** Allowed in restricted mode. */
  readonly restricted?: boolean;
  /** Answered to the page of this app alone; for all other callers the method does not exist. */
  readonly pageOnly?: true;
  /** Sends: may be called with an idempotency key, and runs once for each (wire/once.ts). */
  readonly keyed?: true;
  /** Codes and messages of this method; the common table applies to all other faults. */
  readonly errors?: Errors<Infer<P>>;
  readonly compat?: { readonly [Version in Compat]?: CompatDifference<P, R> };
}
/** A method that spends says what the console warns of, or that nothing leaves the wallet but the answer. */
type Warned<P extends Shape, R extends Shape> =
  | { readonly access: Exclude<Access, 'spend'>; readonly console?: ConsoleFacts<P, R> }
  | {
      readonly access: 'spend';
      readonly console: Omit<ConsoleFacts<P, R>, 'warning'> & { readonly warning: Warning | 'none' };
    };
/** A method whose answer has no fields returns nothing. */
type Handler<P extends Shape, R extends Shape> = keyof R extends never
  ? (params: Infer<P>, context: RpcContext) => void | Promise<void>
  : (params: Infer<P>, context: RpcContext) => Infer<R> | Promise<Infer<R>>;
type Stated<P extends Shape, R extends Shape, S extends SiteFacts<P> | undefined> = MethodFacts<P, R> &
  Warned<P, R> & { readonly site?: S; readonly handle: Handler<P, R> };
export type Method<
  P extends Shape,
  R extends Shape,
  S extends SiteFacts<P> | undefined = SiteFacts<P> | undefined,
> = Fields<P, R> & Stated<P, R, S>;
export type AnyMethod = Method<Shape, Shape>;
const NO_FIELDS = {};

/** Without `params` the method has no parameters, and without `result` its answer has no fields. */
export function defineMethod<
  const P extends Shape = typeof NO_FIELDS,
  const R extends Shape = typeof NO_FIELDS,
  const S extends SiteFacts<P> | undefined = undefined,
>(method: Partial<Fields<P, R>> & Stated<P, R, S>): Method<P, R, S> {
  return { params: NO_FIELDS as P, result: NO_FIELDS as R, ...method };
}
