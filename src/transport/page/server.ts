/**
 * The in-page door: `globalThis.ostroRpc`, opened only when a host asked for it before the app started. Whoever can run
 * scripts in this page can use it: it is for hosts that drive the page, not for pages of others.
 */
import { answerHttp, type HttpAnswer, type HttpRequest } from '../http-door.ts';
import { createLogin, type LoginDeps } from '../http-login.ts';
import type { Host } from '../host.ts';
import type { PortEvent } from '../port.ts';

export interface PageDoor {
  /** JSON in, JSON out, numbers exact, every method; never rejects for what the envelope holds. */
  request(envelope: string): Promise<string>;
  /** For those who answer HTTP: status, login, restricted or not. Bytes as numbers may come from outside the page. */
  http(request: Omit<HttpRequest, 'body'> & { readonly body: ArrayLike<number> }): Promise<HttpAnswer>;
  on(listener: (event: PortEvent) => void): () => void;
}
interface Inside {
  text(envelope: string, options: { readonly restricted: boolean }): Promise<string>;
  on(listener: (event: PortEvent) => void): () => void;
}
/** Where the door hangs. */
export interface DoorFrame {
  ostroRpc?: PageDoor;
}

export const openPageDoor = (
  frame: DoorFrame,
  inside: Inside,
  { restricted = false, login }: Host,
  digest: Pick<LoginDeps, 'md5' | 'nonce'>,
): void => {
  const ask = (envelope: string): Promise<string> => inside.text(envelope, { restricted });
  const check = login && createLogin({ ...login, ...digest });
  frame.ostroRpc = {
    request: (envelope) => inside.text(envelope, { restricted: false }),
    http: (request) =>
      answerHttp(
        { ask, path: '/json_rpc', login: check },
        { ...request, body: Uint8Array.from(request.body) },
      ),
    on: (listener) => inside.on(listener),
  };
};
