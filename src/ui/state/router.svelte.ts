/**
 * The page's route, stored in the address after `#`: `#/history/ab12`. No server sees it. The browser's back button
 * works, since every step is an entry of its history.
 */
export interface Route {
  /** First part of the path; empty for Home. */
  readonly name: string;
  /** The other parts, decoded. */
  readonly args: readonly string[];
}
/** The part of `window` that holds the hash; the router uses nothing else of it. */
export interface HashHost {
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
 * Moves away from one route. Each returns false and does nothing when the user has gone elsewhere meanwhile, so that
 * slow work does not move the user back.
 */
export interface MovesFrom {
  go(...parts: readonly (string | number)[]): boolean;
  /**
   * Moves without adding a step to the browser's history: for routes to which the user should not return, such as a
   * form that was sent.
   */
  replace(...parts: readonly (string | number)[]): boolean;
  /** One step back; or to `parts` when the page was opened at this route. */
  back(...parts: readonly (string | number)[]): boolean;
}

export class Router {
  route = $state.raw<Route>({ name: '', args: [] });
  /** Number of steps inside the page; with 0, `back` would leave it. */
  #steps = 0;
  readonly #host: HashHost;

  constructor(host: HashHost) {
    this.#host = host;
    this.route = readHash(host.location.hash);
  }
  /** Follows the address until the returned function is called. */
  listen(): () => void {
    const follow = (): void => {
      this.#steps += 1;
      this.route = readHash(this.#host.location.hash);
    };
    this.#host.addEventListener('hashchange', follow);
    return () => {
      this.#host.removeEventListener('hashchange', follow);
    };
  }
  /**
   * Moves from the route that is shown now. There is no other way to move. Before a screen waits for something, it
   * calls this, and moves when the wait is over.
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
      this.#host.history.replaceState(null, '', link(...parts));
      this.route = readHash(this.#host.location.hash);
    };
    return {
      go: unlessGone((parts) => {
        this.#host.location.hash = link(...parts);
      }),
      replace: unlessGone(replace),
      back: unlessGone((parts) => {
        if (this.#steps <= 0) {
          replace(parts);
          return;
        }
        // The change of the address will count one step again.
        this.#steps -= 2;
        this.#host.history.back();
      }),
    };
  }
  #shown(): string {
    const { name, args } = readHash(this.#host.location.hash);
    return link(name, ...args);
  }
}
