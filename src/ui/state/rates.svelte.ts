/**
 * The rate with which amounts are shown in another currency. Off until the person chooses a source. A source is asked at
 * most every half hour, while the page is visible and a wallet is open; its last rate is kept, so that opening the page
 * again asks nothing.
 */
import { isLoopback } from '../../base/node-url.ts';
import {
  type ExchangeRate,
  isCurrency,
  isUnclearMoney,
  moneyFor,
  readRate,
  typedRate,
  worthText,
  xmrFor,
} from '../format/worth.ts';
import { askSource, coingeckoUrl, readRateAnswer } from './rate-sources.ts';
import type { KeyValueStorage } from './prefs.svelte.ts';
import { LatestTask } from './task.ts';

/** `typed`: a rate that the person typed. `own`: an address that the person gave. */
export type RateSource = 'off' | 'typed' | 'coingecko' | 'own';
export interface RateChoice {
  readonly source: RateSource;
  readonly currency: string;
  /** Address of the source `own`, with https or on this device. */
  readonly url: string;
  /** The rate of the source `typed`, as it was typed. */
  readonly typed: string;
}
/** Why a choice cannot be used. */
export type RateFault = 'currency' | 'typed' | 'url';

const KEY = 'ostro-rate';
export const ASK_AGAIN_MS = 30 * 60_000;
/** After an answer that was of no use. */
const TRY_AGAIN_MS = 10 * 60_000;
/** Older rates are called old, and typed money is not converted by them. */
const STALE_MS: Readonly<Record<RateSource, number>> = {
  off: 0,
  typed: 7 * 86_400_000,
  coingecko: 2 * 3_600_000,
  own: 2 * 3_600_000,
};
const OFF: RateChoice = { source: 'off', currency: 'EUR', url: '', typed: '' };

interface Known {
  readonly text: string;
  /** When it was right, and when the source was asked. */
  readonly at: number;
  readonly requestedAt: number;
}
export interface RateWorld {
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  readonly storage: KeyValueStorage | undefined;
}

export class Rates {
  choice = $state.raw<RateChoice>(OFF);
  /** When the source was asked in vain the last time, in milliseconds; 0: it answered. */
  failedAt = $state(0);
  asking = $state(false);
  #known = $state.raw<Known | undefined>(undefined);
  readonly #rate = $derived(this.#known && readRate(this.#known.text));
  /** The stored text as this tab knows it. */
  #kept = '{}';
  readonly #world: RateWorld;
  readonly #asking = new LatestTask();

