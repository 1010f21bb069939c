/**
 * A window with an open wallet answers calls of other windows of its origin with its own worker, so that a wallet is open in all of
 * them and locked in all of them at once. Keys stay in the worker. A Web Lock says that the window shares; the browser releases it when
 * the window is gone.
 */
import type { RpcPort } from '../port.ts';
import {
  BEGINS,
  callsOf,
  hear,
  hold,
  newsFor,
  sharingLock,
  whenReleased,
  type SharedCall,
  type WindowChannel,
  type SharedNews,
  type WindowParts,
} from './parts.ts';

/** `port`: to the worker of this window. `opened`: the name of the wallet after this event; empty: none; undefined: as before. */
export function shareWallet(
  port: RpcPort,
  parts: WindowParts,
  opened: (event: { readonly type: string; readonly data: unknown }) => string | undefined,
): void {
  const { channel } = parts;
  /** Channels to the windows that have called, by their ids. */
  const windows = new Map<string, WindowChannel>();
  const begins = channel(BEGINS);
  let wallet = '';
  let lock = '';
  let stop = (): void => undefined;

  const windowOf = (id: string): WindowChannel => {
    const known = windows.get(id);
    if (known) return known;
    const made = channel(newsFor(id));
    windows.set(id, made);
    whenReleased(parts.locks, newsFor(id), () => {
      windows.delete(id);
      made.close();
    });
    return made;
  };
  const begin = (): void => {
    lock = sharingLock(parts.now(), parts.id);
    const release = hold(parts.locks, lock);
    const calls = channel(callsOf(lock));
    hear(calls, parts.origin, (data) => {
      const call = readCall(data);
      if (call) void answer(port, call, (news) => windowOf(call.from).postMessage(news));
    });
    begins.postMessage(BEGINS);
    stop = () => {
      lock = '';
      calls.close();
      release();
    };
  };
  port.on((event) => {
    const news: SharedNews = { event, lock };
    for (const each of windows.values()) each.postMessage(news);
    const now = opened(event) ?? wallet;
    if (now === wallet) return;
    wallet = now;
    stop();
    stop = () => undefined;
    if (wallet !== '') begin();
  });
}

const answer = async (
  port: RpcPort,
  { number, envelope }: SharedCall,
  say: (news: SharedNews) => void,
): Promise<void> => {
  try {
    say({ number, answer: await port.request(envelope) });
  } catch {
    say({ number, failed: true });
  }
};

const readCall = (data: unknown): SharedCall | undefined => {
  const { from, number, envelope } = (data ?? {}) as Partial<SharedCall>;
  if (typeof from !== 'string' || typeof number !== 'number' || typeof envelope !== 'object')
    return undefined;
  return { from, number, envelope };
};
