/** Names of fields as the page writes them: `target_height` of the wire is `targetHeight`, in records at any depth. */
type CamelName<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name;
export type Camel<T> = T extends string | number | bigint | boolean | Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Camel<Item>[]
    : T extends object
      ? { [Name in keyof T as CamelName<Name>]: Camel<T[Name]> }
      : T;

/**
 * A copy of an answer with the page's names. All but names stays as it is, also texts and bytes, and the `data` of a fault:
 * the sentences of src/ui/messages read it as it is in `RpcError.data`.
 */
export function camel<T>(answer: T): Camel<T> {
  return renamed(answer, camelNames) as Camel<T>;
}
/** A copy of parameters with the names of the wire. */
export function snake<T>(params: Camel<T>): T {
  return renamed(params, snakeNames) as T;
}

/** Names by the other form: there are few, and long answers repeat them. */
type Names = (name: string) => string;
const remembered = (rename: Names): Names => {
  const known = new Map<string, string>();
  return (name) => {
    const other = known.get(name) ?? rename(name);
    known.set(name, other);
    return other;
  };
};
const camelNames = remembered((name) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()));
const snakeNames = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const renamed = (value: unknown, names: Names): unknown => {
  if (Array.isArray(value)) return value.map((each) => renamed(each, names));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const record: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value))
    record[names(name)] = name === 'data' ? each : renamed(each, names);
  return record;
};
