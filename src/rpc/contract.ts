/** Types for callers: what each method takes and gives, and the events. No code. */
import type { SessionEvents } from '../wallet/session.ts';
import type { Method } from './method.ts';
import type { registry } from './registry.gen.ts';
import type { Infer, Shape } from './schema.ts';
import type { Status } from './status.ts';

export type MethodName = keyof typeof registry;
type Of<Name extends MethodName> = (typeof registry)[Name];
/** Every field may be left out: what is missing takes its default. */
export type Params<Name extends MethodName> =
  Of<Name> extends Method<infer P, Shape> ? DeepPartial<Infer<P>> : never;
/** Lists that are empty are left out on the wire. */
export type Result<Name extends MethodName> =
  Of<Name> extends Method<never, infer R> ? Wire<Infer<R>> : Of<Name> extends Method<Shape, infer R> ? Wire<Infer<R>> : never;

type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T;
type Wire<T> = T extends object
  ? {
      readonly [K in keyof T as T[K] extends readonly unknown[] ? never : K]: T[K] extends readonly unknown[]
        ? T[K]
        : Wire<T[K]>;
    } & {
      readonly [K in keyof T as T[K] extends readonly unknown[] ? K : never]?: T[K] extends readonly (infer Item)[]
        ? readonly Wire<Item>[]
        : never;
    }
  : T;

export interface Events {
  readonly status: Status;
  readonly changed: SessionEvents['changed'];
  readonly closed: SessionEvents['closed'];
}
