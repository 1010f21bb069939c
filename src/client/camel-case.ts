/** Records of answers with their fields in camelCase: `target_height` is `targetHeight`. Nested records keep their names. */
type CamelName<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name;
export type CamelCase<T> = { [Name in keyof T as CamelName<Name>]: T[Name] };

export function camelCase<T extends object>(record: T): CamelCase<T> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value as unknown,
    ]),
  ) as CamelCase<T>;
}
