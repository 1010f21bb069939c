/**
 * Shapes: named fields, each of which reads one value and so states its type. The readers of values here are common to
 * three vocabularies of fields: `rpc/schema.ts` reads what callers send, as leniently as the reference does;
 * `daemon/schema.ts` reads what nodes answer, and refuses what is missing, wrong or too large; `rpc/sites/fields.ts`
 * reads what sites send, and refuses unknown fields, too.
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

/** A number or bigint without a fraction, and decimal text if `decimal`, as existing clients send 64 bits. */
export function integerOf(value: unknown, decimal = false): bigint | undefined {
  if (typeof value === 'bigint') return value;
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value);
  const isDecimal = decimal && typeof value === 'string' && /^\d{1,20}$/.test(value);
  return isWhole || isDecimal ? BigInt(value) : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Name of the type of a shape, for the documentation. */
export function typeOfShape(shape: Readonly<Record<string, { readonly type: string }>>): string {
  const fields = Object.entries(shape).map(([name, { type }]) => `${name}: ${type}`);
  return `{ ${fields.join(', ')} }`;
}
/** Name of the type of a field that may be missing. */
export function typeWithDefault(type: string, value: string | number | bigint | boolean): string {
  return `${type} = ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`;
}
