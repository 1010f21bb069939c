/**
 * Public methods: their answers depend on the parameters, on the network, and on what a node says, never on the records
 * or keys of a wallet. The frame page for sites answers them without a wallet (public.ts).
 */
import type { Nodes } from '../wallet/types.ts';
import type { Network } from '../protocol/address/address.ts';
import type { Infer } from '../base/shape.ts';
import type { World } from '../wallet/wallet.ts';
import type { ConsoleFacts, FrameFacts } from './facts.ts';
import type { MethodFacts } from './method.ts';
import type { Shape } from './schema.ts';

/** The part of RpcContext that public methods may use. */
export interface PublicContext {
  readonly wallet: { readonly state: { readonly account: { readonly network: Network } } };
  readonly session: {
    readonly nodes: Pick<Nodes, 'chosenNode'>;
    readonly world: Pick<World, 'clock' | 'settings' | 'dns'>;
  };
}
export interface PublicMethod<
  P extends Shape,
  R extends Shape,
  S extends FrameFacts<P> = FrameFacts<P>,
> extends MethodFacts<P, R> {
  readonly access: 'read';
  readonly console?: ConsoleFacts<P, R>;
  readonly site: S;
  readonly params: P;
  readonly result: R;
  handle(params: Infer<P>, context: PublicContext): Infer<R> | Promise<Infer<R>>;
}
export type AnyPublicMethod = PublicMethod<Shape, Shape>;

export function definePublicMethod<
  const P extends Shape,
  const R extends Shape,
  const S extends FrameFacts<P>,
>(method: PublicMethod<P, R, S>): PublicMethod<P, R, S> {
  return method;
}
