/** Integers of 64 bits as decimal text, for pages that pass results on as JSON. */
export function withTexts(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withTexts(field)]));
}
