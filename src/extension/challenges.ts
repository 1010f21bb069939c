/**
 * Logins of nodes in Firefox, which hides the header WWW-Authenticate from pages and workers, and so what a login must be
 * calculated from. An extension may see it with `webRequest`, in its pages: they pass it on to their workers, for the requests
 * of the extension itself, which go to hosts that the person has allowed.
 */
import type { ExtensionApi } from './browser-api.ts';

export const CHALLENGES = 'ostro challenges';
/** Time for a challenge to arrive after the answer that it belongs to. */
const PATIENCE_MS = 2000;
const HEADER = 'www-authenticate';

interface Challenge {
  readonly url: string;
  readonly header: string;
}
type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** For a page. Does nothing where the browser hides no header, so that the manifest has no `webRequest`. */
export function passChallenges(
  { runtime, webRequest }: Pick<ExtensionApi, 'runtime' | 'webRequest'>,
  open: () => Pick<Channel, 'postMessage'>,
): void {
  if (webRequest === undefined) return;
  const own = runtime.getURL('');
  const channel = open();
  webRequest.onHeadersReceived.addListener(
    ({ url, statusCode, originUrl, responseHeaders }) => {
      if (statusCode !== 401 || originUrl?.startsWith(own) !== true) return;
      const headers = (responseHeaders ?? []).filter(({ name }) => name.toLowerCase() === HEADER);
      // Firefox joins headers of one name with line ends, which no header may have.
      const lines = headers.flatMap(({ value }) => value?.split('\n') ?? []);
      const challenge: Challenge = { url, header: lines.join(', ') };
      channel.postMessage(challenge);
    },
    { urls: ['http://*/*', 'https://*/*'], types: ['xmlhttprequest'] },
    ['responseHeaders'],
  );
}

/** For a worker: `fetch` whose answers have the challenge of a login. */
export function withChallenges(
  fetch: Fetch,
  channel: Pick<Channel, 'onmessage'>,
  sleep: (ms: number) => Promise<void>,
): Fetch {
  /** Requests that run, each with the function that takes the newest challenge of its address. */
  const running = new Set<(challenge: Challenge) => void>();
  channel.onmessage = ({ data }) => {
    for (const take of running) take(data as Challenge);
  };
  return async (url, init) => {
    let take!: (challenge: Challenge) => void;
    let header = '';
    const arrived = new Promise<void>((resolve) => {
      take = (challenge) => {
        if (challenge.url !== url) return;
        ({ header } = challenge);
        resolve();
      };
    });
    running.add(take);
    try {
      const response = await fetch(url, init);
      if (response.status !== 401 || response.headers.has(HEADER)) return response;
      await Promise.race([arrived, sleep(PATIENCE_MS)]);
      const headers = new Headers(response.headers);
      if (header !== '') headers.set(HEADER, header);
      return new Response(response.body, { status: response.status, headers });
    } finally {
      running.delete(take);
    }
  };
}
