/**
 * Events for the connected site. `accountsChanged`, `networkChanged` and `disconnect` follow at once from what the person
 * changes. `message`, about heights and transfers, follows at random times: if it came with the block or the payment, two
 * sites that compare their clocks could see that their visitors have one wallet. What a site may see, the wallet
 * worker decides (x_site_view). Tests: tests/unit/ui/site-events.test.ts.
 */
import type { WireResult } from '../../../client/client.ts';
import { createQueue } from '../../../base/queue.ts';
import { siteError } from '../../../embed/errors.ts';

/** State that a site sees. `wallet` is for this class alone. `accounts` is empty when the site is not connected. */
export type SeenBySite = Required<Pick<WireResult<'x_site_view'>, 'accounts' | 'transfers'>> &
  WireResult<'x_site_view'>;
export interface SiteEventsOptions {
  /** Rejects while no wallet is open. `fromHeight`: with the transfers above this block. */
  readonly view: (origin: string, fromHeight?: number) => Promise<SeenBySite>;
  readonly emit: (event: string, data: unknown) => void;
  /** The person has disconnected the site: ends its session. */
  readonly end: () => void;
  /** Runs the action once, in so many milliseconds, unless the returned function is called before. */
  readonly after: (ms: number, action: () => void) => () => void;
  /** From 0 up to 1. */
  readonly random: () => number;
}
/** The state that was last sent to the site, and the wallet that it belongs to. */
interface Watched {
  readonly origin: string;
  wallet?: string;
  accounts: readonly string[];
  network?: string;
  /** Up to here the site knows the transfers. */
  height?: number;
  seen: ReadonlySet<string>;
  stop: () => void;
}

/** Between two messages, in milliseconds: at least, and at most that much more. */
const WAIT_MS = 20_000;
const MORE_MS = 40_000;
/** Blocks that are read again, in case the chain was reorganised: as many as the wallet lets a node take back. */
const REORG = 100;

const OWN_CHANGES: readonly string[] = ['monero_requestPermissions', 'monero_revokePermissions'];

export class SiteEvents {
  readonly #options: SiteEventsOptions;
  #watched: Watched | undefined;
  /** One look at a time; a failed one does not stop the next. */
  readonly #refreshes = createQueue();

  constructor(options: SiteEventsOptions) {
    this.#options = options;
  }
  /** A session with this site begins; empty: none. */
  begin(origin: string): void {
    this.#watched?.stop();
    this.#watched =
      origin === '' ? undefined : { origin, accounts: [], seen: new Set(), stop: () => undefined };
  }
  /** The site got an answer, so a wallet is open. Its first one, and those of some methods, may change what it sees. */
  answered(method: string): Promise<void> {
    const first = this.#watched?.wallet === undefined;
    return first || OWN_CHANGES.includes(method) ? this.#refresh(false) : Promise.resolve();
  }
  /** Something in the wallet has changed, perhaps what the person lets the site do. */
  changed(): Promise<void> {
    return this.#watched?.wallet !== undefined ? this.#refresh(true) : Promise.resolve();
  }

  /** `byPerson`: when the site is no more connected, the person has done it. */
  #refresh(byPerson: boolean, messages = false): Promise<void> {
    const watched = this.#watched;
    return this.#refreshes.run(async () => {
      if (watched && watched === this.#watched) await this.#compare(watched, byPerson, messages);
    });
  }
  async #compare(watched: Watched, byPerson: boolean, messages: boolean): Promise<void> {
    const { origin, height } = watched;
    const view = await this.#view(origin, messages ? height : undefined);
    if (!view || watched !== this.#watched) return;
    const { wallet } = watched;
    const isConnected = view.accounts.length > 0;
    const left = watched.accounts.length > 0 && !isConnected;
    this.#tellChanges(watched, view);
    if (left && byPerson && wallet === view.wallet) {
      this.#options.emit('disconnect', siteError('disconnected', { reason: 'revoked' }));
      this.#options.end();
      return;
    }
    if (wallet !== view.wallet || watched.height === undefined) await this.#startFrom(watched, view);
    else if (messages) this.#tellNews(watched, view);
    if (wallet === undefined) this.#refreshLater(watched);
  }
  async #view(origin: string, height: number | undefined): Promise<SeenBySite | undefined> {
    try {
      return await this.#options.view(origin, ...(height === undefined ? [] : [Math.max(0, height - REORG)]));
    } catch {
      return undefined;
    }
  }
  /** Records the present state without sending it: events are sent for later changes only. */
  async #startFrom(watched: Watched, { wallet, height }: SeenBySite): Promise<void> {
    watched.wallet = wallet;
    if (height === undefined) delete watched.height;
    else watched.height = height;
    watched.seen = keysOf(
      (height === undefined ? undefined : await this.#view(watched.origin, height)) ?? NONE,
    );
  }
  #tellChanges(watched: Watched, { accounts, network = watched.network }: SeenBySite): void {
    if (accounts.join() !== watched.accounts.join()) this.#options.emit('accountsChanged', accounts);
    if (watched.network !== undefined && network !== watched.network)
      this.#options.emit('networkChanged', network);
    watched.accounts = accounts;
    if (network !== undefined) watched.network = network;
  }
  #tellNews(watched: Watched, { height, transfers }: SeenBySite): void {
    for (const transfer of transfers)
      if (!watched.seen.has(keyOf(transfer)))
        this.#options.emit('message', { type: 'monero_transfer', data: transfer });
    watched.seen = keysOf({ transfers });
    if (height === undefined || height === watched.height) return;
    watched.height = height;
    this.#options.emit('message', { type: 'monero_height', data: { height } });
  }
  #refreshLater(watched: Watched): void {
    watched.stop = this.#options.after(WAIT_MS + this.#options.random() * MORE_MS, () => {
      const next = (): void => {
        if (watched === this.#watched) this.#refreshLater(watched);
      };
      this.#refresh(true, true).then(next, next);
    });
  }
}

const NONE = { transfers: [] };
const keysOf = ({ transfers }: Pick<SeenBySite, 'transfers'>): ReadonlySet<string> =>
  new Set(transfers.map(keyOf));
/** A transfer that moves from the pool into a block is news, and so is one whose block has changed. */
const keyOf = ({ type, txid, height, subaddr_index }: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([type, txid, height, subaddr_index]);
