/** Requests to nodes through the command `ostro`, which serves this page (src/server/command/relay.ts). */
import { COMMAND_GONE, RELAY } from '../src/base/by-command.ts';

const WITHOUT_BODY = new Set([204, 205, 304]);

/** `base`: the address of the page's folder. Failures are those of Node's fetch: a TypeError with a code in `cause`. */
export function createCommandFetch(
  base: string,
  fetchHere: typeof fetch = fetch,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, { method = 'GET', headers, body, signal }) => {
    const sent = new Headers({ [RELAY.method]: method });
    for (const [name, value] of new Headers(headers)) sent.set(RELAY.prefix + name, value);
    const answer = await fetchHere(`${base}${RELAY.path}${encodeURIComponent(url)}`, {
      method: 'POST',
      headers: sent,
      body: body ?? null,
      signal: signal ?? null,
      // The cookie of this page.
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw failed(COMMAND_GONE, 'the command does not answer');
    });
    if (answer.status === 502) {
      const { code, message } = (await answer.json()) as { readonly code: string; readonly message: string };
      throw failed(code, message);
    }
    const status = Number(answer.headers.get(RELAY.status));
    if (answer.status !== 200 || !(status >= 200 && status <= 599)) {
      await answer.body?.cancel();
      throw failed(COMMAND_GONE, `the command answers ${answer.status}`);
    }
    const named = [...answer.headers].flatMap(([name, value]): [string, string][] =>
      name.startsWith(RELAY.prefix) ? [[name.slice(RELAY.prefix.length), value]] : [],
    );
    return new Response(WITHOUT_BODY.has(status) ? null : answer.body, { status, headers: named });
  };
}

const failed = (code: string, message: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
