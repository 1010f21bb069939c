/** The site's side of the handshake with one window, frame or extension of the wallet, and the requests over its port. */
import { siteError } from '../embed/errors.ts';
import { VERSION } from '../embed/limits.ts';
import {
  readFromWallet,
  readReady,
  readWelcome,
  type Hello,
  type Ready,
  type Welcome,
} from '../embed/wire.ts';
import { ProviderError } from './provider-error.ts';

/** The wallet's side, as far as the handshake needs it. */
export interface Peer {
  /** Calls `ready` each time a document of the wallet says that it listens. Returns how to stop. */
  listen(ready: () => void): () => void;
  greet(hello: Hello, port: MessagePort): void;
}
export interface LinkOptions {
  readonly peer: Peer;
  readonly welcomed?: (welcome: Welcome) => void;
  readonly onEvent?: (event: string, data: unknown) => void;
}
export interface Link {
  /** Waits for the handshake, then for the answer. */
  request(method: string, params: object): Promise<unknown>;
  /** Rejects all open requests and stops listening. */
  end(error: ProviderError): void;
  /** The handshake is over. */
  readonly connected: boolean;
}
interface Waiting {
  readonly message: { readonly id: number; readonly method: string; readonly params: object };
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: ProviderError) => void;
  sent: boolean;
}

/** A window or frame. `origin`: only its messages count, and only it can receive the hello. */
export function windowPeer(target: Window, origin: string, kind: Ready['ostro']): Peer {
  return {
    listen: (ready) => {
      const hear = ({ source, origin: from, data }: MessageEvent): void => {
        if (source === target && from === origin && readReady(data, kind)) ready();
      };
      addEventListener('message', hear);
      return () => removeEventListener('message', hear);
    },
    greet: (hello, port) => target.postMessage(hello, origin, [port]),
  };
}

export function openLink({ peer, welcomed, onEvent }: LinkOptions): Link {
  const waiting = new Map<number, Waiting>();
  let port: MessagePort | undefined;
  let connected = false;
  let nextId = 1;

  const settle = (id: number | null, end: (each: Waiting) => void): void => {
    const each = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (each) end(each);
  };
  const send = (each: Waiting): void => {
    each.sent = true;
    try {
      port!.postMessage(each.message);
    } catch {
      // A function or another value that cannot be cloned.
      settle(each.message.id, ({ reject }) => reject(new ProviderError(siteError('invalid_params'))));
    }
  };
  const receive = ({ data }: MessageEvent): void => {
    const message = readFromWallet(data);
    if (!message) return;
    if ('event' in message) onEvent?.(message.event, message.data);
    else
      settle(message.id, ({ resolve, reject }) => {
        if ('error' in message) reject(new ProviderError(message.error));
        else resolve(message.result);
      });
  };
  const shakeHands = (): void => {
    // A second `ready`: the wallet's document was loaded again, and what was sent to the one before is lost.
    for (const [id, { sent }] of waiting)
      if (sent)
        settle(id, ({ reject }) =>
          reject(new ProviderError(siteError('rejected', { reason: 'window_closed' }))),
        );
    port?.close();
    connected = false;
    const { port1, port2 } = new MessageChannel();
    port = port1;
    const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    port1.onmessage = (event) => {
      const welcome = readWelcome(event.data, nonce);
      if (!welcome) return;
      connected = true;
      port1.onmessage = receive;
      welcomed?.(welcome);
      for (const each of waiting.values()) send(each);
    };
    peer.greet({ ostro: 'hello', v: VERSION, nonce }, port2);
  };
  const stop = peer.listen(shakeHands);

  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        const each: Waiting = { message: { id, method, params }, resolve, reject, sent: false };
        waiting.set(id, each);
        if (connected) send(each);
      }),
    end: (error) => {
      stop();
      port?.close();
      connected = false;
      for (const id of waiting.keys()) settle(id, ({ reject }) => reject(error));
    },
    get connected() {
      return connected;
    },
  };
}
