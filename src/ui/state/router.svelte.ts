/**
 * The page's place, kept in the address after `#`: `#/history/ab12`. Nothing of it reaches a server. The browser's
 * own back button works, because every step is an entry of its history.
 */
export interface Route {
  /** First part of the path, empty for home. */
  readonly name: string;
  /** The parts after it, decoded. */
  readonly args: readonly string[];
}
/** The part of `window` that the router uses. */
export interface Place {
  readonly location: { hash: string };
  readonly history: { back(): void; replaceState(data: unknown, unused: string, url: string): void };
  addEventListener(type: 'hashchange', listener: () => void): void;
  removeEventListener(type: 'hashchange', listener: () => void): void;
}

export function readHash(hash: string): Route {
  const [name = '', ...args] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode);
  return { name, args: args.filter((arg) => arg !== '') };
}
/** `link('history', id)` is `#/history/…`. */
export function link(...parts: readonly (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

/**
 * Moves away from one place. Each returns false and does nothing when the person has gone elsewhere in the meantime, so
 * that what ends late does not pull them back.
 */
export interface MovesFrom {
  go(...parts: readonly (string | number)[]): boolean;
  /** Goes without leaving a step behind: for places one must not come back to, as a form that was sent. */
  replace(...parts: readonly (string | number)[]): boolean;
  /** One step back, or to `parts` when the page was opened right here. */
  back(...parts: readonly (string | number)[]): boolean;
}

export class Router {
  route = $state.raw<Route>({ name: '', args: [] });
  /** Steps taken inside the page: whether `back` stays in it. */
  #steps = 0;
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
    this.route = readHash(place.location.hash);
  }
  /** Follows the address until the returned function is called. */
  listen(): () => void {
    const follow = (): void => {
      this.#steps += 1;
      this.route = readHash(this.#place.location.hash);
    };
    this.#place.addEventListener('hashchange', follow);
    return () => {
      this.#place.removeEventListener('hashchange', follow);
    };
  }
  /**
   * The only way to move: from the place that is shown now. A screen that waits for something takes it before it waits,
   * and moves when the wait is over.
   */
  here(): MovesFrom {
    const from = this.#shown();
    const unlessGone =
      (move: (parts: readonly (string | number)[]) => void) =>
      (...parts: readonly (string | number)[]): boolean => {
        if (this.#shown() !== from) return false;
        move(parts);
        return true;
      };
    const replace = (parts: readonly (string | number)[]): void => {
      this.#place.history.replaceState(null, '', link(...parts));
      this.route = readHash(this.#place.location.hash);
    };
    return {
      go: unlessGone((parts) => {
        this.#place.location.hash = link(...parts);
      }),
      replace: unlessGone(replace),
      back: unlessGone((parts) => {
        if (this.#steps <= 0) {
          replace(parts);
          return;
        }
        // The change of address that follows counts one again.
        this.#steps -= 2;
        this.#place.history.back();
      }),
    };
  }
  #shown(): string {
    const { name, args } = readHash(this.#place.location.hash);
    return link(name, ...args);
  }
}
