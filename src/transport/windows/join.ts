/**
 * A window that uses the wallet which another window of its origin has open. While there is none, it uses a worker of its own. It changes
 * over by itself, and tells its page so with events: `closed` if the other window is gone, and the status of the worker that it uses now.
 */
import type { PortEvent, RpcPort, RpcRequest, RpcResponse } from '../port.ts';
import {
  BEGINS,
  callsOf,
  hear,
  hold,
  isSharingLock,
  newsFor,
  whenReleased,
  type SharedCall,
  type SharedNews,
  type WindowParts,
} from './parts.ts';

export interface JoinOptions extends WindowParts {
  /** The status of the worker: the first call to another window, and the event with its answer. */
  readonly status: { readonly method: string; readonly event: string };
  /** Events of the own worker after which a wallet is open in it, or is not: its name; empty: none; undefined: as before. */
  readonly opened: (event: PortEvent) => string | undefined;
  /** True for the event that another window has taken the wallet of the own worker over. */
  readonly taken: (event: PortEvent) => boolean;
  /** The event for the page when the other window is gone. */
  readonly gone: PortEvent;
  /** Methods about this window alone, which another window's worker must not hear. */
  readonly ownMethods: readonly string[];
  /** Nothing is asked before. */
  readonly after?: Promise<unknown> | undefined;
  readonly sleep: (ms: number) => Promise<void>;
  /** Is called when the own worker is needed. */
  readonly needOwn: () => void;
}

/** A window that does not answer in this time is frozen; the wallet can be taken over from it. */
const PATIENCE_MS = 3000;

interface Other {
  readonly lock: string;
  request(envelope: RpcRequest): Promise<RpcResponse>;
  /** Rejects the calls that have no answer. */
  end(): void;
}

export interface JoinedPort extends RpcPort {
  /** Another window has the wallet: this one can be closed without locking it. */
  readonly joined: boolean;
}

/** A port to the wallet of another window, or to `own`. */
export function joinWallet(own: RpcPort, options: JoinOptions): JoinedPort {
  const { locks, origin, status, needOwn } = options;
  const listeners = new Set<(event: PortEvent) => void>();
  const emit = (event: PortEvent): void => listeners.forEach((listener) => listener(event));
  const using: { other?: Other | undefined; ownWallet: string } = { ownWallet: '' };
  const isJoined = (): boolean => using.other !== undefined;
  const hasWallet = (): boolean => using.ownWallet !== '';
  /** Locks of windows that did not answer, or are gone: the browser lists them while others wait for them. */
  const passed = new Set<string>();

  own.on((event) => {
    using.ownWallet = options.opened(event) ?? using.ownWallet;
    if (!isJoined()) emit(event);
    // The window that has it may have said so while this one still had it.
    if (options.taken(event)) void lookNext().catch(() => undefined);
  });
  const reach = listenToOthers(options, (event, lock) => {
    // A window that was left goes on sending its events.
    if (using.other?.lock === lock) emit(event);
  });
  const askStatus = async ({ request }: { request: (envelope: RpcRequest) => Promise<RpcResponse> }) => {
    const { result } = await request({ jsonrpc: '2.0', id: 0, method: status.method, params: {} });
    return { type: status.event, data: result };
  };
  /** Joins the window that has opened a wallet last, unless one is open here. */
  const look = async (): Promise<void> => {
    if (isJoined() || hasWallet()) return;
    const lock = await newestLock(locks, passed);
    if (lock === undefined) return;
    const found = reach(lock);
    const news = await Promise.race([
      askStatus(found).catch(() => undefined),
      options.sleep(PATIENCE_MS).then(() => undefined),
    ]);
    if (!news) passed.add(lock);
    if (!news || hasWallet()) {
      found.end();
      return;
    }
    using.other = found;
    whenReleased(locks, lock, () => void leave(found));
    emit(news);
  };
  const leave = async (left: Other): Promise<void> => {
    if (using.other !== left) return;
    using.other = undefined;
    passed.add(left.lock);
    left.end();
    emit(options.gone);
    await lookNext();
    if (isJoined()) return;
    needOwn();
    emit(await askStatus(own));
  };
  let looking = (options.after ?? Promise.resolve()).then(look);
  const lookNext = (): Promise<void> => (looking = looking.then(look));
  // The requests wait for it and get the error.
  looking.catch(() => undefined);
  hear(options.channel(BEGINS), origin, () => void lookNext().catch(() => undefined));

  return {
    get joined() {
      return isJoined();
    },
    request: async (envelope) => {
      await looking;
      const { other } = using;
      if (!other) {
        needOwn();
        return own.request(envelope);
      }
      if (!options.ownMethods.includes(envelope.method)) return other.request(envelope);
      return { jsonrpc: '2.0', id: envelope.id, result: {} };
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The lock of the window that has opened a wallet last, without those that were `passed`. */
const newestLock = async (
  locks: WindowParts['locks'],
  passed: ReadonlySet<string>,
): Promise<string | undefined> => {
  const { held = [] } = await locks.query();
  const sharing = held.map(({ name }) => name).filter(isSharingLock);
  return sharing
    .filter((lock) => !passed.has(lock))
    .sort()
    .at(-1);
};

/** Listens to answers and events of other windows. Returns a function that reaches the window which holds a lock. */
const listenToOthers = (
  { channel, id, locks, origin }: WindowParts,
  heard: (event: PortEvent, lock: string) => void,
): ((lock: string) => Other) => {
  const open = new Map<number, (news: SharedNews | undefined) => void>();
  let nextNumber = 1;
  hold(locks, newsFor(id));
  hear(channel(newsFor(id)), origin, (data) => {
    const news = data as SharedNews;
    if ('event' in news) heard(news.event, news.lock);
    else open.get(news.number)?.(news);
  });
  return (lock) => {
    const calls = channel(callsOf(lock));
    const own = new Set<number>();
    return {
      lock,
      request: (envelope) =>
        new Promise((resolve, reject) => {
          const number = nextNumber++;
          own.add(number);
          open.set(number, (news) => {
            own.delete(number);
            open.delete(number);
            if (news && 'answer' in news) resolve(news.answer);
            else reject(new Error('the window with the wallet is gone'));
          });
          const call: SharedCall = { from: id, number, envelope };
          calls.postMessage(call);
        }),
      end: () => {
        calls.close();
        for (const number of own) open.get(number)?.(undefined);
      },
    };
  };
};
