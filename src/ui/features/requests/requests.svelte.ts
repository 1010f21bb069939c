/** Payment requests of the open wallet: the list, kept up to date, and changes. */
import type { Client, Params, Result } from '../../../client/client.ts';
import { Attempts } from '../../state/attempts.svelte.ts';

export type ListedRequest = NonNullable<Result<'x_requests'>['requests']>[number];
export type RequestFilter = 'open' | 'done';

/** Requests expire without a change of the wallet. */
const EXPIRY_MS = 30_000;

/** The user still waits for money. */
export function isOpen({ state, closed }: ListedRequest): boolean {
  return closed === undefined && ['open', 'part_paid', 'seen', 'paid'].includes(state);
}

/** The whole amount was paid, in a block or not yet, in time or late. */
function isPaid({ state }: Pick<ListedRequest, 'state'>): boolean {
  return ['seen', 'paid', 'confirmed', 'over_paid', 'paid_late'].includes(state);
}

export class RequestsState extends Attempts {
  /** Undefined until they are loaded; the newest first. */
  requests = $state.raw<readonly ListedRequest[] | undefined>(undefined);
  filter = $state<RequestFilter>('open');
  /** The requests of the filter. */
  readonly shown = $derived.by(() =>
    (this.requests ?? []).filter((request) => isOpen(request) === (this.filter === 'open')),
  );
  readonly #client: Client;
  readonly #loading = this.latest();

  constructor(client: Client) {
    super();
    this.#client = client;
  }
  /** Loads the list and keeps it up to date until the returned function is called. */
  listen(): () => void {
    void this.load();
    const stop = this.#client.on('changed', () => void this.load());
    const timer = setInterval(() => void this.load(), EXPIRY_MS);
    return () => {
      clearInterval(timer);
      stop();
      this.end();
    };
  }
  /** One call at a time: calls meanwhile share the next one. */
  load(): Promise<void> {
    return this.#loading.repeat(async (task) => {
      const [loaded] = await task.wait(Promise.allSettled([this.#client.call('x_requests', {})]));
      if (loaded.status === 'fulfilled') this.requests = loaded.value.requests ?? [];
      else this.error = loaded.reason;
    });
  }
  /** The request with this address. */
  find(account: number, index: number): ListedRequest | undefined {
    return this.requests?.find((each) => each.account === account && each.index === index);
  }
  setClosed(request: ListedRequest, closed: boolean): Promise<boolean> {
    return this.#change(request, { closed });
  }
  /** Saves the user's note; returns whether it had changed. */
  async saveNote(request: ListedRequest, text: string): Promise<boolean> {
    const note = text.trim();
    return note !== request.note && (await this.#change(request, { note }));
  }
  #change(
    { account, index }: ListedRequest,
    changes: Pick<Params<'x_change_request'>, 'closed' | 'note'>,
  ): Promise<boolean> {
    return this.attemptNext(async (task) => {
      const at = { accountIndex: account, addressIndex: index };
      await task.wait(this.#client.call('x_change_request', { ...at, ...changes }));
      await this.load();
    });
  }
}

/** Notices when the request on the screen becomes paid, for sound and vibration. */
export class PaidWatch {
  #before: boolean | undefined;

  /** True once: at the first look at which it is paid, unless it was paid at the very first look. */
  isNewlyPaid(request: Pick<ListedRequest, 'state'>): boolean {
    const before = this.#before;
    this.#before = isPaid(request);
    return before === false && this.#before;
  }
}
