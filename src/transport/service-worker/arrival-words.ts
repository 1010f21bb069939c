/** The words of a worker without pages for payments that arrived, by language. They have no amount: others may see them. */
export const ARRIVAL_WORDS = {
  en: { one: 'A payment has arrived', more: 'Payments have arrived' },
  de: { one: 'Eine Zahlung ist angekommen', more: 'Zahlungen sind angekommen' },
  es: { one: 'Ha llegado un pago', more: 'Han llegado pagos' },
};

/** `language`: the browser's, such as `de-AT`. */
export function arrivalWords(count: number, language: string): string {
  const known = Object.entries(ARRIVAL_WORDS).find(([each]) => language.toLowerCase().startsWith(each));
  const words = known?.[1] ?? ARRIVAL_WORDS.en;
  return count === 1 ? words.one : words.more;
}
