/**
 * Types of shapes: named fields, each of which reads one value and so states its type. Two vocabularies of fields exist:
 * `rpc/schema.ts` reads what callers send, as leniently as the reference does; `daemon/schema.ts` reads what nodes
 * answer, and refuses what is missing, wrong or too large.
 */

/** Reads one value; `path` names it in a fault. */
export interface Reads<T> {
  read(value: unknown, path: string): T;
}

/** Fields whose type admits undefined may be left out. */
type OptionalKeys<S> = {
  [K in keyof S]: S[K] extends Reads<infer T> ? (undefined extends T ? K : never) : never;
}[keyof S];

/** The object that a shape reads. */
export type Infer<S> = {
  readonly [K in Exclude<keyof S, OptionalKeys<S>>]: S[K] extends Reads<infer T> ? T : never;
} & { readonly [K in OptionalKeys<S>]?: S[K] extends Reads<infer T> ? T : never };

/** `T` with every field optional, at any depth. */
export type DeepPartial<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepPartial<Item>[]
    : T extends object
      ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
      : T;

/** Names of fields, at any depth. */
export type NamesIn<T> = T extends Uint8Array
  ? never
  : T extends readonly (infer Item)[]
    ? NamesIn<Item>
    : T extends object
      ? (keyof T & string) | { [K in keyof T]-?: NamesIn<T[K]> }[keyof T]
      : never;
