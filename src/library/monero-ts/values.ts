/** Values as monero-ts reads them from JSON: integers of 16 digits and more are texts, which it takes for amounts. */
const FIRST_LONG = 10n ** 15n;

export function asParsed(value: unknown): unknown {
  if (typeof value === 'bigint')
    return value < FIRST_LONG && value > -FIRST_LONG ? Number(value) : String(value);
  if (Array.isArray(value)) return value.map(asParsed);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asParsed(each)]));
}

/** Parameters as monero-ts would write them: what is undefined is not sent. */
export function asWritten(params: object | undefined): object {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, each]) => each !== undefined && each !== null)
        .map(([name, each]) => [name, clean(each)]),
    );
  };
  return clean(params ?? {}) as object;
}
