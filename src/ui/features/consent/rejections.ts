/** Counts how often the person rejected each site. A reload of the site's page does not reset the count. */

/** After this many rejections within a minute a site may not ask again until the person allows it. */
export const MAX_REJECTIONS = 3;
const MINUTE_MS = 60_000;

export class Rejections {
  readonly #now: () => number;
  /** Times of rejections by origin, in milliseconds. */
  readonly #times = new Map<string, readonly number[]>();
  readonly #stopped = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }
  add(origin: string): void {
    const now = this.#now();
    const times = [...(this.#times.get(origin) ?? []), now].filter((time) => time > now - MINUTE_MS);
    this.#times.set(origin, times);
    if (times.length >= MAX_REJECTIONS) this.#stopped.add(origin);
  }
  /** Stays true until `forget`. */
  tooMany(origin: string): boolean {
    return this.#stopped.has(origin);
  }
  forget(origin: string): void {
    this.#times.delete(origin);
    this.#stopped.delete(origin);
  }
}
