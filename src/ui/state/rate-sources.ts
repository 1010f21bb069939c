/**
 * Sources of exchange rates, and readers of their answers, which may be anything. Two things are said to a source: the
 * internet address of the device, and that its user looks at the price of Monero.
 */
import { isCodeOfCurrency, readRate, type ExchangeRate } from '../format/worth.ts';

export interface RateAnswer {
  readonly rate: ExchangeRate;
  /** When the rate was right, in milliseconds; undefined: the source does not say. */
  readonly at: number | undefined;
}

/** CoinGecko answers pages of other sites, without a key and a few times a minute. */
export const COINGECKO = 'https://api.coingecko.com';
export function coingeckoUrl(currency: string): string {
  const query = `ids=monero&vs_currencies=${currency.toLowerCase()}&include_last_updated_at=true`;
  return `${COINGECKO}/api/v3/simple/price?${query}`;
}

/** Bytes of an answer that are read, and the time that it may take. */
export const MAX_ANSWER = 65_536;
export const RATE_TIMEOUT_MS = 10_000;

/**
 * Finds the rate in an answer: a number alone, or under `monero` or `XMR` (CoinGecko, CryptoCompare), the code of the
 * currency, `rate`, `price`, `last`, or in the ticker of Kraken. Undefined: there is none that can be right.
 */
export function readRateAnswer(text: string, currency: string): RateAnswer | undefined {
  let value: unknown;
  try {
    // Numbers stay texts, so that none becomes another one.
    value = JSON.parse(text.replace(NUMBERS, '$1"$2"'));
  } catch {
    return undefined;
  }
  const rate = rateIn(value, currency, 0);
  return rate && { rate, at: timeIn(value) };
}
/** Numbers outside of texts, as far as a pattern can find them: behind `:`, `[`, `,` or at the start. */
const NUMBERS = /((?:^|[:[,])\s*)(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*(?:[,\]}]|$))/g;

const DEEPEST = 4;
const rateIn = (value: unknown, currency: string, depth: number): ExchangeRate | undefined => {
  if (typeof value === 'string') return readRate(value);
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return depth > 0 ? rateIn(value[0], currency, DEEPEST) : undefined;
  const entries = Object.entries(value).map(([name, each]) => [name.toLowerCase(), each] as const);
  const wanted = currency.toLowerCase();
  const find = (names: readonly string[]): ExchangeRate | undefined => {
    for (const name of names) {
      const found = entries.find(([each]) => each === name);
      const rate = found && rateIn(found[1], currency, depth + 1);
      if (rate) return rate;
    }
    return undefined;
  };
  const named = find([...OUTER, `xmr${wanted}`, `xxmrz${wanted}`, `xmr/${wanted}`, wanted]);
  // Where something else is named beside it, a bare price may be the price of that.
  const others = entries.some(
    ([name, each]) =>
      OUTER.includes(name) ||
      (isCodeOfCurrency(name.toUpperCase()) && name !== wanted) ||
      (OF_CURRENCY.test(name) && typeof each === 'string' && !each.toLowerCase().includes(wanted)),
  );
  return named ?? (others ? undefined : find(['rate', 'price', 'last', 'c']));
};
const OUTER: readonly string[] = ['monero', 'xmr', 'result', 'data'];
const OF_CURRENCY = /currency|quote|symbol|pair/;

const timeIn = (value: unknown): number | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, each] of Object.entries(value)) {
    if (name === 'last_updated_at' && typeof each === 'string' && /^\d{10}$/.test(each))
      return Number(each) * 1000;
    const inner = typeof each === 'object' ? timeIn(each) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
};

/** The answer as text. Throws when it does not come, comes from elsewhere, or is too long or too slow. */
export async function askSource(url: string, fetch: typeof globalThis.fetch): Promise<string> {
  const signal = AbortSignal.timeout(RATE_TIMEOUT_MS);
  const answer = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    cache: 'no-store',
    signal,
  });
  if (!answer.ok || !answer.body) throw new Error(`HTTP ${answer.status}`);
  const reader = answer.body.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MAX_ANSWER) {
      await reader.cancel();
      throw new Error('the answer is too long');
    }
    parts.push(part.value);
  }
  return new Blob(parts as BlobPart[]).text();
}