  constructor(world: RateWorld) {
    this.#world = world;
    this.#follow();
  }
  get on(): boolean {
    return this.choice.source !== 'off';
  }
  get rate(): ExchangeRate | undefined {
    return this.on ? this.#rate : undefined;
  }
  get currency(): string {
    return this.choice.currency;
  }
  /** When the rate was right, in milliseconds; 0: there is none. */
  get at(): number {
    return this.rate ? (this.#known?.at ?? 0) : 0;
  }
  isStale(now = this.#world.now()): boolean {
    return this.rate !== undefined && now - this.at > STALE_MS[this.choice.source];
  }
  /** The worth of an amount, in words; undefined: no rate is known. */
  worth(piconero: bigint): string | undefined {
    return this.rate && worthText(piconero, this.rate, this.currency);
  }
  /** The worth of an amount as a text to type; empty while no rate is known. */
  moneyFor(piconero: bigint): string {
    return this.rate ? moneyFor(piconero, this.rate, this.currency) : '';
  }
  /** The amount of typed money; undefined for a text that is none, and while the rate is old. */
  xmrFor(typed: string): bigint | undefined {
    return this.rate && !this.isStale() ? xmrFor(typed, this.rate, this.currency) : undefined;
  }
  /** `1,000`: it is not clear how much money was typed. */
  isUnclear(typed: string): boolean {
    return isUnclearMoney(typed, this.currency);
  }
  /** Uses a choice; a source is asked at once. Returns why it cannot be used. */
  async choose(choice: RateChoice): Promise<RateFault | undefined> {
    const fault = faultOf(choice);
    if (fault) return fault;
    const { source, currency, url } = this.choice;
    const same = source === choice.source && currency === choice.currency && url === choice.url;
    if (!same) this.#known = undefined;
    // The answer of another source is of no use now.
    this.#asking.end();
    this.asking = false;
    this.choice = choice;
    this.failedAt = 0;
    if (choice.source === 'typed') this.#know(typedRate(choice.typed) ?? '', this.#world.now());
    this.#keep();
    await this.ask();
    return undefined;
  }
  /** Asks the source if it is time; `now`: the person wants it now. */
  async ask(now = false): Promise<void> {
    if (this.asking) return;
    this.#follow();
    const { choice } = this;
    const { source, currency, url } = choice;
    if (source === 'off' || source === 'typed' || !(now || this.#isTime())) return;
    this.asking = true;
    const { fetch, now: clock } = this.#world;
    await this.#asking.run(async (task) => {
      const sourceUrl = source === 'coingecko' ? coingeckoUrl(currency) : url;
      const answer = await task.wait(
        askSource(sourceUrl, fetch).then(
          (text) => readRateAnswer(text, currency),
          () => undefined,
        ),
      );
      this.asking = false;
      this.#follow();
      if (this.choice !== choice) return;
      if (!answer) {
        this.failedAt = clock();
        return;
      }
      // A source whose clock is ahead says nothing about the future.
      this.#know(rateText(answer.rate), Math.min(answer.at ?? clock(), clock()));
      this.failedAt = 0;
      this.#keep();
    });
  }
  /** Takes over what another tab has kept since. */
  #follow(): void {
    try {
      const text = this.#read();
      if (text === this.#kept) return;
      this.#kept = text;
      const { choice, known } = readKept(JSON.parse(text) as Readonly<Record<string, unknown>>);
      this.choice = choice;
      this.#known = known;
      this.failedAt = 0;
    } catch {
      // Storage is blocked, or damaged: the choice stays as it is.
    }
  }
  #read(): string {
    return this.#world.storage?.getItem(KEY) ?? '{}';
  }
  #know(text: string, at: number): void {
    this.#known = { text, at, requestedAt: this.#world.now() };
  }
  #isTime(): boolean {
    const now = this.#world.now();
    if (this.failedAt > 0) return now - this.failedAt >= TRY_AGAIN_MS;
    return !this.#known || Math.abs(now - this.#known.requestedAt) >= ASK_AGAIN_MS;
  }
  #keep(): void {
    try {
      this.#world.storage?.setItem(KEY, JSON.stringify({ ...this.choice, known: this.#known }));
      this.#kept = this.#read();
    } catch {
      // Storage is blocked or full: the choice lasts until the page closes.
    }
  }
}

const faultOf = ({ source, currency, url, typed }: RateChoice): RateFault | undefined => {
  if (source === 'off') return undefined;
  if (!isCurrency(currency)) return 'currency';
  if (source === 'typed' && typedRate(typed) === undefined) return 'typed';
  return source === 'own' && !isAllowed(url) ? 'url' : undefined;
};
const isAllowed = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) &&
    username === '' &&
    password === ''
  );
};

const DECIMALS = 8;
/** With the digits that the source gave. */
const rateText = ({ units, digits }: ExchangeRate): string => {
  const text = units.toString().padStart(DECIMALS + 1, '0');
  const whole = text.slice(0, -DECIMALS);
  const shown = Math.max(0, digits - whole.replace(/^0+/, '').length);
  const decimals = text.slice(-DECIMALS).slice(0, whole === '0' ? DECIMALS : shown);
  return decimals === '' ? whole : `${whole}.${decimals}`;
};

const readKept = (
  kept: Readonly<Record<string, unknown>>,
): { readonly choice: RateChoice; readonly known: Known | undefined } => {
  const text = (name: string): string => (typeof kept[name] === 'string' ? kept[name] : '');
  const source = (['typed', 'coingecko', 'own'] as const).find((each) => each === kept['source']) ?? 'off';
  const choice: RateChoice = { source, currency: text('currency'), url: text('url'), typed: text('typed') };
  if (source === 'off' || faultOf(choice))
    return {
      choice: { ...OFF, ...(isCurrency(choice.currency) && { currency: choice.currency }) },
      known: undefined,
    };
  return { choice, known: knownOf(kept['known']) };
};
const knownOf = (value: unknown): Known | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { text, at, requestedAt: asked } = value as { readonly [name in keyof Known]?: unknown };
  const isTime = (time: unknown): time is number => typeof time === 'number' && Number.isFinite(time);
  return typeof text === 'string' && readRate(text) && isTime(at) && isTime(asked)
    ? { text, at, requestedAt: asked }
    : undefined;
};
