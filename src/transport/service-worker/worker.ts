/**
 * The service worker's end of `POST {app}/json_rpc`. It keeps no state, since the browser may end and start it at any
 * time. It asks each open page of the app whether programs are allowed; the first one that allows them answers. If no
 * page answers, the call gets an error of the reference and never goes to the network: it may contain seed words.
 */
import { parseJson, writeJson } from '../../base/json.ts';
import type { HttpAnswer, HttpRequest } from '../http-endpoint.ts';

/** The message to a page, sent with a port for its replies. */
export interface ForwardedCall {
  readonly type: 'ostro json_rpc';
  readonly request: HttpRequest;
  /**
   * True: the page runs the call only after `go`, which this end sends through the port if it still waits when the page says
   * 'yes'. Otherwise a page that wakes up late would make a payment that another page has made, or that was refused.
   *
   * Pages and service workers of different versions run together. A page of an earlier version ignores this field and
   * `go`: it runs the call at once, as it did with its own service worker. It is asked all the same, because a person may
   * use the earlier version for months. A service worker of an earlier version does not set this field and never sends
   * `go`: a page runs its calls at once, or they would never be answered.
   */
  readonly sendsGo?: true;
}
/** 'no', or 'yes' followed by the answer when it is ready. */
export type Reply = 'no' | 'yes' | HttpAnswer;

export interface AppPage {
  readonly id: string;
  postMessage(message: ForwardedCall, transfer: Transferable[]): void;
}
export interface ForwardDeps {
  /** Open pages of the app, in the order in which to ask them. */
  readonly pages: () => Promise<readonly AppPage[]>;
  readonly timeoutMs?: number;
}

/**
 * A page that does not reply for this long is busy, frozen or of an old version. While a page computes its answer,
 * the worker checks at this interval that the page is still open.
 */
const TIMEOUT_MS = 1500;
/** Error codes of monero-wallet-rpc: denied, and no wallet file open. */
const DENIED = -7;
const NOT_OPEN = -13;

/** Always resolves, even if the page is closed while it computes the answer. */
export async function forwardRpc(
  { pages, timeoutMs = TIMEOUT_MS }: ForwardDeps,
  request: HttpRequest,
): Promise<HttpAnswer> {
  let refused = false;
  for (const page of await pages()) {
    const answer = await ask({ pages, timeoutMs }, page, request);
    if (typeof answer === 'object') return answer;
    if (answer === 'gone') return refusal(request, NOT_OPEN, 'The page of the wallet was closed');
    refused ||= answer === 'no';
  }
  return refused
    ? refusal(request, DENIED, 'Programs on this site are not allowed to use the wallet')
    : refusal(request, NOT_OPEN, 'No page of the wallet is open');
}

/**
 * True if a request comes from a script of this site. A form of another site causes a navigation, which has no client
 * id; other requests of foreign sites do not reach this service worker.
 */
export function isOwn(request: { readonly mode: string }, clientId: string): boolean {
  return request.mode !== 'navigate' && clientId !== '';
}
export const FORBIDDEN: HttpAnswer = { status: 403, headers: [['Content-Type', 'text/plain']], body: '' };

type Outcome = HttpAnswer | 'no' | 'silent' | 'gone';
const ask = (
  { pages, timeoutMs }: Required<ForwardDeps>,
  page: AppPage,
  request: HttpRequest,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let accepted = false;
    let ended = false;
    const end = (outcome: Outcome): void => {
      ended = true;
      clearInterval(timer);
      port1.close();
      resolve(outcome);
    };
    const checkPage = async (): Promise<void> => {
      if (!accepted) end('silent');
      else if (!(await pages()).some(({ id }) => id === page.id)) end('gone');
    };
    const timer = setInterval(() => void checkPage(), timeoutMs);
    port1.onmessage = ({ data }: MessageEvent<Reply>) => {
      // A closed port may still deliver what arrived before.
      if (ended) return;
      if (data === 'yes') {
        accepted = true;
        port1.postMessage('go');
      } else end(data);
    };
    page.postMessage({ type: 'ostro json_rpc', request, sendsGo: true }, [port2]);
  });

const refusal = ({ body }: HttpRequest, code: number, message: string): HttpAnswer => ({
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: writeJson({ error: { code, message }, id: idOf(body), jsonrpc: '2.0' }, 2),
});
const idOf = (body: Uint8Array): unknown => {
  try {
    const { id } = parseJson(new TextDecoder().decode(body)) as { readonly id?: unknown };
    return id ?? 0;
  } catch {
    return 0;
  }
};
